//! Links that servers emit, hydrated as a node's parameter would be.

use neograph_core::{
    Error,
    error::{ExecutionError, RefusedReplay},
    resource::{BlobResult, ProducingCall, ResourceRef, hydrate_resource_ref, lift},
    run::RunConfig,
    tool::{Tool as _, ToolCall},
};
use neograph_mcp::McpServers;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::harness::Harness;

#[derive(Debug, Deserialize, PartialEq)]
struct Report {
    pages: u32,
}

/// A server and a way to hydrate the links of its tools.
struct Bench {
    harness: Harness,
    servers: McpServers,
    config: RunConfig,
}

impl Bench {
    fn new() -> Self {
        let harness = Harness::scripted("");
        let servers = harness.servers();
        let config = RunConfig::new().fetcher(servers.fetcher()).replayer(servers.replayer());
        Self { harness, servers, config }
    }

    /// The link that a tool emits, which is declared idempotent or not.
    async fn link(&self, tool: &str, args: Value, idempotent: bool) -> ResourceRef {
        let Value::Object(args) = args else { panic!("no arguments") };
        let called = self.servers.tool(tool).unwrap().idempotent(idempotent);
        let output = called.call(ToolCall::new(args.clone())).await.unwrap();
        let call = ProducingCall::new(tool, args, idempotent);
        lift(&output.content, Some("crm"), &call).refs.remove(0)
    }

    async fn emitted(&self, block: Value) -> ResourceRef {
        self.link("emit", json!({ "blocks": [block] }), true).await
    }

    /// The link of a resource that has these contents.
    async fn given(&self, contents: Value) -> ResourceRef {
        self.harness.gives("given://report", contents);
        self.emitted(link("given://report", "report")).await
    }

    async fn hydrate<T: serde::de::DeserializeOwned + Send + Sync + 'static>(
        &self,
        link: &ResourceRef,
    ) -> Result<T, ExecutionError> {
        hydrate_resource_ref(link, &self.config).await.map_err(|error| match error {
            Error::Execution(error) => *error,
            error => panic!("{error:?}"),
        })
    }
}

fn link(uri: &str, name: &str) -> Value {
    json!({ "type": "resource_link", "uri": uri, "name": name })
}

