use neograph_core::{
    __private::{Mode, NodeSpec, PromptSource, ToolRef},
    BoxFuture, Graph,
    checkpoint::MemorySaver,
    model::ChatResponse,
    run::{Input, RunConfig},
    testing::ScriptedModel,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde_json::json;

use super::{super::support::*, *};

/// Links to the mails of the deal it is asked for.
struct Mails(ToolSpec);

impl Tool for Mails {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let deal = call.args["deal"].clone();
        Box::pin(async move {
            Ok(ToolOutput::new(json!([link("mails", &format!("crm://deals/{deal}/mails"))])))
        })
    }
}

/// An agent that asks for the mails of its document.
fn searching() -> NodeSpec {
    NodeSpec::__with_model::<research, Doc>(
        Mode::Agent,
        "m",
        PromptSource::Inline("find the mails of {{ doc.v }}"),
    )
    .__tool(ToolRef::Named("crm::mails"))
    .__param(item())
}

/// A model that calls the tool for the number in its prompt, and then answers with it.
fn model() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let text = format!("{:?}", request.messages);
        let number = text.split("mails of ").nth(1).and_then(|rest| rest.chars().next()).unwrap();
        if request.messages.len() == 1 {
            let args = json!({ "deal": number.to_digit(10) });
            Ok(ChatResponse::call("crm::mails", args))
        } else {
            Ok(ChatResponse::text(format!("{{\"v\": {number}}}")))
        }
    })
}

#[tokio::test]
async fn the_manifests_of_items_stand_in_item_order() {
    let graph = Graph::builder(pipeline(vec![
        batch_of(0..4),
        over_batch(searching()),
        sum::<consume>(vec![by_kind("mails", "mails")], 0)
            .__param(neograph_core::__private::Param::__upstream::<Vec<Doc>>("research")),
    ]))
    .checkpointer(MemorySaver::new())
    .model("m", model())
    .tools([std::sync::Arc::new(Mails(ToolSpec::new("mails").server("crm"))) as _])
    .compile()
    .unwrap();
    let server = Server::doc(5);
    let config = server.config();
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(outcome.output().value::<Vec<Doc>>("research").unwrap()[3].v, 3);
    assert_eq!(server.read_uris(), ["crm://deals/0/mails"], "the first of the first item");
    assert_eq!(outcome.output().tool_log("research[2]").len(), 1);
    let state = graph.get_state(&config).await.unwrap();
    let uris: Vec<&str> = state.manifest("research").iter().map(|link| link.uri()).collect();
    assert_eq!(
        uris,
        [
            "crm://deals/0/mails",
            "crm://deals/1/mails",
            "crm://deals/2/mails",
            "crm://deals/3/mails"
        ]
    );
}

/// A pipeline that reads a link of the one around it.
struct Consuming;

impl Inner for Consuming {
    fn nodes() -> Vec<NodeSpec> {
        let begun = neograph_core::__private::Param::__input::<Doc>("first");
        vec![sum::<last>(vec![by_kind("mails", "mails"), begun], 0)]
    }
}

/// A pipeline that emits a link.
struct Emitting;

impl Inner for Emitting {
    fn nodes() -> Vec<NodeSpec> {
        vec![agent(vec![]), sum::<last>(vec![upstream("research")], 0)]
    }
}

#[tokio::test]
async fn links_go_into_a_sub_pipeline_and_come_out_of_one() {
    let (tool, _) = GetDeal::linking(true).shared();
    let turns = [ChatResponse::call("crm::get_deal", json!({})), ChatResponse::text("{\"v\": 1}")];
    let graph = Graph::builder(pipeline(vec![
        inside::<first, Emitting>(),
        inside::<second, Consuming>().__param(upstream("first")),
        sum::<third>(vec![upstream("first"), by_kind("mails", "mails")], 0),
    ]))
    .model("m", ScriptedModel::turns(turns))
    .tools([tool])
    .compile()
    .unwrap();
    let server = Server::doc(5);
    let config = RunConfig::new().fetcher(server.clone());
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!((outcome.get::<second>().unwrap().v, outcome.get::<third>().unwrap().v), (6, 6));
    assert_eq!(server.read_uris(), ["crm://old"], "one fetch for equal URIs");
    assert_eq!(outcome.output().tool_log("first/research").len(), 1);
}

/// Searches, and then gives what it found.
struct Searching;

impl Inner for Searching {
    fn nodes() -> Vec<NodeSpec> {
        let found = |param| {
            NodeSpec::__with_model::<research, Doc>(
                Mode::Agent,
                "m",
                PromptSource::Inline("find the mails of {{ doc.v }}"),
            )
            .__tool(ToolRef::Named("crm::mails"))
            .__param(param)
        };
        let doc = neograph_core::__private::Param::__input::<Doc>("doc").__rendered::<Doc>();
        vec![found(doc), sum::<last>(vec![upstream("research")], 0)]
    }
}

/// Fails once for the item 2, and reads the first link of the manifest.
fn searching_inside(fails: &std::sync::Arc<std::sync::atomic::AtomicBool>) -> Graph {
    let fails = std::sync::Arc::clone(fails);
    let failing = body::<total>(vec![], move |_| {
        let fails = fails.swap(false, std::sync::atomic::Ordering::SeqCst);
        if fails { Err("for once".into()) } else { Ok(0) }
    });
    let verifying = over_batch(inside::<verify, Searching>().__param(item()));
    let reading = sum::<consume>(vec![by_kind("mails", "mails"), upstream("total")], 0)
        .__param(neograph_core::__private::Param::__upstream::<Vec<Doc>>("verify"));
    Graph::builder(pipeline(vec![batch_of(0..3), verifying, failing, reading]))
        .checkpointer(MemorySaver::new())
        .model("m", model())
        .tools([std::sync::Arc::new(Mails(ToolSpec::new("mails").server("crm"))) as _])
        .compile()
        .unwrap()
}

#[tokio::test]
async fn what_finished_parts_have_done_is_known_to_a_resumed_run() {
    // The last item asks, so that the first two are recalled one by one.
    let asking = over_batch(inside::<verify, Searching>().__param(item()))
        .__interrupt_when::<Doc, _, _>(|doc: &Doc| (doc.v == 2).then_some("sure?"));
    let reading = sum::<consume>(vec![by_kind("mails", "mails")], 0)
        .__param(neograph_core::__private::Param::__upstream::<Vec<Doc>>("verify"));
    let graph = Graph::builder(pipeline(vec![batch_of(0..3), asking, reading]))
        .checkpointer(MemorySaver::new())
        .model("m", model())
        .tools([std::sync::Arc::new(Mails(ToolSpec::new("mails").server("crm"))) as _])
        .compile()
        .unwrap();
    let server = Server::doc(5);
    let config = server.config();
    let paused = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(paused.output().tool_log("verify[0]/research").len(), 1);
    let outcome = graph.arun(neograph_core::run::Resume::new(true), &config).await.unwrap();
    assert_eq!(server.read_uris(), ["crm://deals/0/mails"], "the first link of the first item");
    for item in 0..3 {
        let log = outcome.output().tool_log(&format!("verify[{item}]/research"));
        assert_eq!(log.len(), 1, "item {item}");
    }
    // A whole node that is done is known with what is inside it, too.
    let fails = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let graph = searching_inside(&fails);
    graph.arun(Input::new(), &config).await.unwrap_err();
    let outcome = graph.arun(neograph_core::run::Continue, &config).await.unwrap();
    assert_eq!(outcome.output().tool_log("verify[2]/research").len(), 1);
}
