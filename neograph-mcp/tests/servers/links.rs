//! What an agent's tools link to, through whole runs.

use std::{fs, path::Path, sync::Mutex};

use neograph::{
    Graph,
    model::{ChatResponse, Message},
    prelude::*,
    testing::ScriptedModel,
};
use neograph_core::{error::ExecutionError, resource::ResourceRef, run::State};
use neograph_mcp::{Diagnostic, McpServers, Operation, probe::Probe};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::harness::{Harness, observed};

#[derive(Serialize, Deserialize, JsonSchema)]
struct Found {
    found: u32,
}

#[derive(Serialize, Deserialize)]
struct Size {
    bytes: usize,
}

fn approve(found: &Found) -> Option<String> {
    (found.found > 0).then(|| "go on?".to_owned())
}

#[pipeline(name = "finding")]
mod finding {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "find", tools = ["crm::emit"])]
    pub(super) async fn find() -> Result<Found>;
}

#[pipeline(name = "telling")]
mod telling {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "find", tools = ["crm::told"])]
    pub(super) async fn find() -> Result<Found>;
}

#[pipeline(name = "weighing")]
mod weighing {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "find", tools = ["crm::emit"])]
    pub(super) async fn find() -> Result<Found>;

    #[node]
    pub(super) async fn weigh(
        find: &Found,
        #[from_resource(ref = "report", max_bytes = 6_000_000)] report: Vec<u8>,
    ) -> Result<Size> {
        Ok(Size { bytes: report.len() })
    }
}

#[pipeline(name = "weighing-little")]
mod weighing_little {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "find", tools = ["crm::emit"])]
    pub(super) async fn find() -> Result<Found>;

    #[node]
    pub(super) async fn weigh(
        find: &Found,
        #[from_resource(ref = "report", max_bytes = 1_000_000)] report: Vec<u8>,
    ) -> Result<Size> {
        Ok(Size { bytes: report.len() })
    }
}

#[pipeline(name = "weighing-after-a-pause")]
mod weighing_after_a_pause {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "find", tools = ["crm::remember"],
           interrupt_when = approve)]
    pub(super) async fn find() -> Result<Found>;

    #[node]
    pub(super) async fn weigh(
        find: &Found,
        #[from_resource(ref = "memory")] memory: String,
    ) -> Result<Size> {
        Ok(Size { bytes: memory.len() })
    }
}

fn link(uri: &str) -> Value {
    json!({ "type": "resource_link", "uri": uri, "name": "report" })
}

/// A model that calls a tool once and is done.
fn model(tool: &str, args: Value) -> ScriptedModel {
    ScriptedModel::turns([
        ChatResponse::call(tool, args),
        ChatResponse::json(&json!({ "found": 1 })),
    ])
}

/// Runs an agent whose tool answers with these blocks: what the model was told, and the state.
async fn found(servers: &McpServers, blocks: Value) -> (String, State) {
    let model = model("crm::emit", json!({ "blocks": blocks }));
    let graph = Graph::builder(finding::pipeline())
        .checkpointer(MemorySaver::new())
        .model("m", model.clone())
        .tools(servers.tools().only(["crm::emit"]).await.unwrap())
        .compile()
        .unwrap();
    let config = RunConfig::new().thread_id("t").fetcher(servers.fetcher());
    assert!(graph.arun(Input::new(), &config).await.unwrap().is_completed());
    let requests = model.requests();
    let told = requests.last().unwrap().messages.iter().find_map(|message| match message {
        Message::Tool { text, .. } => Some(text.clone()),
        _ => None,
    });
    (told.unwrap(), graph.get_state(&config).await.unwrap())
}

/// How much of what was odd was so about calls.
fn of_calls(oddities: &Mutex<Vec<Diagnostic>>) -> usize {
    let oddities = oddities.lock().unwrap();
    let calls = oddities.iter().filter(|odd| matches!(odd.operation, Operation::Call { .. }));
    calls.count()
}

fn uris(state: &State) -> Vec<&str> {
    state.manifest("find").iter().map(ResourceRef::uri).collect()
}

#[tokio::test]
async fn a_result_of_a_link_alone_is_shown_to_the_model() {
    let harness = Harness::scripted("");
    let (told, state) = found(&harness.servers(), json!([link("given://report")])).await;
    assert_eq!(uris(&state), ["given://report"]);
    assert!(told.contains("given://report") && told.contains("report"), "{told}");
}

#[tokio::test]
async fn a_link_beside_a_text_changes_nothing_about_the_text() {
    let harness = Harness::scripted("");
    let blocks = json!([{ "type": "text", "text": "Two  lines\nof text" }, link("given://report")]);
    let (told, state) = found(&harness.servers(), blocks).await;
    assert_eq!(uris(&state), ["given://report"]);
    assert!(told.starts_with("Two  lines\nof text"), "{told}");
}

