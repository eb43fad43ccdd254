//! Which tools, declared what, called by whom.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use neograph_core::{
    resource::{ReplayRequest, Replayer as _},
    tool::{Tool, ToolCall, ToolError},
};
use neograph_mcp::{McpError, McpServers};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::harness::Harness;

#[derive(Deserialize)]
struct Deal {
    #[expect(dead_code, reason = "it is there to be missed")]
    deal_id: String,
}

fn names(tools: &[Arc<dyn Tool>]) -> Vec<String> {
    tools.iter().map(|tool| tool.spec().qualified_name()).collect()
}

fn object(value: Value) -> Map<String, Value> {
    let Value::Object(object) = value else { panic!("{value}") };
    object
}

fn mcp_error(error: ToolError) -> McpError {
    let ToolError::Failed(error) = error else { panic!("{error:?}") };
    *error.downcast().unwrap()
}

/// Who the scripted server was told calls.
async fn caller(tool: &dyn Tool, args: Value) -> Value {
    let output = tool.call(ToolCall::new(object(args))).await.unwrap();
    output.typed.unwrap()["token"].clone()
}

#[tokio::test]
async fn only_what_is_picked_is_there_and_only_its_servers_are_started() {
    let (crm, erp) = (Harness::scripted(""), Harness::scripted(""));
    let servers = McpServers::new([("crm", crm.spec()), ("erp", erp.spec())]);
    let tools = servers.tools().only(["crm::links", "crm::hinted"]).await.unwrap();
    assert_eq!(names(&tools), ["crm::links", "crm::hinted"]);
    assert!(erp.notes().is_empty());
}

#[tokio::test]
async fn a_name_that_means_no_tool_or_several_is_an_error_with_the_names() {
    let (crm, erp) = (Harness::scripted(""), Harness::scripted("no-tools"));
    let servers = McpServers::new([("crm", crm.spec()), ("erp", erp.spec())]);
    assert_eq!(names(&servers.tools().only(["links"]).await.unwrap()), ["crm::links"]);
    let error = servers.tools().only(["crm::lonks"]).await.err().unwrap();
    assert!(matches!(error, McpError::UnknownTool { .. }), "{error:?}");
    assert!(error.to_string().contains("`crm::links`"), "{error}");
    let error = servers.tools().idempotent(["lonks"]).await.err().unwrap();
    assert!(matches!(error, McpError::UnknownTool { .. }), "{error:?}");
    let error = servers.tools().only(["hr::links"]).await.err().unwrap();
    assert!(matches!(error, McpError::UnknownServer { .. }), "{error:?}");

    let twins = McpServers::new([("a", crm.spec()), ("b", crm.spec())]);
    let error = twins.tools().only(["links"]).await.err().unwrap();
    assert!(matches!(error, McpError::AmbiguousTool { .. }), "{error:?}");
    assert!(error.to_string().contains("`a::links`, `b::links`"), "{error}");
    let error = twins.tool("links").unwrap_err();
    assert!(matches!(error, McpError::AmbiguousTool { .. }), "{error:?}");
}

#[tokio::test]
async fn what_is_declared_where_tools_are_picked_counts() {
    let harness = Harness::scripted("");
    let tools = harness.servers().tools().only(["dying", "links"]).idempotent(["crm::dying"]);
    let tools = tools.await.unwrap();
    let idempotent: Vec<_> = tools.iter().map(|tool| tool.spec().idempotent).collect();
    assert_eq!(idempotent, [false, true]);
    tools[1].call(ToolCall::new(Map::new())).await.unwrap();
    assert_eq!(harness.count("call dying"), 2);
}

#[tokio::test]
async fn a_structured_result_must_fit_its_type() {
    let harness = Harness::scripted("");
    let tools = harness
        .servers()
        .tools()
        .only(["links", "emit", "failing"])
        .output_type::<Deal>("links")
        .output_type::<Deal>("crm::emit")
        .output_type::<Deal>("failing");
    let tools = tools.await.unwrap();
    let [links, failing, emit] = &*tools else { panic!("{:?}", names(&tools)) };

    let output = links.call(ToolCall::new(object(json!({ "deal_id": "D1" })))).await.unwrap();
    assert_eq!(output.typed, Some(json!({ "deal_id": "D1" })));
    let wrong = links.call(ToolCall::new(object(json!({ "deal_id": 7 })))).await.unwrap_err();
    let McpError::StructuredContent { path, .. } = mcp_error(wrong) else { panic!("no misfit") };
    assert_eq!(path, "deal_id");
    let none = emit.call(ToolCall::new(object(json!({ "blocks": [] })))).await.unwrap_err();
    assert!(matches!(mcp_error(none), McpError::NoStructuredContent { .. }));
    let failed = failing.call(ToolCall::new(Map::new())).await.unwrap();
    assert_eq!(failed.content["isError"], true);
}

