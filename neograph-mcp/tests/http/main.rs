//! The battery against services behind URLs: one on rmcp, one that is scripted.

#![cfg(feature = "http")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is how tests fail"
)]

mod scripted_server;
mod sdk_server;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use neograph_core::{
    BoxError,
    resource::{FetchRequest, Fetched, Fetcher as _, ReplayRequest, Replayer as _},
    tool::{Progress, ProgressSink, Tool as _, ToolCall},
};
use neograph_mcp::{HttpServer, McpError, McpServers, Operation, ProtocolEra};
use scripted_server::Scripted;
use serde_json::{Map, json};

async fn read(servers: &McpServers, uri: &str) -> Result<Fetched, BoxError> {
    servers.fetcher().fetch(FetchRequest::new(uri)).await
}

async fn text(servers: &McpServers, uri: &str) -> String {
    read(servers, uri).await.unwrap().contents[0].body.as_text().unwrap().to_owned()
}

async fn read_error(servers: &McpServers, uri: &str) -> McpError {
    *read(servers, uri).await.unwrap_err().downcast().unwrap()
}

fn one(server: HttpServer) -> McpServers {
    McpServers::new([("crm", server)])
}

#[tokio::test]
async fn progress_arrives_over_an_event_stream() {
    let scripted = Scripted::start(&["events"]).await;
    let servers = one(HttpServer::new(scripted.url()));
    let told = Arc::new(std::sync::Mutex::new(Vec::new()));
    let sink = Arc::clone(&told);
    let sink = ProgressSink::new(move |progress| sink.lock().unwrap().push(progress));
    let call = ToolCall::new(Map::new()).progress(sink);
    servers.tool("links").unwrap().call(call).await.unwrap();
    assert_eq!(*told.lock().unwrap(), [Progress::new(1.0), Progress::new(2.0)]);
}

#[tokio::test]
async fn a_service_is_spoken_to_in_either_era() {
    let url = sdk_server::start().await;
    for (era, version) in [
        (ProtocolEra::Auto, "2026-07-28"),
        (ProtocolEra::Modern, "2026-07-28"),
        (ProtocolEra::Legacy, "2025-11-25"),
    ] {
        let servers = one(HttpServer::new(&url).protocol_era(era));
        assert_eq!(text(&servers, "crm://era").await, version);
        let tools = servers.tools().await.unwrap();
        assert_eq!(tools[0].spec().qualified_name(), "crm::get_deal");
        let again = ReplayRequest::new("crm", "get_deal", Map::new());
        let result = servers.replayer().replay(again).await.unwrap();
        assert_eq!(result["content"][0]["uri"], "https://crm.example/deals/D1");
        // The service has it, and nobody asks the host.
        assert_eq!(text(&servers, "https://crm.example/deals/D1").await, "from the service");
        servers.close().await;
    }
}

#[tokio::test]
async fn an_old_service_is_initialized_after_it_refused_to_discover() {
    for flags in [
        &["refuses-discover"][..],
        &["rejects-discover"],
        &["empties-discover"],
        &["empties-discover", "events"],
    ] {
        let scripted = Scripted::start(flags).await;
        let servers = one(HttpServer::new(scripted.url()));
        assert_eq!(text(&servers, "any://thing").await, "any://thing");
        assert_eq!(scripted.count("initialize"), 1, "{flags:?}");
    }
}

#[tokio::test]
async fn odd_fields_cost_themselves_in_json_and_in_events() {
    for flags in [&[][..], &["events"]] {
        let scripted = Scripted::start(flags).await;
        let servers = one(HttpServer::new(scripted.url()));
        let fetched = read(&servers, "odd://thing").await.unwrap();
        assert_eq!(fetched.contents.len(), 1);
        assert_eq!(fetched.ttl, Some(Duration::from_micros(1_500)));
        let tool = servers.tool("links").unwrap();
        let output = tool.call(ToolCall::new(Map::new())).await.unwrap();
        assert_eq!(output.content["content"], scripted_server::links());
        let tools = servers.tools().await.unwrap();
        assert_eq!(tools.len(), 2, "one has a name, and one a schema, too");
    }
}