#[tokio::test]
async fn an_unknown_block_costs_itself_and_is_told_of_once() {
    let harness = Harness::scripted("");
    let (servers, oddities) = observed(harness.spec());
    let blocks = json!([
        { "type": "text", "text": "kept" }, link("given://report"), { "type": "hologram" },
    ]);
    let (told, state) = found(&servers, blocks).await;
    assert_eq!(uris(&state), ["given://report"]);
    assert!(told.contains("kept"), "{told}");
    let oddities = oddities.lock().unwrap();
    let holograms = oddities.iter().filter(|odd| odd.message.contains("`hologram`"));
    assert_eq!(holograms.count(), 1, "{oddities:?}");
}

#[tokio::test]
async fn a_link_keeps_every_field_byte_for_byte() {
    let harness = Harness::scripted("");
    let block = json!({
        "type": "resource_link", "uri": "X://A/../b?", "name": "report", "title": "Bericht",
        "description": "all of it", "mimeType": "Application/JSON;x=1", "size": 2048,
        "icons": [{ "src": "https://example.com/i.png", "sizes": ["48x48"] }],
        "annotations": {
            "audience": ["user"], "priority": 0.7, "lastModified": "2026-01-01T00:00:00Z",
        },
        "_meta": { "example/age": [1, null, 0.1] }, "unheardOf": { "deep": true },
    });
    let (_, state) = found(&harness.servers(), json!([block])).await;
    let stored = serde_json::to_string(&state.manifest("find")[0]).unwrap();
    let back: ResourceRef = serde_json::from_str(&stored).unwrap();
    assert_eq!(serde_json::to_string(&back).unwrap(), stored);
    let mut link = serde_json::to_value(&back).unwrap()["link"].take();
    link["type"] = json!("resource_link");
    link["uri"] = json!(back.uri());
    assert_eq!(link.to_string(), block.to_string());
}

#[tokio::test]
async fn an_unknown_audience_costs_nothing() {
    let harness = Harness::scripted("");
    let (servers, oddities) = observed(harness.spec());
    let mut block = link("given://report");
    block["annotations"] = json!({ "audience": ["system"] });
    let (_, state) = found(&servers, json!([block])).await;
    assert_eq!(uris(&state), ["given://report"]);
    assert_eq!(of_calls(&oddities), 1);
}

#[tokio::test]
async fn a_link_without_a_name_is_a_link() {
    let harness = Harness::scripted("");
    let (servers, oddities) = observed(harness.spec());
    let nameless = json!({ "type": "resource_link", "uri": "given://2" });
    let blocks = json!([link("given://1"), nameless, link("given://3")]);
    let (_, state) = found(&servers, blocks).await;
    assert_eq!(uris(&state), ["given://1", "given://2", "given://3"]);
    assert_eq!(of_calls(&oddities), 1);
}

#[tokio::test]
async fn a_block_of_no_known_type_shows_its_text() {
    let harness = Harness::scripted("");
    let blocks = json!([{ "type": "error", "text": "the deal is closed" }]);
    let (told, _) = found(&harness.servers(), blocks.clone()).await;
    assert!(told.contains("the deal is closed"), "{told}");
    let Value::Object(args) = json!({ "blocks": blocks }) else { unreachable!() };
    let document = Probe::new(harness.spec()).call("emit", args).await.unwrap();
    assert!(document["text"].as_str().unwrap().contains("the deal is closed"), "{document}");
}

#[tokio::test]
async fn links_are_not_read_before_a_node_asks() {
    let harness = Harness::scripted("");
    let blocks: Vec<_> = (0..50).map(|n| link(&format!("given://{n}"))).collect();
    let (_, state) = found(&harness.servers(), json!(blocks)).await;
    assert_eq!(state.manifest("find").len(), 50);
    assert!(!harness.notes().iter().any(|note| note.starts_with("read")));
}

/// What a node that is given the link of a blob of so many bytes leaves in a database.
async fn stored(bytes: usize, dir: &Path) -> u64 {
    let harness = Harness::scripted("");
    let blob = "AAAA".repeat(bytes / 3);
    harness.gives("given://report", json!([{ "uri": "given://report", "blob": blob }]));
    let servers = harness.servers();
    let path = dir.join(format!("{bytes}.db"));
    let graph = Graph::builder(weighing::pipeline())
        .checkpointer(SqliteSaver::open(&path).await.unwrap())
        .model("m", model("crm::emit", json!({ "blocks": [link("given://report")] })))
        .tools(servers.tools().only(["crm::emit"]).await.unwrap())
        .compile()
        .unwrap();
    let config = RunConfig::new().thread_id("t").fetcher(servers.fetcher());
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(outcome.get::<weighing::weigh>().unwrap().bytes, bytes / 3 * 3);
    let files = fs::read_dir(dir).unwrap().map(|file| file.unwrap());
    let ours = files.filter(|file| file.path().to_str().unwrap().contains(&format!("{bytes}.db")));
    ours.map(|file| file.metadata().unwrap().len()).sum()
}