fn words(error: &(dyn std::error::Error + 'static)) -> String {
    let source = error.source().map(|source| format!("; {}", words(source)));
    format!("{error}{}", source.unwrap_or_default())
}

#[tokio::test]
async fn bytes_that_are_no_text_do_not_become_a_string() {
    let bench = Bench::new();
    let link =
        bench.given(json!([{ "uri": "given://report", "mimeType": "text/html", "blob": "/w==" }]));
    let error = bench.hydrate::<String>(&link.await).await.unwrap_err();
    assert!(matches!(error, ExecutionError::ResourceParse { .. }), "{error:?}");
    assert!(words(&error).contains("UTF-8"), "{}", words(&error));
    assert_eq!(bench.harness.count("call emit"), 1);
}

#[tokio::test]
async fn a_blob_without_a_media_type_is_bytes_or_json() {
    let bench = Bench::new();
    let link = bench.given(json!([{ "uri": "given://report", "blob": "eyJwYWdlcyI6M30=" }])).await;
    assert_eq!(bench.hydrate::<Vec<u8>>(&link).await.unwrap(), br#"{"pages":3}"#);
    assert_eq!(bench.hydrate::<Report>(&link).await.unwrap(), Report { pages: 3 });
    let link = bench.given(json!([{ "uri": "given://report", "blob": "aGk=" }])).await;
    let error = bench.hydrate::<Report>(&link).await.unwrap_err();
    assert!(words(&error).contains("named no media type"), "{}", words(&error));
}

#[tokio::test]
async fn a_media_type_that_is_no_json_is_not_parsed_as_json() {
    let bench = Bench::new();
    let contents =
        json!([{ "uri": "given://report", "mimeType": "application/gzip", "text": "H4sI" }]);
    let error = bench.hydrate::<Report>(&bench.given(contents).await).await.unwrap_err();
    assert!(words(&error).contains("media type `application/gzip`"), "{}", words(&error));
}

#[tokio::test]
async fn a_blob_that_is_labelled_text_is_text() {
    let bench = Bench::new();
    let contents = json!([{ "uri": "given://report", "mimeType": "text/plain", "blob": "aGk=" }]);
    assert_eq!(bench.hydrate::<String>(&bench.given(contents).await).await.unwrap(), "hi");
}

#[tokio::test]
async fn the_media_type_of_the_read_counts_and_not_the_links() {
    let bench = Bench::new();
    bench.harness.gives(
        "given://report",
        json!([{ "uri": "given://report", "mimeType": "text/plain", "text": "{\"pages\":3}" }]),
    );
    let mut block = link("given://report", "report");
    block["mimeType"] = json!("application/json");
    let link = bench.emitted(block).await;
    assert_eq!(bench.hydrate::<String>(&link).await.unwrap(), "{\"pages\":3}");
    let error = bench.hydrate::<Report>(&link).await.unwrap_err();
    assert!(words(&error).contains("media type `text/plain`"), "{}", words(&error));
}

#[tokio::test]
async fn no_contents_is_a_failed_read_and_no_empty_text() {
    let bench = Bench::new();
    let error = bench.hydrate::<String>(&bench.given(json!([])).await).await.unwrap_err();
    assert!(matches!(error, ExecutionError::ResourceExpired { .. }), "{error:?}");
    assert!(words(&error).contains("no contents"), "{}", words(&error));
}

#[tokio::test]
async fn an_empty_text_is_a_text() {
    let bench = Bench::new();
    let contents = json!([{ "uri": "given://report", "mimeType": "text/plain", "text": "" }]);
    assert_eq!(bench.hydrate::<String>(&bench.given(contents).await).await.unwrap(), "");
    assert_eq!(bench.harness.count("call emit"), 1);
}

#[tokio::test]
async fn of_two_contents_a_single_value_takes_none_and_a_list_takes_both() {
    let bench = Bench::new();
    let contents = json!([
        { "uri": "given://report", "mimeType": "text/plain", "text": "one" },
        { "uri": "given://report", "mimeType": "image/png", "blob": "AAE=" },
    ]);
    let link = bench.given(contents).await;
    let error = bench.hydrate::<String>(&link).await.unwrap_err();
    assert!(words(&error).contains("2 contents"), "{}", words(&error));
    assert_eq!(bench.hydrate::<Vec<BlobResult>>(&link).await.unwrap().len(), 2);
}

#[tokio::test]
async fn a_link_of_a_tool_that_is_not_idempotent_is_not_healed() {
    let bench = Bench::new();
    let args = json!({ "blocks": [link("given://gone", "report")] });
    let link = bench.link("emit", args, false).await;
    let error = bench.hydrate::<String>(&link).await.unwrap_err();
    assert!(matches!(error, ExecutionError::NonIdempotentReplay { .. }), "{error:?}");
    assert_eq!(bench.harness.count("call emit"), 1);
}

#[tokio::test]
async fn a_read_that_fails_while_an_earlier_one_is_fresh_is_healed() {
    let bench = Bench::new();
    bench.harness.gives("given://new", json!([{ "uri": "given://new", "text": "\"new\"" }]));
    let results = [link("fading://report", "report"), link("given://new", "report")];
    let results = results.map(|link| json!({ "content": [link] }));
    let link = bench.link("sequence", json!({ "results": results }), true).await;
    let text = bench.hydrate::<Vec<u8>>(&link).await.unwrap();
    assert_eq!(text, b"fresh", "fresh for a minute, says the server");
    assert_eq!(bench.hydrate::<String>(&link).await.unwrap(), "\"new\"");
    assert_eq!(bench.harness.count("call sequence"), 2);
}

/// The link of a dead report whose tool answers so when it is called again.
async fn replayed(bench: &Bench, again: Value) -> Result<String, ExecutionError> {
    for alive in ["given://new", "given://other"] {
        let contents = json!([{ "uri": alive, "mimeType": "text/plain", "text": alive }]);
        bench.harness.gives(alive, contents);
    }
    let first = json!({ "content": [link("given://old", "report")] });
    let link = bench.link("sequence", json!({ "results": [first, again] }), true).await;
    let value = bench.hydrate(&link).await;
    assert_eq!(link.uri(), "given://old", "the reference is not rewritten");
    value
}

#[tokio::test]
async fn a_replay_that_gives_the_kind_a_new_uri_is_read_there() {
    let bench = Bench::new();
    let again =
        json!({ "content": [link("given://other", "mails"), link("given://new", "report")] });
    assert_eq!(replayed(&bench, again).await.unwrap(), "given://new");
}

#[tokio::test]
async fn a_replay_that_gives_other_kinds_only_fails_after_one_read_of_the_old_uri() {
    let bench = Bench::new();
    let again = json!({ "content": [link("given://other", "mails")] });
    let error = replayed(&bench, again).await.unwrap_err();
    let ExecutionError::ResourceExpired { reason, .. } = &error else { panic!("{error:?}") };
    assert!(matches!(reason, RefusedReplay::SecondReadFailed { .. }), "{reason:?}");
    assert_eq!(bench.harness.count("read given://old"), 2);
    assert_eq!(bench.harness.count("read given://other"), 0);
}

#[tokio::test]
async fn a_replay_that_says_it_failed_has_failed() {
    let bench = Bench::new();
    let again = json!({
        "isError": true,
        "content": [{ "type": "text", "text": "no such deal" }, link("given://new", "report")],
    });
    let error = replayed(&bench, again).await.unwrap_err();
    let ExecutionError::ResourceExpired { reason, .. } = &error else { panic!("{error:?}") };
    assert!(matches!(reason, RefusedReplay::ReplayFailed { .. }), "{reason:?}");
    assert!(words(&error).contains("no such deal") || format!("{reason}").contains("no such deal"));
    assert_eq!(bench.harness.count("read given://new"), 0);
}

#[tokio::test]
async fn of_two_links_of_a_kind_the_same_uri_is_preferred_else_the_first() {
    let bench = Bench::new();
    let again =
        json!({ "content": [link("given://new", "report"), link("given://old", "report")] });
    assert!(replayed(&bench, again).await.is_err(), "the old uri came again, and is still dead");
    assert_eq!(bench.harness.count("read given://new"), 0);
    let bench = Bench::new();
    let again =
        json!({ "content": [link("given://new", "report"), link("given://other", "report")] });
    assert_eq!(replayed(&bench, again).await.unwrap(), "given://new");
}

#[tokio::test]
async fn every_code_of_a_failed_read_is_a_dead_link() {
    for uri in ["missing://x", "template://x", "wordy://x", "given://gone", "memory://gone"] {
        let bench = Bench::new();
        bench.harness.gives("given://new", json!([{ "uri": "given://new", "text": "1" }]));
        let results = [link(uri, "report"), link("given://new", "report")];
        let results = results.map(|link| json!({ "content": [link] }));
        let link = bench.link("sequence", json!({ "results": results }), true).await;
        assert_eq!(bench.hydrate::<u8>(&link).await.unwrap(), 1, "{uri}");
    }
}

#[tokio::test]
async fn a_call_and_a_later_read_share_what_the_process_remembers() {
    let bench = Bench::new();
    let link = bench.link("remember", json!({ "name": "deal" }), true).await;
    let pid = bench.hydrate::<String>(&link).await.unwrap();
    assert_eq!(pid, bench.harness.processes()[0].to_string());
    assert_eq!(bench.harness.count("call remember"), 1);
    // The process ends, and what it remembered with it.
    bench.servers.close().await;
    let pid = bench.hydrate::<String>(&link).await.unwrap();
    assert_eq!(pid, bench.harness.processes()[1].to_string());
    assert_eq!(bench.harness.count("call remember"), 2);
}
