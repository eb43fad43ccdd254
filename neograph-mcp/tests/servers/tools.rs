//! The servers' tools, and calls of them.

use std::sync::Arc;

use neograph_core::{
    resource::{ProducingCall, ReplayRequest, Replayer as _, lift},
    tool::{Tool, ToolCall, ToolError, ToolOutput},
};
use neograph_mcp::{McpError, McpServers, StdioServer};
use serde_json::{Map, json};

use crate::{
    harness::{Harness, observed},
    scripted_server::odd_links,
};

async fn tools(spec: StdioServer) -> Vec<Arc<dyn Tool>> {
    McpServers::new([("crm", spec)]).tools().await.unwrap()
}

async fn call(tools: &[Arc<dyn Tool>], name: &str) -> Result<ToolOutput, ToolError> {
    let tool = tools.iter().find(|tool| tool.spec().name == name).unwrap();
    tool.call(ToolCall::new(Map::from_iter([("deal_id".to_owned(), json!("D1"))]))).await
}

fn failure(error: ToolError) -> McpError {
    let ToolError::Failed(error) = error else { panic!("{error:?}") };
    *error.downcast().unwrap()
}

#[tokio::test]
async fn every_tool_is_listed_once_under_its_server() {
    let harness = Harness::scripted("");
    let tools = tools(harness.spec().idempotent(["links"])).await;
    let names: Vec<_> = tools.iter().map(|tool| tool.spec().qualified_name()).collect();
    let expected = [
        "links", "bare", "failing", "dying", "dead", "emit", "sequence", "remember", "work",
        "told", "whoami", "hinted",
    ];
    assert_eq!(names, expected.map(|name| format!("crm::{name}")));
    let idempotent: Vec<_> = tools.iter().filter(|tool| tool.spec().idempotent).collect();
    assert_eq!(idempotent.len(), 1);
    assert_eq!(tools[11].spec().description, "a hint");
    assert_eq!(harness.count("tools/list"), 2);
}

#[tokio::test]
async fn hints_count_when_they_are_trusted() {
    let harness = Harness::scripted("");
    let tools = tools(harness.spec().trust_annotations(true)).await;
    let idempotent = tools.iter().filter(|tool| tool.spec().idempotent);
    assert_eq!(idempotent.map(|tool| &tool.spec().name).collect::<Vec<_>>(), ["hinted"]);
}

#[tokio::test]
async fn a_list_without_an_end_is_given_up_and_has_each_tool_once() {
    let harness = Harness::scripted("endless-list");
    let (servers, oddities) = observed(harness.spec());
    let tools = servers.tools().await.unwrap();
    assert_eq!(tools.len(), 1);
    assert_eq!(harness.count("tools/list"), 2);
    let oddities = oddities.lock().unwrap();
    assert!(oddities.iter().any(|odd| odd.message.contains("cursor")), "{oddities:?}");
}

#[tokio::test]
async fn a_server_without_tools_adds_none() {
    let harness = Harness::scripted("no-tools");
    assert!(harness.servers().tools().await.unwrap().is_empty());
    assert_eq!(harness.count("tools/list"), 0);
}

#[tokio::test]
async fn a_result_keeps_every_block_as_the_server_wrote_it() {
    let harness = Harness::scripted("");
    let output = call(&tools(harness.spec()).await, "links").await.unwrap();
    assert_eq!(output.content["content"], odd_links());
    assert_eq!(output.typed, Some(json!({ "deal_id": "D1" })));

    let links = ReplayRequest::new("crm", "links", Map::new());
    let replayed = harness.servers().replayer().replay(links).await.unwrap();
    assert_eq!(replayed["content"], odd_links());

    let lifted = lift(&replayed, Some("crm"), &ProducingCall::new("links", Map::new(), true));
    assert_eq!(lifted.refs.len(), 2);
    assert_eq!((lifted.refs[1].uri(), lifted.refs[1].size()), ("X://A/../b?", Some(12)));
}

#[tokio::test]
async fn a_failed_result_stays_a_result() {
    let harness = Harness::scripted("");
    let output = call(&tools(harness.spec()).await, "failing").await.unwrap();
    assert_eq!(output.content["isError"], json!(true));
    assert_eq!(output.typed, None);
}

#[tokio::test]
async fn a_call_that_may_have_taken_effect_is_not_made_again() {
    let harness = Harness::scripted("");
    let tools = tools(harness.spec()).await;
    let error = failure(call(&tools, "dying").await.unwrap_err());
    assert!(matches!(error, McpError::OutcomeUnknown { .. }), "{error:?}");
    assert_eq!(harness.count("call dying"), 1);
    // The next calls are served by a new process, all of them by the same.
    for _ in 0..3 {
        call(&tools, "links").await.unwrap();
    }
    assert_eq!(harness.processes().len(), 2);
}

#[tokio::test]
async fn a_call_of_an_idempotent_tool_is_made_once_more() {
    let harness = Harness::scripted("");
    let tools = tools(harness.spec().idempotent(["dying", "dead"])).await;
    call(&tools, "dying").await.unwrap();
    assert_eq!(harness.count("call dying"), 2);
    let error = failure(call(&tools, "dead").await.unwrap_err());
    assert!(matches!(error, McpError::Died { .. }), "{error:?}");
    assert_eq!(harness.count("call dead"), 2);
}