#[tokio::test]
async fn what_is_hydrated_is_not_stored() {
    let dir = tempfile::tempdir().unwrap();
    let small = stored(3_000, dir.path()).await;
    let large = stored(5_001_000, dir.path()).await;
    assert!(large < small + 8 * 1024, "{small} and {large} bytes, in pages of 4 KiB");
}

#[tokio::test]
async fn a_resource_over_its_limit_is_refused_before_it_is_decoded() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let graph = Graph::builder(weighing_little::pipeline())
        .checkpointer(MemorySaver::new())
        .model("m", model("crm::emit", json!({ "blocks": [link("megabytes://5")] })))
        .tools(servers.tools().only(["crm::emit"]).idempotent(["crm::emit"]).await.unwrap())
        .compile()
        .unwrap();
    let config =
        RunConfig::new().thread_id("t").fetcher(servers.fetcher()).replayer(servers.replayer());
    let error = graph.arun(Input::new(), &config).await.unwrap_err();
    let Error::Execution(error) = error else { panic!("{error:?}") };
    let ExecutionError::ResourceTooLarge { actual, limit, .. } = *error else {
        panic!("{error:?}")
    };
    assert_eq!((actual, limit), (5 * 1024 * 1024 / 3 * 3, 1_000_000));
    assert_eq!(harness.count("call emit"), 1, "no replay makes a resource smaller");
}

#[tokio::test]
async fn a_link_that_died_in_a_pause_is_healed_by_another_process() {
    let harness = Harness::scripted("");
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("thread.db");
    let life = async || {
        let servers = harness.servers();
        let tools = servers.tools().only(["crm::remember"]).idempotent(["crm::remember"]);
        let graph = Graph::builder(weighing_after_a_pause::pipeline())
            .checkpointer(SqliteSaver::open(&path).await.unwrap())
            .model("m", model("crm::remember", json!({ "name": "deal" })))
            .tools(tools.await.unwrap())
            .compile()
            .unwrap();
        let config =
            RunConfig::new().thread_id("t").fetcher(servers.fetcher()).replayer(servers.replayer());
        (graph, config, servers)
    };
    let (graph, config, servers) = life().await;
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(outcome.interrupts().len(), 1);
    servers.close().await;
    drop((graph, config, servers));

    let (graph, config, servers) = life().await;
    let outcome = graph.arun(Resume::new(true), &config).await.unwrap();
    let pid = harness.processes()[1].to_string();
    assert_eq!(outcome.get::<weighing_after_a_pause::weigh>().unwrap().bytes, pid.len());
    assert_eq!(harness.count("call remember"), 2);
    servers.close().await;
}

#[tokio::test]
async fn who_calls_is_told_to_the_server_and_is_not_stored() {
    let harness = Harness::scripted("");
    let dir = tempfile::tempdir().unwrap();
    let spec = harness.spec().identity("token", "ada's secret token");
    let servers = McpServers::new([("crm", spec)]);
    let graph = Graph::builder(telling::pipeline())
        .checkpointer(SqliteSaver::open(dir.path().join("thread.db")).await.unwrap())
        .model("m", model("crm::told", json!({ "token": "what the model made up" })))
        .tools(servers.tools().only(["crm::told"]).await.unwrap())
        .compile()
        .unwrap();
    let config = RunConfig::new().thread_id("t");
    assert!(graph.arun(Input::new(), &config).await.unwrap().is_completed());
    assert_eq!(harness.count("told ada's secret token"), 1);
    for file in fs::read_dir(dir.path()).unwrap() {
        let bytes = fs::read(file.unwrap().path()).unwrap();
        assert!(!String::from_utf8_lossy(&bytes).contains("secret token"));
    }
}

#[tokio::test]
async fn the_links_of_a_call_that_failed_are_in_no_manifest() {
    let harness = Harness::scripted("");
    let probe = Probe::new(harness.spec());
    for (failed, refs) in [(true, 0), (false, 1)] {
        let args = json!({ "blocks": [link("crm://reports/1")], "isError": failed });
        let Value::Object(args) = args else { panic!("{args}") };
        let document = probe.call("emit", args).await.unwrap();
        assert_eq!(document["is_error"], failed);
        assert_eq!(document["refs"].as_array().unwrap().len(), refs, "{document}");
    }
    harness.gives("given://nothing", json!([]));
    let document = probe.read("given://nothing").await.unwrap();
    assert_eq!(document["contents"], json!([]));
    assert_eq!(document["diagnostics"].as_array().unwrap().len(), 1, "{document}");
    probe.close().await;
}
