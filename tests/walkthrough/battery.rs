//! The battery with the walkthrough's own server: what is routed where, and what may be mixed.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use neograph::{
    error::ConfigurationError,
    mcp::{McpServers, mcp_resource_fetcher},
    model::ChatResponse,
    prelude::*,
    resource::{FetchRequest, Fetcher, ReplayRequest, Replayer, fetch_fn, replay_fn},
    run::RunConfig,
    testing::ScriptedModel,
};
use serde_json::{Map, Value, json};

use super::process::Workplace;

#[pipeline]
mod flow {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "find", tools = ["crm::get_deal"])]
    pub async fn research() -> Result<u8>;

    #[node]
    pub async fn mails(
        research: &u8,
        #[from_resource(ref = "email-history")] history: Value,
    ) -> Result<usize> {
        let mails = history["mails"].as_array().map_or(0, Vec::len);
        Ok(mails + usize::from(*research))
    }
}

fn model() -> ScriptedModel {
    ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::json(&json!(1)),
    ])
}

/// The servers' tools go into the graph as they are.
async fn graph(servers: &McpServers) -> Graph {
    let builder = Graph::builder(flow::pipeline()).model("m", model());
    builder.tools(servers.tools().await.unwrap()).compile().unwrap()
}

async fn mails(graph: &Graph, config: &RunConfig) -> usize {
    *graph.arun(Input::new(), config).await.unwrap().get::<flow::mails>().unwrap()
}

fn args() -> Map<String, Value> {
    Map::from_iter([("deal_id".to_owned(), json!("D1"))])
}

const MAILS: &str = "mcp://crm/deals/D1/emails/2026-01-01/2026-12-31";

#[tokio::test]
async fn a_replay_goes_to_the_server_that_owns_the_tool() {
    let place = Workplace::new();
    let (fetcher, replayer) =
        mcp_resource_fetcher([("crm", place.crm("one")), ("erp", place.crm("two"))]);
    let replay = |server: &str| replayer.replay(ReplayRequest::new(server, "get_deal", args()));
    replay("erp").await.unwrap();
    assert_eq!((place.noted("one").len(), place.noted("two")), (0, vec![called()]));
    replay("crm").await.unwrap();
    assert_eq!((place.noted("one"), place.noted("two")), (vec![called()], vec![called()]));
    fetcher.servers().close().await;
}

fn called() -> String {
    "tool get_deal D1".to_owned()
}

#[tokio::test]
async fn either_half_of_the_battery_may_be_a_closure() {
    let place = Workplace::new();
    let (fetcher, replayer) = mcp_resource_fetcher([("crm", place.crm("one"))]);
    let servers = fetcher.servers().clone();
    let graph = graph(&servers).await;

    // A fetcher of our own, whose first read fails, and the battery's replayer.
    let (reads, battery) = (Arc::new(AtomicUsize::new(0)), fetcher.clone());
    let own_fetcher = fetch_fn(move |uri: String| {
        let (first, battery) = (reads.fetch_add(1, Ordering::SeqCst) == 0, battery.clone());
        async move {
            if first {
                return Err("dead".into());
            }
            let content = battery.fetch(FetchRequest::new(uri)).await?.contents.remove(0);
            Ok::<_, neograph::BoxError>((content.body, content.mime))
        }
    });
    let config = RunConfig::new().fetcher(own_fetcher).replayer(replayer);
    assert_eq!(mails(&graph, &config).await, 4 + 1);
    assert_eq!(place.noted("one").iter().filter(|note| **note == called()).count(), 2);

    // The battery's fetcher, whose first read fails, and a replayer of our own.
    let tools = servers.tools().await.unwrap();
    let arm = tools.iter().find(|tool| tool.spec().name == "arm_email_expiry").unwrap();
    arm.call(neograph::tool::ToolCall::new(Map::new())).await.unwrap();
    let own_replayer = replay_fn(|tool: String, given: Map<String, Value>| async move {
        assert_eq!((tool.as_str(), given), ("get_deal", args()));
        let link = json!({ "type": "resource_link", "name": "email-history", "uri": MAILS });
        Ok::<_, neograph::BoxError>(json!([link]))
    });
    let config = RunConfig::new().fetcher(fetcher).replayer(own_replayer);
    assert_eq!(mails(&graph, &config).await, 4 + 1);
    assert_eq!(place.noted("one").iter().filter(|note| **note == called()).count(), 3);
    assert_eq!(
        place.noted("one").iter().filter(|note| **note == format!("read {MAILS}")).count(),
        3
    );
    servers.close().await;
}

#[tokio::test]
async fn the_server_lists_its_tools_and_its_templates_as_any_server_does() {
    let place = Workplace::new();
    let servers = McpServers::new([("crm", place.crm("one"))]);
    let tools = servers.tools().await.unwrap();
    let tools: Vec<String> = tools.iter().map(|tool| tool.spec().qualified_name()).collect();
    assert_eq!(tools, ["crm::arm_email_expiry", "crm::get_deal"]);
    let templates = servers.templates().await.unwrap();
    let templates: Vec<&str> = templates.iter().map(|one| one.uri_template.as_str()).collect();
    let dates = "mcp://crm/deals/{deal_id}/emails/{start}/{end}";
    assert_eq!(templates, ["mcp://crm/deals/{deal_id}/activity", dates]);
    servers.close().await;
}

#[test]
fn the_blocking_driver_refuses_a_tool_of_a_server() {
    let place = Workplace::new();
    let servers = McpServers::new([("crm", place.crm("one"))]);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let graph = runtime.block_on(graph(&servers));
    let error = graph.run(Input::new(), &RunConfig::new().fetcher(servers.fetcher())).unwrap_err();
    let refusal = error.as_configuration().unwrap();
    assert!(matches!(refusal, ConfigurationError::NeedsAsyncDriver { .. }), "{error}");
    assert!(error.to_string().contains("`crm::get_deal`"), "{error}");
    assert!(place.noted("one").is_empty());
    runtime.block_on(servers.close());
}
