//! How a server is started and greeted.

use std::time::{Duration, Instant};

use neograph_mcp::{McpError, McpServers, ProtocolEra, StdioServer};

use crate::harness::{Harness, read_error, text};

#[tokio::test]
async fn a_legacy_server_is_initialized_after_it_refused_to_discover() {
    let harness = Harness::scripted("");
    text(&harness.servers(), "any://thing").await;
    assert_eq!(harness.count("server/discover"), 1);
    assert_eq!(harness.count("initialize"), 1);
    assert_eq!(harness.processes().len(), 1);
}

#[tokio::test]
async fn a_server_that_exits_on_discover_is_started_again_and_remembered() {
    let harness = Harness::scripted("exit-on-discover");
    let servers = harness.servers();
    text(&servers, "any://thing").await;
    assert_eq!(harness.processes().len(), 2);
    // It dies over this read, is started again, and not asked to discover again.
    text(&servers, "dying://now").await;
    assert_eq!(harness.processes().len(), 3);
    assert_eq!(harness.count("server/discover"), 1);
}

#[tokio::test]
async fn a_server_that_is_named_legacy_is_not_asked_to_discover() {
    let harness = Harness::scripted("");
    let spec = harness.spec().protocol_era(ProtocolEra::Legacy);
    text(&McpServers::new([("crm", spec)]), "any://thing").await;
    assert_eq!(harness.count("server/discover"), 0);
}

#[tokio::test]
async fn a_server_that_fails_at_its_start_is_quoted_without_our_secrets() {
    let harness = Harness::scripted("fail-at-start");
    let servers = McpServers::new([("crm", harness.spec().env("TOKEN", "s3cret"))]);
    let error = read_error(&servers, "any://thing").await;
    assert!(matches!(&error, McpError::Connect { server, .. } if server == "crm"), "{error:?}");
    let error = error.to_string();
    assert!(error.contains("cannot open the database with ***"), "{error}");
    assert!(!error.contains("s3cret"), "{error}");
}

#[tokio::test]
async fn a_server_that_never_greets_is_given_up_in_time() {
    let harness = Harness::scripted("mute");
    let spec = harness.spec().connect_timeout(Duration::from_millis(500));
    let started = Instant::now();
    let error = read_error(&McpServers::new([("crm", spec)]), "any://thing").await;
    assert!(matches!(error, McpError::ConnectTimeout { .. }), "{error:?}");
    assert!(started.elapsed() < Duration::from_secs(3));
}

#[tokio::test]
async fn a_program_that_does_not_exist_is_named() {
    let servers = McpServers::new([("crm", StdioServer::new("/no/such/program"))]);
    let error = read_error(&servers, "any://thing").await.to_string();
    assert!(error.contains("`crm`") && error.contains("`/no/such/program`"), "{error}");
}

#[tokio::test]
async fn a_server_sees_of_our_environment_what_it_needs_and_what_it_is_given() {
    // cargo sets this one for us.
    let ours = "CARGO_MANIFEST_DIR";
    std::env::var(ours).expect("run this through cargo");
    let harness = Harness::scripted("");
    let servers = McpServers::new([("crm", harness.spec().env("GIVEN", "this"))]);
    assert_eq!(text(&servers, "env://GIVEN").await, "this");
    assert_eq!(text(&servers, "env://PATH").await, std::env::var("PATH").unwrap());
    assert_eq!(text(&servers, &format!("env://{ours}")).await, "");

    let servers = McpServers::new([("crm", harness.spec().inherit_env(true))]);
    assert_eq!(text(&servers, &format!("env://{ours}")).await, std::env::var(ours).unwrap());
}

#[tokio::test]
async fn what_is_no_message_before_the_greeting_is_passed_over() {
    let harness = Harness::scripted("banner");
    text(&harness.servers(), "any://thing").await;
    assert_eq!(harness.processes().len(), 1);
}

#[tokio::test]
async fn a_server_that_is_loud_before_it_reads_is_greeted() {
    let harness = Harness::scripted("loud-start");
    text(&harness.servers(), "any://thing").await;
    assert_eq!(harness.processes().len(), 1);
}

#[tokio::test]
async fn a_server_that_ignores_discover_is_initialized_or_named_legacy() {
    let harness = Harness::scripted("silent-on-discover");
    let started = Instant::now();
    text(&harness.servers(), "any://thing").await;
    assert!(started.elapsed() < Duration::from_secs(20), "the question has a limit of its own");
    assert_eq!(harness.processes().len(), 1);

    let legacy = harness.spec().protocol_era(ProtocolEra::Legacy);
    let started = Instant::now();
    text(&McpServers::new([("crm", legacy)]), "any://thing").await;
    assert!(started.elapsed() < Duration::from_secs(9), "nothing was asked");
}

#[tokio::test]
async fn a_modern_server_that_is_slow_to_answer_says_so_and_can_be_named_modern() {
    let harness = Harness::scripted("slow-and-modern");
    let error = read_error(&harness.servers(), "any://thing").await.to_string();
    assert!(error.contains("unsupported protocol version"), "{error}");
    assert!(error.contains("`Modern`"), "{error}");
    let modern = harness.spec().protocol_era(ProtocolEra::Modern);
    text(&McpServers::new([("crm", modern)]), "any://thing").await;
}

#[tokio::test]
async fn a_server_of_an_earlier_revision_and_one_with_odd_hints_are_greeted() {
    for (flag, initialized) in [("year-old", 1), ("odd-and-modern", 0)] {
        let harness = Harness::scripted(flag);
        text(&harness.servers(), "any://thing").await;
        assert_eq!(harness.count("initialize"), initialized, "{flag}");
        assert_eq!(harness.processes().len(), 1);
    }
}

#[tokio::test]
async fn a_server_that_answers_discover_with_nothing_is_initialized() {
    let harness = Harness::scripted("empty-on-discover");
    let servers = harness.servers();
    assert_eq!(text(&servers, "any://thing").await, "any://thing");
    assert_eq!((harness.count("initialize"), harness.processes().len()), (1, 1));
}

#[tokio::test]
async fn an_odd_field_of_a_greeting_costs_itself_over_the_pipe() {
    let harness = Harness::scripted("odd-greeting");
    let servers = harness.servers();
    assert_eq!(text(&servers, "any://thing").await, "any://thing");
    assert!(!servers.tools().await.unwrap().is_empty());
    assert_eq!((harness.count("server/discover"), harness.processes().len()), (1, 1));
}
