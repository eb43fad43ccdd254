//! What a read returns, and how it fails.

use std::time::{Duration, Instant};

use neograph_core::resource::{Body, FetchRequest, FetchTooLarge, Fetcher as _};
use neograph_mcp::{McpError, McpServers, mcp_resource_fetcher};

use crate::harness::{Harness, read, read_error, text};

#[tokio::test]
async fn a_uri_is_sent_byte_for_byte() {
    let harness = Harness::scripted("");
    for uri in ["X://A/../b?", "x://caf\u{e9} au lait/%7e#", "http://EXAMPLE.com:80/a//b"] {
        assert_eq!(text(&harness.servers(), uri).await, uri);
    }
}

#[tokio::test]
async fn blobs_arrive_decoded_in_either_alphabet() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    for (blob, bytes) in [("aGk=", &b"hi"[..]), ("_-79__8", &[0xff, 0xee, 0xfd, 0xff, 0xff])] {
        let fetched = read(&servers, &format!("blob://{blob}")).await.unwrap();
        assert_eq!(fetched.contents[0].body, Body::from(bytes.to_vec()));
        assert_eq!(fetched.contents[0].mime, None);
    }
    let error = read_error(&servers, "blob://@@@").await.to_string();
    assert!(error.contains("base64") && error.contains("`blob://@@@`"), "{error}");
}

#[tokio::test]
async fn a_blob_over_the_limit_is_told_from_a_failed_read() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let fetcher = servers.fetcher();
    let request = |limit| FetchRequest::new("blob://aGVsbG8=").max_bytes(limit);
    assert!(fetcher.fetch(request(5)).await.is_ok());
    let error = fetcher.fetch(request(4)).await.unwrap_err();
    assert_eq!(error.downcast_ref(), Some(&FetchTooLarge { actual: 5, limit: 4 }));
}

#[tokio::test]
async fn an_answer_of_many_megabytes_arrives() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let fetched = read(&servers, "megabytes://13").await.unwrap();
    assert_eq!(fetched.contents[0].size(), 13 * 1024 * 1024 / 3 * 3);
}

#[tokio::test]
async fn an_answer_that_is_too_long_fails_at_once_and_the_session_goes_on() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let error = read_error(&servers, "megabytes://49").await.to_string();
    assert!(error.contains("ask for less"), "{error}");
    text(&servers, "any://thing").await;
    assert_eq!(harness.processes().len(), 1);
}

#[tokio::test]
async fn odd_fields_cost_themselves_and_nothing_else() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let fetched = read(&servers, "odd://thing").await.unwrap();
    assert_eq!(fetched.contents.len(), 1);
    assert_eq!(fetched.contents[0].body, Body::from("kept"));
    assert_eq!(fetched.ttl, Some(Duration::from_micros(1_500)));
    assert!(read(&servers, "empty://thing").await.unwrap().contents.is_empty());
}

#[tokio::test]
async fn a_read_that_fails_is_seen_to_fail_however_long_an_earlier_one_was_to_stay_fresh() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let fetched = read(&servers, "fading://thing").await.unwrap();
    assert_eq!(fetched.ttl, Some(Duration::from_mins(1)));
    let error = read_error(&servers, "fading://thing").await;
    assert!(matches!(error, McpError::Refused { code: 0, .. }), "{error:?}");
}

#[tokio::test]
async fn a_read_that_hangs_is_cancelled_in_time_and_the_session_goes_on() {
    let harness = Harness::scripted("");
    let spec = harness.spec().request_timeout(Duration::from_millis(300));
    let servers = McpServers::new([("crm", spec)]);
    text(&servers, "any://thing").await;
    let started = Instant::now();
    let error = read_error(&servers, "silent://thing").await;
    assert!(matches!(error, McpError::Timeout { .. }), "{error:?}");
    assert!(started.elapsed() < Duration::from_secs(2));
    text(&servers, "any://thing").await;
    assert_eq!(harness.processes().len(), 1);
    assert_eq!(harness.count("notifications/cancelled"), 1);
}

#[tokio::test]
async fn a_server_that_no_longer_reads_is_given_up_in_time() {
    let harness = Harness::scripted("");
    let spec = harness.spec().request_timeout(Duration::from_millis(300));
    let servers = McpServers::new([("crm", spec)]);
    read_error(&servers, "deaf://thing").await;
    // Longer than what fits into a pipe, so that not even a cancellation gets through.
    let started = Instant::now();
    let error = read_error(&servers, &format!("any://{}", "x".repeat(1024 * 1024))).await;
    assert!(matches!(error, McpError::Timeout { .. }), "{error:?}");
    assert!(started.elapsed() < Duration::from_secs(4));
}

#[tokio::test]
async fn a_read_that_is_dropped_is_cancelled() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    text(&servers, "any://thing").await;
    let hanging = read(&servers, "silent://thing");
    tokio::time::timeout(Duration::from_millis(200), hanging).await.unwrap_err();
    let noted = async {
        while harness.count("notifications/cancelled") == 0 {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), noted).await.unwrap();
    text(&servers, "any://thing").await;
    assert_eq!(harness.processes().len(), 1);
}

