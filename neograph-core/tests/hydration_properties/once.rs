//! One URI, many readers, one call of the fetcher.

use neograph_core::{Graph, model::ChatResponse, run::Input, testing::ScriptedModel};
use serde_json::json;

use crate::support::{
    GetDeal, Server, agent, by_uri, consume, first, pipeline, second, sum, upstream,
};

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn parallel_nodes_and_an_agent_of_three_turns_read_one_uri_once() {
    let doc = || by_uri("doc", "crm://deals/D1");
    let (tool, calls) = GetDeal::linking(false).shared();
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D2" })),
        ChatResponse::json(&json!({ "v": 3 })),
    ]);
    let graph = Graph::builder(pipeline(vec![
        sum::<first>(vec![doc()], 0),
        sum::<second>(vec![doc()], 0),
        agent(vec![doc()]),
        sum::<consume>(vec![upstream("first"), upstream("second"), upstream("research")], 0),
    ]))
    .model("m", model.clone())
    .tools([tool])
    .compile()
    .unwrap();
    for runs in 1..=20 {
        let server = Server::doc(1);
        let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
        assert_eq!(outcome.get::<consume>().unwrap().v, 5);
        assert_eq!(server.read_uris(), ["crm://deals/D1"]);
        assert_eq!(outcome.resources().fetches["crm://deals/D1"], 1);
        assert_eq!(model.requests().len(), 3 * runs, "three turns");
        assert_eq!(calls.load(std::sync::atomic::Ordering::SeqCst), 2 * runs);
    }
}
