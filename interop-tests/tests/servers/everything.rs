//! npm `@modelcontextprotocol/server-everything`.

use std::sync::{Arc, Mutex};

use interop_tests::{args, document, everything, probe};
use neograph_core::{
    Error,
    error::ExecutionError,
    tool::{Progress, ProgressSink, Tool as _, ToolCall},
};
use neograph_mcp::McpServers;
use serde_json::{Value, json};

const TOOL: &str = "gzip-file-as-resource";

/// A call that links to a file of the server's session, without any network.
fn call() -> serde_json::Map<String, Value> {
    args(json!({
        "name": "hello.gz", "data": "data:text/plain;base64,aGVsbG8gd29ybGQ=",
        "outputType": "resourceLink",
    }))
}

#[tokio::test]
async fn a_link_of_a_session_is_healed_across_a_restart() {
    let probe = probe(everything().idempotent([TOOL]));
    let healed = document(probe.heal(TOOL, call(), "hello.gz").await);
    probe.close().await;
    assert_eq!((&healed["reads"], &healed["replays"]), (&json!(2), &json!(1)));
    assert_eq!(healed["ref"]["uri"], "demo://resource/session/hello.gz");
    let content = &healed["contents"][0];
    assert_eq!(content["mime"], "application/gzip");
    assert!(content["base64"].as_str().unwrap().starts_with("H4sI"), "{content}");
}

#[tokio::test]
async fn a_link_of_a_tool_that_is_not_declared_idempotent_is_not_healed() {
    let probe = probe(everything());
    let error = probe.heal(TOOL, call(), "hello.gz").await.unwrap_err();
    let Some(Error::Execution(error)) = error.downcast_ref() else { panic!("{error}") };
    assert!(matches!(**error, ExecutionError::NonIdempotentReplay { .. }), "{error}");
}

#[tokio::test]
async fn its_links_templates_and_blobs_are_taken_as_they_are() {
    let probe = probe(everything());
    let links = document(probe.call("get-resource-links", args(json!({ "count": 3 }))).await);
    assert_eq!(links["refs"].as_array().unwrap().len(), 3);
    assert!(!links["text"].as_str().unwrap().is_empty());

    let templates = document(probe.templates().await);
    let templates: Vec<_> = templates["templates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|template| template["uri_template"].as_str().unwrap())
        .collect();
    assert!(templates.contains(&"demo://resource/dynamic/blob/{resourceId}"), "{templates:?}");

    // A blob that says it is text.
    let blob = document(probe.read("demo://resource/dynamic/blob/1").await);
    assert_eq!(blob["contents"][0]["mime"], "text/plain");
    assert!(blob["contents"][0]["base64"].is_string(), "{blob}");
    let error = probe.read("demo://resource/session/none").await.unwrap_err().to_string();
    assert!(error.contains("-32602"), "{error}");
    probe.close().await;
}

#[tokio::test]
async fn its_annotations_count_when_they_are_trusted() {
    let servers = McpServers::new([("everything", everything().trust_annotations(true))]);
    let tools = servers.tools().only([TOOL]).await.unwrap();
    assert!(tools[0].spec().idempotent);
    servers.close().await;
}

#[tokio::test]
async fn it_tells_of_the_steps_of_a_long_operation() {
    let servers = McpServers::new([("everything", everything())]);
    let told = Arc::<Mutex<Vec<Progress>>>::default();
    let sink = Arc::clone(&told);
    let sink = ProgressSink::new(move |progress| sink.lock().unwrap().push(progress));
    let tool = servers.tool("trigger-long-running-operation").unwrap();
    let call = ToolCall::new(args(json!({ "duration": 1, "steps": 4 }))).progress(sink);
    let output = tool.call(call).await.unwrap();
    assert_eq!(output.content["isError"], Value::Null, "{}", output.content);
    let expected = [1.0, 2.0, 3.0, 4.0].map(|step| Progress::new(step).total(4.0));
    assert_eq!(*told.lock().unwrap(), expected);
    servers.close().await;
}