#[tokio::test]
async fn the_token_is_asked_for_with_each_request_and_is_in_no_error() {
    let scripted = Scripted::start(&[]).await;
    let asked = Arc::new(AtomicU32::new(0));
    let provider = {
        let asked = Arc::clone(&asked);
        move || {
            let count = asked.fetch_add(1, Ordering::Relaxed) + 1;
            async move { Ok::<_, std::io::Error>(format!("t0ken-{count}")) }
        }
    };
    let server = HttpServer::new(scripted.url()).bearer(provider).header("X-Tenant", "acme-corp");
    let servers = one(server);
    let first = text(&servers, "header://authorization").await;
    let second = text(&servers, "header://authorization").await;
    assert!(first.starts_with("Bearer t0ken-"), "{first}");
    assert_ne!(first, second);
    assert_eq!(text(&servers, "header://x-tenant").await, "acme-corp");
    let error = read_error(&servers, "echo://authorization").await.to_string();
    assert!(error.contains("Bearer ***"), "{error}");
    let error = read_error(&servers, "echo://x-tenant").await.to_string();
    assert!(error.contains("***") && !error.contains("acme-corp"), "{error}");
}

#[tokio::test]
async fn a_service_that_wants_another_token_says_so_at_the_greeting_and_later() {
    let scripted = Scripted::start(&["wants-token"]).await;
    let error = read_error(&one(HttpServer::new(scripted.url())), "any://thing").await;
    let McpError::Unauthorized { operation, status: 401, challenge, .. } = &error else {
        panic!("{error:?}")
    };
    assert_eq!(*operation, Operation::Connect);
    assert!(challenge.contains("realm"), "{challenge}");
    assert!(error.to_string().contains("`HttpServer::bearer`"), "{error}");

    let right = one(HttpServer::new(scripted.url()).bearer("right"));
    assert_eq!(text(&right, "any://thing").await, "any://thing");
    // The token expires; the provider gives the next one, and the session goes on.
    let rotating = Arc::new(std::sync::Mutex::new("right".to_owned()));
    let provider = {
        let rotating = Arc::clone(&rotating);
        move || {
            let token = rotating.lock().unwrap().clone();
            async move { Ok::<_, std::io::Error>(token) }
        }
    };
    let servers = one(HttpServer::new(scripted.url()).bearer(provider));
    text(&servers, "any://thing").await;
    *rotating.lock().unwrap() = "expired".to_owned();
    let error = read_error(&servers, "any://thing").await;
    assert!(
        matches!(&error, McpError::Unauthorized { operation: Operation::Read { .. }, .. }),
        "{error:?}"
    );
    *rotating.lock().unwrap() = "right".to_owned();
    text(&servers, "any://thing").await;
}

#[tokio::test]
async fn two_identities_have_sessions_of_their_own() {
    let scripted = Scripted::start(&[]).await;
    let servers = one(HttpServer::new(scripted.url()).bearer("nobody"));
    let (ada, bob) = (servers.with_identity("ada's"), servers.with_identity("bob's"));
    for _ in 0..3 {
        let (a, b) = tokio::join!(
            text(&ada, "header://authorization"),
            text(&bob, "header://authorization")
        );
        assert_eq!((&*a, &*b), ("Bearer ada's", "Bearer bob's"));
    }
    assert_eq!(text(&servers, "header://authorization").await, "Bearer nobody");
    assert_eq!(scripted.count("initialize"), 3);
}

#[tokio::test]
async fn a_token_that_cannot_be_had_is_told_and_nothing_is_sent() {
    let scripted = Scripted::start(&[]).await;
    let provider = || async { Err::<String, _>(std::io::Error::other("logged out")) };
    let servers = one(HttpServer::new(scripted.url()).bearer(provider));
    let error = read_error(&servers, "any://thing").await;
    assert!(matches!(error, McpError::NoToken { .. }), "{error:?}");
    assert!(error.to_string().contains("logged out"), "{error}");
    assert_eq!(scripted.requests(), 0);
}