#[tokio::test]
async fn a_lazy_tool_starts_its_server_at_its_first_call() {
    let harness = Harness::scripted("");
    let servers = McpServers::new([("crm", harness.spec().idempotent(["links"]))]);
    let tool = servers.tool("crm::links").unwrap().description("links").output_type::<Deal>();
    assert_eq!(tool.spec().qualified_name(), "crm::links");
    assert!(tool.spec().idempotent);
    assert!(matches!(servers.tool("erp::links"), Err(McpError::UnknownServer { .. })));
    assert!(harness.notes().is_empty());
    tool.call(ToolCall::new(object(json!({ "deal_id": "D1" })))).await.unwrap();
    assert_eq!(harness.processes().len(), 1);
    assert_eq!(harness.count("tools/list"), 0);
}

#[tokio::test]
async fn who_calls_is_asked_anew_each_time_and_overrides_the_model() {
    let harness = Harness::scripted("");
    let asked = Arc::new(AtomicU32::new(0));
    let provider = {
        let asked = Arc::clone(&asked);
        move || {
            let count = asked.fetch_add(1, Ordering::Relaxed) + 1;
            async move { Ok::<_, std::io::Error>(format!("token {count}")) }
        }
    };
    let servers = McpServers::new([("crm", harness.spec().identity("token", provider))]);
    let tools = servers.tools().only(["whoami", "links"]).await.unwrap();
    let [links, whoami] = &*tools else { panic!("{:?}", names(&tools)) };
    assert!(whoami.spec().input_schema["properties"].get("token").is_none());
    assert_eq!(caller(&**whoami, json!({})).await, "token 1");
    assert_eq!(caller(&**whoami, json!({ "token": "the model's" })).await, "token 2");
    assert_eq!(caller(&servers.tool("whoami").unwrap(), json!({})).await, "token 3");
    // A replay has the arguments of the store, which hold no token.
    let again = ReplayRequest::new("crm", "whoami", Map::new());
    let result = servers.replayer().replay(again).await.unwrap();
    assert_eq!(result["structuredContent"]["token"], "token 4");
    // A tool that does not declare the argument is not told.
    assert_eq!(caller(&**links, json!({})).await, Value::Null);
    assert_eq!(asked.load(Ordering::Relaxed), 4);
}

#[tokio::test]
async fn two_identities_share_a_process_and_are_never_mixed() {
    let harness = Harness::scripted("");
    let servers = McpServers::new([("crm", harness.spec().identity("token", "nobody"))]);
    let (ada, bob) = (servers.with_identity("ada"), servers.with_identity("bob"));
    let (ada, bob) = (ada.tool("whoami").unwrap(), bob.tool("whoami").unwrap());
    for _ in 0..5 {
        let (a, b) = tokio::join!(caller(&ada, json!({})), caller(&bob, json!({})));
        assert_eq!((a, b), (json!("ada"), json!("bob")));
    }
    assert_eq!(caller(&servers.tool("whoami").unwrap(), json!({})).await, "nobody");
    assert_eq!(harness.processes().len(), 1);
}

#[tokio::test]
async fn a_token_that_cannot_be_had_fails_the_call_and_nothing_is_sent() {
    let harness = Harness::scripted("");
    let provider = || async { Err::<String, _>(std::io::Error::other("logged out")) };
    let servers = McpServers::new([("crm", harness.spec().identity("token", provider))]);
    let tool = servers.tool("whoami").unwrap();
    let error = mcp_error(tool.call(ToolCall::new(Map::new())).await.unwrap_err());
    assert!(matches!(error, McpError::NoToken { .. }), "{error:?}");
    assert!(error.to_string().contains("logged out"), "{error}");
    assert_eq!(harness.count("call whoami"), 0);
}
