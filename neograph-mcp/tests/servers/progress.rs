//! What a server tells of a call that is under way.

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use futures_util::StreamExt as _;
use neograph::{Graph, model::ChatResponse, prelude::*, run::Event, testing::ScriptedModel};
use neograph_core::tool::{Progress, ProgressSink, Tool as _, ToolCall, ToolError, ToolOutput};
use neograph_mcp::{McpError, McpServers, StdioServer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::harness::{Harness, observed, text};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Found {
    found: u32,
}

#[pipeline(name = "working")]
mod working {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "work", tools = ["crm::work"])]
    pub(super) async fn find() -> Result<Found>;
}

/// Calls `work`: what it told meanwhile, and how it ended.
async fn work(
    servers: &McpServers,
    arguments: Value,
) -> (Vec<Progress>, std::result::Result<ToolOutput, ToolError>) {
    let Value::Object(arguments) = arguments else { panic!("{arguments}") };
    let told = Arc::<Mutex<Vec<Progress>>>::default();
    let sink = Arc::clone(&told);
    let sink = ProgressSink::new(move |progress| sink.lock().unwrap().push(progress));
    let answer = servers.tool("work").unwrap().call(ToolCall::new(arguments).progress(sink)).await;
    let told = told.lock().unwrap().clone();
    (told, answer)
}

fn limited(spec: StdioServer) -> McpServers {
    let spec = spec.request_timeout(Duration::from_millis(500));
    McpServers::new([("crm", spec.total_timeout(Duration::from_secs(2)))])
}

fn timeout(answer: std::result::Result<ToolOutput, ToolError>) -> Duration {
    let Err(ToolError::Failed(error)) = answer else { panic!("{answer:?}") };
    match *error.downcast().unwrap() {
        McpError::Timeout { limit, .. } => limit,
        other => panic!("{other}"),
    }
}

#[tokio::test]
async fn progress_is_in_the_stream_of_the_run_and_in_order() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let steps = json!([
        { "progress": 1, "total": 3, "message": "read" }, { "progress": 2.5, "total": 3 },
        { "progress": 3 },
    ]);
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::work", json!({ "steps": steps, "late": steps })),
        ChatResponse::json(&json!({ "found": 1 })),
    ]);
    let graph = Graph::builder(working::pipeline())
        .model("m", model)
        .tools(servers.tools().only(["crm::work"]).await.unwrap())
        .compile()
        .unwrap();
    let mut stream = graph.astream(Input::new(), &RunConfig::new());
    let mut told = Vec::new();
    while let Some(event) = stream.next().await {
        match event {
            Event::ToolProgress { node, tool, progress, total, message } => {
                assert_eq!((&*node, &*tool), ("find", "crm::work"));
                told.push((progress, total, message));
            }
            Event::ToolCalled { .. } => assert_eq!(told.len(), 3, "told before the answer"),
            _ => {}
        }
    }
    assert!(stream.outcome().await.unwrap().is_completed());
    let expected =
        [(1.0, Some(3.0), Some("read".to_owned())), (2.5, Some(3.0), None), (3.0, None, None)];
    assert_eq!(told, expected);
    servers.close().await;
}

#[tokio::test]
async fn what_is_told_of_nobodys_call_is_passed_over_without_a_word() {
    let harness = Harness::scripted("");
    let (servers, oddities) = observed(harness.spec());
    let steps = json!([
        { "progressToken": 987_654, "progress": 1 }, { "progressToken": "none", "progress": 1 },
        { "progressToken": null, "progress": 1 }, { "progressToken": [], "progress": 1 },
        { "progress": "half" }, {}, { "progress": 7, "total": "all", "message": 7 },
    ]);
    let late: Vec<_> = (0..1_000).map(|step| json!({ "progress": step })).collect();
    let (told, answer) = work(&servers, json!({ "steps": steps, "late": late })).await;
    assert_eq!(told, [Progress::new(7.0)]);
    answer.unwrap();
    // The next calls are told of their own.
    let (told, answer) = work(&servers, json!({ "steps": [{ "progress": 1 }] })).await;
    assert_eq!(told, [Progress::new(1.0)]);
    answer.unwrap();
    assert!(oddities.lock().unwrap().is_empty(), "{oddities:?}");
    assert_eq!(harness.processes().len(), 1);
}

#[tokio::test]
async fn a_call_that_tells_of_its_progress_gets_more_time() {
    let harness = Harness::scripted("");
    let servers = limited(harness.spec());
    let steps: Vec<_> = (1..=5).map(|step| json!({ "progress": step })).collect();
    let started = Instant::now();
    let (told, answer) = work(&servers, json!({ "steps": steps, "pause": 250 })).await;
    answer.unwrap();
    assert_eq!(told.len(), 5);
    assert!(started.elapsed() > Duration::from_secs(1));
}

#[tokio::test]
async fn a_call_that_tells_of_another_call_gets_no_more_time() {
    let harness = Harness::scripted("");
    let servers = limited(harness.spec());
    let steps: Vec<_> =
        (1..=20).map(|step| json!({ "progress": 1, "progressToken": step })).collect();
    // Tokens are counted from one on; the call has one, and every other is nobody's.
    let (told, answer) = work(&servers, json!({ "steps": steps, "pause": 100 })).await;
    assert!(told.len() <= 1);
    assert_eq!(timeout(answer), Duration::from_millis(500));
}

#[tokio::test]
async fn progress_without_an_end_is_given_up_at_the_total_limit() {
    for pause in [0, 100] {
        let harness = Harness::scripted("");
        let servers = limited(harness.spec());
        text(&servers, "any://thing").await;
        let started = Instant::now();
        let arguments = json!({ "steps": [{ "progress": 1 }], "pause": pause, "endless": true });
        let (_, answer) = work(&servers, arguments).await;
        assert_eq!(timeout(answer), Duration::from_secs(2));
        assert!(started.elapsed() < Duration::from_secs(4), "pause {pause}");
    }
}