#[tokio::test]
async fn a_server_that_floods_its_stderr_is_read_from_all_the_same() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    assert_eq!(text(&servers, "chatty://thing").await, "said");
}

#[tokio::test]
async fn a_refusal_of_any_shape_is_told() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let error = read_error(&servers, "wordy://thing").await.to_string();
    assert!(error.contains("plain words") && error.contains("`crm`"), "{error}");
    let error = read_error(&servers, "asking://thing").await;
    assert!(matches!(error, McpError::InputRequired { .. }), "{error:?}");
    let error = read_error(&servers, "unmethodical://thing").await;
    assert!(matches!(error, McpError::Unsupported { .. }), "{error:?}");
}

#[tokio::test]
async fn a_read_goes_to_the_server_it_names_or_to_the_one_its_uri_names() {
    let (crm, erp) = (Harness::scripted(""), Harness::scripted(""));
    let (fetcher, _) = mcp_resource_fetcher([("crm", crm.spec()), ("erp", erp.spec())]);
    fetcher.fetch(FetchRequest::new("mcp://erp/orders")).await.unwrap();
    fetcher.fetch(FetchRequest::new("mcp://erp/orders").server("crm")).await.unwrap();
    assert_eq!((crm.count("read mcp://erp/orders"), erp.count("read mcp://erp/orders")), (1, 1));

    let error = fetcher.fetch(FetchRequest::new("data://config")).await.unwrap_err().to_string();
    assert!(error.contains("`crm`, `erp`"), "{error}");
    let unknown = FetchRequest::new("mcp://crm/x").server("hr");
    let error = fetcher.fetch(unknown).await.unwrap_err().to_string();
    assert!(error.contains("`hr`") && error.contains("`crm`, `erp`"), "{error}");
}

#[tokio::test]
async fn an_answer_to_nobody_is_passed_over() {
    let harness = Harness::scripted("");
    let spec = harness.spec().request_timeout(Duration::from_millis(300));
    let servers = McpServers::new([("crm", spec)]);
    text(&servers, "any://thing").await;
    let error = read_error(&servers, "astray://thing").await;
    assert!(matches!(error, McpError::Timeout { .. }), "{error:?}");
    text(&servers, "any://thing").await;
    assert_eq!(harness.processes().len(), 1);
}

#[tokio::test]
async fn what_a_server_writes_to_its_stderr_is_not_on_ours() {
    let harness = Harness::scripted("");
    let client = harness.client();
    assert!(client.status.success());
    let ours = String::from_utf8_lossy(&client.stderr);
    assert!(!ours.contains("xxxx"), "{} bytes", ours.len());
    assert!(String::from_utf8_lossy(&client.stdout).contains("the client has read"));
}

#[tokio::test]
async fn a_uri_that_one_server_lists_a_template_for_is_read_from_it() {
    let (crm, erp) = (Harness::scripted("templates"), Harness::scripted(""));
    let (fetcher, _) = mcp_resource_fetcher([("erp", erp.spec()), ("crm", crm.spec())]);
    for uri in ["deals://D1", "deals://D1?year=2026", "deals://D2"] {
        fetcher.fetch(FetchRequest::new(uri)).await.unwrap();
        assert_eq!((crm.count(&format!("read {uri}")), erp.count(&format!("read {uri}"))), (1, 0));
    }
    assert_eq!(crm.count("resources/templates/list"), 0, "the scripted server notes no lists");
    let error = fetcher.fetch(FetchRequest::new("deals://D1/mails")).await.unwrap_err();
    assert!(error.to_string().contains("`erp`, `crm`"), "{error}");
}

#[tokio::test]
async fn a_uri_that_two_servers_list_a_template_for_is_read_from_neither() {
    let servers = ["crm", "gateway", "erp"]
        .map(|key| (key, Harness::scripted(if key == "erp" { "" } else { "templates" })));
    let (fetcher, _) = mcp_resource_fetcher(servers.iter().map(|(key, one)| (*key, one.spec())));
    let error = fetcher.fetch(FetchRequest::new("deals://D1")).await.unwrap_err();
    let Some(McpError::Unrouted { known, .. }) = error.downcast_ref() else { panic!("{error}") };
    assert_eq!(known, &["crm", "gateway"]);
    assert!(error.to_string().contains("`crm`, `gateway`"), "{error}");
    fetcher.fetch(FetchRequest::new("deals://D1").server("gateway")).await.unwrap();
    assert_eq!(servers.map(|(_, one)| one.count("read deals://D1")), [0, 1, 0]);
}

#[tokio::test]
async fn an_answer_that_cannot_be_read_fails_at_once_and_the_session_goes_on() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let started = Instant::now();
    let error = read_error(&servers, "latin://thing").await.to_string();
    assert!(error.contains("cannot be read"), "{error}");
    assert!(started.elapsed() < Duration::from_secs(10));
    text(&servers, "any://thing").await;
    assert_eq!(harness.processes().len(), 1);
}