#[tokio::test]
async fn a_service_that_is_not_there_is_named_without_its_keys() {
    let server = HttpServer::new("http://user:pw@127.0.0.1:9/mcp?key=k3y");
    let error = read_error(&one(server), "any://thing").await;
    assert!(matches!(&error, McpError::Unreachable { server, .. } if server == "crm"), "{error:?}");
    let error = error.to_string();
    assert!(error.contains("http://127.0.0.1:9/mcp") && error.contains("refused"), "{error}");
    assert!(!error.contains("k3y") && !error.contains("pw"), "{error}");
}

#[tokio::test]
async fn a_header_that_cannot_be_sent_is_named() {
    for (name, value) in [("x key", "v"), ("x-key", "a\nb"), ("Mcp-Session-Id", "1")] {
        let server = HttpServer::new("http://127.0.0.1:9/mcp").header(name, value);
        let error = read_error(&one(server), "any://thing").await.to_string();
        assert!(error.contains(&format!("`{}`", name.to_lowercase())), "{error}");
    }
}

#[tokio::test]
async fn a_session_that_has_expired_is_made_again() {
    let scripted = Scripted::start(&["sessions"]).await;
    let servers = one(HttpServer::new(scripted.url()));
    text(&servers, "any://thing").await;
    scripted.forget_sessions();
    assert_eq!(text(&servers, "any://thing").await, "any://thing");
    assert_eq!(scripted.count("initialize"), 2);
}

#[tokio::test]
async fn a_status_of_failure_is_told_and_the_connection_goes_on() {
    let scripted = Scripted::start(&[]).await;
    let servers = one(HttpServer::new(scripted.url()));
    let error = read_error(&servers, "status://503").await.to_string();
    assert!(error.contains("HTTP 503") && error.contains("after 7"), "{error}");
    let error = read_error(&servers, "status://418").await.to_string();
    assert!(error.contains("418") && error.contains("a teapot"), "{error}");
    let error = read_error(&servers, "missing://thing").await;
    assert!(matches!(error, McpError::Refused { code: -32002, .. }), "{error:?}");
    text(&servers, "any://thing").await;
    assert_eq!(scripted.count("initialize"), 1);
}

#[tokio::test]
async fn an_answer_to_another_request_is_an_error_at_once() {
    let scripted = Scripted::start(&[]).await;
    let servers = one(HttpServer::new(scripted.url()));
    let error = read_error(&servers, "astray://thing").await;
    assert!(matches!(error, McpError::Malformed { .. }), "{error:?}");
    text(&servers, "any://thing").await;
}

#[tokio::test]
async fn a_request_that_hangs_is_cancelled_in_time() {
    let scripted = Scripted::start(&[]).await;
    let server = HttpServer::new(scripted.url()).request_timeout(Duration::from_millis(300));
    let servers = one(server);
    text(&servers, "any://thing").await;
    let error = read_error(&servers, "silent://thing").await;
    assert!(matches!(error, McpError::Timeout { .. }), "{error:?}");
    text(&servers, "any://thing").await;
}

#[tokio::test]
async fn a_redirect_to_another_host_is_not_followed() {
    let elsewhere = Scripted::start(&[]).await;
    let scripted = Scripted::start(&[]).await;
    scripted.redirect_to(&elsewhere.url());
    let servers = one(HttpServer::new(scripted.url()).header("x-key", "s3cret"));
    let error = read_error(&servers, "any://thing").await.to_string();
    assert!(error.contains("307"), "{error}");
    assert_eq!(elsewhere.requests(), 0);
}

#[tokio::test]
async fn a_large_blob_arrives() {
    for flags in [&[][..], &["events"]] {
        let scripted = Scripted::start(flags).await;
        let servers = one(HttpServer::new(scripted.url()));
        let fetched = read(&servers, "megabytes://20").await.unwrap();
        assert_eq!(fetched.contents[0].size(), 20 * 1024 * 1024 / 3 * 3);
        assert_eq!(json!(scripted.count("resources/read")), json!(1));
    }
}
