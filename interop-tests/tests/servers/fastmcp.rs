//! `fastmcp` 4 of the Python index.

use std::time::Duration;

use interop_tests::{args, document, fastmcp, probe};
use neograph_core::tool::{Tool as _, ToolCall};
use neograph_mcp::{HttpServer, McpServers, ProtocolEra};
use serde_json::{Map, json};

#[tokio::test]
async fn query_templates_take_their_values_in_any_number() {
    let probe = probe(fastmcp());
    for (uri, expected) in [
        ("query://deals", "none to none"),
        ("query://deals?last=9", "none to 9"),
        ("query://deals?first=1&last=9", "1 to 9"),
    ] {
        let read = document(probe.read(uri).await);
        assert_eq!(read["contents"][0]["text"], expected, "{uri}");
    }
    let templates = document(probe.templates().await);
    let queries = templates["templates"].as_array().unwrap().iter();
    assert!(queries.into_iter().any(|one| one["uri_template"] == "query://deals{?first,last}"));
    probe.close().await;
}

#[tokio::test]
async fn a_read_of_several_contents_has_them_all() {
    let probe = probe(fastmcp());
    let read = document(probe.read("pair://d%201").await);
    let contents = read["contents"].as_array().unwrap();
    assert_eq!(contents.len(), 2, "{read}");
    assert_eq!(contents[0]["text"], "about d 1");
    assert_eq!(contents[1]["base64"], "AP8=");
    probe.close().await;
}

#[tokio::test]
async fn a_link_is_healed_across_a_restart_in_either_era() {
    for era in [ProtocolEra::Auto, ProtocolEra::Legacy] {
        let probe = probe(fastmcp().protocol_era(era).idempotent(["make_report"]));
        let call = args(json!({ "name": "q3" }));
        let healed = document(probe.heal("make_report", call, "report").await);
        assert_eq!((&healed["reads"], &healed["replays"]), (&json!(2), &json!(1)));
        assert_eq!(healed["contents"][0]["text"], r#"{"name": "q3"}"#);
        probe.close().await;
    }
}

#[tokio::test]
async fn a_tool_is_told_who_calls() {
    let patience = Duration::from_mins(2);
    let server = fastmcp().connect_timeout(patience).identity("access_token", "ada's");
    let servers = McpServers::new([("fastmcp", server)]);
    let tool = servers.tool("whoami").unwrap();
    let output = tool.call(ToolCall::new(Map::new())).await.unwrap();
    assert_eq!(output.typed.unwrap()["token"], "ada's");
    servers.close().await;
}

#[tokio::test]
async fn it_is_spoken_to_over_http_in_either_era() {
    let port = {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        listener.local_addr().unwrap().port()
    };
    // The service is a child that speaks no MCP over its pipes; it ends when it is dropped.
    let service = McpServers::new([(
        "service",
        fastmcp().arg(port.to_string()).protocol_era(ProtocolEra::Legacy),
    )]);
    let keeping = tokio::spawn(async move { service.tools().await.err() });
    let url = format!("http://127.0.0.1:{port}/mcp");
    for _ in 0..1_200 {
        if tokio::net::TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    for era in [ProtocolEra::Auto, ProtocolEra::Legacy] {
        let probe = probe(HttpServer::new(&url).protocol_era(era));
        let read = document(probe.read("query://deals?last=9").await);
        assert_eq!(read["contents"][0]["text"], "none to 9");
        let called = document(probe.call("make_report", args(json!({ "name": "q3" }))).await);
        assert_eq!(called["refs"][0]["uri"], "report://q3");
        let read = document(probe.read("report://q3").await);
        assert_eq!(read["contents"][0]["mime"], "application/json");
        probe.close().await;
    }
    keeping.abort();
}
