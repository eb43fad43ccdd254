//! npm `@modelcontextprotocol/server-filesystem`.

use std::fs;

use interop_tests::{args, document, filesystem, probe};
use neograph_mcp::McpError;
use serde_json::json;

#[tokio::test]
async fn it_has_tools_and_no_resources() {
    let dir = tempfile::tempdir().unwrap();
    let dir = dir.path().canonicalize().unwrap();
    let file = dir.join("a.txt");
    fs::write(&file, "hello").unwrap();
    let probe = probe(filesystem(&dir));

    let tools = document(probe.tools().await);
    let write = tools["tools"].as_array().unwrap().iter().find(|tool| tool["name"] == "write_file");
    assert_eq!(write.unwrap()["idempotent"], false, "it claims so, and destroys");
    let read = document(probe.call("read_text_file", args(json!({ "path": file }))).await);
    assert_eq!((&read["text"], &read["is_error"]), (&json!("hello"), &json!(false)));
    let none = document(probe.call("read_text_file", args(json!({ "path": "/none" }))).await);
    assert_eq!(none["is_error"], true);

    assert_eq!(document(probe.templates().await)["templates"], json!([]));
    let error = probe.read("file:///a.txt").await.unwrap_err();
    let error: &McpError = error.downcast_ref().unwrap();
    assert!(matches!(error, McpError::Unsupported { .. }), "{error}");
    probe.close().await;
}
