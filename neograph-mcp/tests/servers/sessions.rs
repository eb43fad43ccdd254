//! How long a session lasts, and what follows when a server dies.

use std::time::Duration;

use neograph_core::resource::{ReplayRequest, Replayer as _};
use neograph_mcp::McpError;
use serde_json::Map;

use crate::harness::{Harness, read, read_error, text};

#[tokio::test]
async fn reads_replays_and_calls_share_one_process() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    for _ in 0..3 {
        text(&servers, "any://thing").await;
    }
    servers.replayer().replay(ReplayRequest::new("crm", "links", Map::new())).await.unwrap();
    servers.clone().tools().await.unwrap();
    assert_eq!(harness.processes().len(), 1);
    assert_eq!(harness.count("initialize"), 1);
}

#[tokio::test]
async fn reads_at_once_start_one_process() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let reads = (0..20).map(|_| {
        let servers = servers.clone();
        tokio::spawn(async move { text(&servers, "pid://me").await })
    });
    let pids = futures_util::future::join_all(reads.collect::<Vec<_>>()).await;
    let pid = harness.processes()[0].to_string();
    assert!(pids.into_iter().all(|read| read.unwrap() == pid));
    assert_eq!(harness.processes().len(), 1);
}

#[tokio::test]
async fn nothing_is_started_before_it_is_needed() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let call = ReplayRequest::new("erp", "links", Map::new());
    let error = servers.replayer().replay(call).await.unwrap_err();
    assert!(matches!(error.downcast_ref(), Some(McpError::UnknownServer { .. })), "{error}");
    assert!(harness.notes().is_empty());
}

#[tokio::test]
async fn a_read_that_outlives_its_server_is_sent_once_more() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    assert_eq!(text(&servers, "dying://thing").await, "dying://thing");
    assert_eq!(harness.count("read dying://thing"), 2);
    assert_eq!(harness.processes().len(), 2);
}

#[tokio::test]
async fn a_read_that_kills_its_server_twice_fails_with_its_last_words() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let error = read_error(&servers, "dead://thing").await;
    assert!(matches!(error, McpError::Died { .. }), "{error:?}");
    assert!(error.to_string().contains("out of cheese"), "{error}");
    assert_eq!(harness.count("read dead://thing"), 2);
    assert!(read(&servers, "any://thing").await.is_ok());
}

#[tokio::test]
async fn a_closed_server_is_started_again_on_its_next_use() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    text(&servers, "any://thing").await;
    servers.close().await;
    text(&servers, "any://thing").await;
    assert_eq!(harness.processes().len(), 2);
}

#[tokio::test]
async fn closing_during_a_read_fails_the_read_and_starts_nothing() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    text(&servers, "any://thing").await;
    let close = async {
        while harness.count("read silent://thing") == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        servers.close().await;
    };
    let (error, ()) = tokio::join!(read_error(&servers, "silent://thing"), close);
    assert!(matches!(error, McpError::Closed { .. }), "{error:?}");
    assert_eq!(harness.processes().len(), 1);
}

#[test]
fn a_session_outlives_the_runtime_it_was_made_in() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    for _ in 0..2 {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(text(&servers, "any://thing"));
    }
    assert_eq!(harness.processes().len(), 2);
}
