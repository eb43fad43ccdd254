//! `mcp` of the Python index, 1.30 and 2.

use interop_tests::{args, document, probe, sdk_1, sdk_2};
use neograph_mcp::McpError;
use serde_json::{Map, json};

#[tokio::test]
async fn a_link_is_healed_across_a_restart() {
    for server in [sdk_1(), sdk_2()] {
        let probe = probe(server.idempotent(["make_report"]));
        let call = args(json!({ "name": "q3" }));
        let healed = document(probe.heal("make_report", call, "report").await);
        assert_eq!((&healed["reads"], &healed["replays"]), (&json!(2), &json!(1)));
        assert_eq!(healed["contents"][0]["text"], r#"{"name": "q3"}"#);
        probe.close().await;
    }
}

#[tokio::test]
async fn a_tool_that_fails_and_a_resource_that_is_gone_say_so() {
    for server in [sdk_1(), sdk_2()] {
        let probe = probe(server);
        let failed = document(probe.call("fail", Map::new()).await);
        assert_eq!(failed["is_error"], true);
        let error = probe.read("report://none").await.unwrap_err();
        let error: &McpError = error.downcast_ref().unwrap();
        assert!(matches!(error, McpError::Refused { .. }), "{error}");
        probe.close().await;
    }
}
