//! From the links of tools to the manifest, and from there to a parameter.

use std::sync::Arc;

use neograph_core::{
    __private::{Mode, NodeSpec, NodeType, PromptSource, ToolRef},
    BoxFuture, Graph,
    checkpoint::{Checkpointer, MemorySaver},
    error::ExecutionError,
    model::ChatResponse,
    resource::{ProducingCall, ResourceRef, lift},
    run::{Input, Resume},
    testing::ScriptedModel,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde_json::{Map, Value, json};

use super::{pauses::gated, support::*};

/// A node whose name is no identifier.
struct DeepResearch;

impl NodeType for DeepResearch {
    type Output = Doc;
    const NAME: &'static str = "deep-research";
}

/// Answers with a text and the links that it is asked for, as pairs of kind and URI.
struct Links(ToolSpec);

impl Tool for Links {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let pairs = call.args["links"].as_array().unwrap().clone();
        let links =
            pairs.iter().map(|pair| link(pair[0].as_str().unwrap(), pair[1].as_str().unwrap()));
        let text = json!({ "type": "text", "text": "crm://no-link" });
        let blocks: Vec<Value> = std::iter::once(text).chain(links).collect();
        Box::pin(async move { Ok(ToolOutput::new(json!({ "content": blocks }))) })
    }
}

fn first_call() -> Value {
    let filter = json!({ "from": { "day": 1 }, "tags": [1, null, "x"] });
    json!({ "links": [["activity", "crm://1"], ["mails", "crm://2"]], "filter": filter })
}

/// An agent of the mode with three calls in two turns, and after it a reader of `mails`.
fn graph(mode: Mode, saver: impl Checkpointer) -> Graph {
    let node =
        NodeSpec::__with_model::<DeepResearch, Doc>(mode, "m", PromptSource::Inline("research it"))
            .__tool(ToolRef::Named("crm::links"));
    let turns = [
        ChatResponse::call("crm::links", first_call())
            .and_call("crm::links", json!({ "links": [["mails", "crm://3"]] })),
        ChatResponse::call("crm::links", json!({ "links": [["mails", "crm://4"]] })),
        ChatResponse::json(&json!({ "v": 1 })),
    ];
    let reads = sum::<consume>(vec![upstream("deep-research"), by_kind("mails", "mails")], 0);
    Graph::builder(pipeline(vec![node, reads]))
        .model("m", ScriptedModel::turns(turns))
        .tools([Arc::new(Links(ToolSpec::new("links").server("crm"))) as Arc<dyn Tool>])
        .checkpointer(saver)
        .compile()
        .unwrap()
}

#[tokio::test]
async fn every_link_of_every_call_is_lifted_in_the_order_of_the_calls() {
    for mode in [Mode::Agent, Mode::Act] {
        let (graph, server) = (graph(mode, MemorySaver::new()), Server::doc(5));
        let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
        let state = graph.get_state(&server.config()).await.unwrap();
        let refs = state.manifest("deep-research");
        let links: Vec<_> = refs.iter().map(|link| (link.kind(), link.uri())).collect();
        let expected = [
            ("activity", "crm://1"),
            ("mails", "crm://2"),
            ("mails", "crm://3"),
            ("mails", "crm://4"),
        ];
        assert_eq!(links, expected, "{mode:?}");
        assert_eq!(outcome.get::<consume>().unwrap().v, 6);
        assert_eq!(server.read_uris(), ["crm://2"], "the first of its kind");
    }
}

#[tokio::test]
async fn a_reference_says_where_what_and_of_which_call_it_is() {
    let (graph, server) = (graph(Mode::Agent, MemorySaver::new()), Server::doc(5));
    graph.arun(Input::new(), &server.config()).await.unwrap();
    let state = graph.get_state(&server.config()).await.unwrap();
    let found = &state.manifest("deep-research")[1];
    assert_eq!((found.uri(), found.kind(), found.server()), ("crm://2", "mails", "crm"));
    assert_eq!(found.mime(), Some("application/json"));
    let call = found.producing_call();
    assert_eq!((call.tool_name(), call.producer_idempotent()), ("links", false));
    assert_eq!(Value::Object(call.args().clone()), first_call());
}

#[test]
fn a_reference_without_one_of_its_parts_cannot_be_read() {
    let call = ProducingCall::new("get_deal", Map::new(), true);
    let whole = lift(&json!([link("mails", "crm://1")]), Some("crm"), &call).refs.remove(0);
    let json = serde_json::to_value(&whole).unwrap();
    assert_eq!(serde_json::from_value::<ResourceRef>(json.clone()).unwrap(), whole);
    for part in ["uri", "kind", "server", "producing_call"] {
        let mut json = json.clone();
        json.as_object_mut().unwrap().remove(part);
        let error = serde_json::from_value::<ResourceRef>(json).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    for part in ["tool_name", "args", "producer_idempotent"] {
        let mut json = json.clone();
        json["producing_call"].as_object_mut().unwrap().remove(part);
        let error = serde_json::from_value::<ResourceRef>(json).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[tokio::test]
async fn the_manifest_is_a_channel_of_the_thread_and_no_output() {
    let (graph, server) = (graph(Mode::Agent, MemorySaver::new()), Server::doc(5));
    let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
    let state = graph.get_state(&server.config()).await.unwrap();
    let channels: Vec<&str> = state.values.keys().map(String::as_str).collect();
    assert_eq!(channels, ["consume", "deep-research", "neo_resource_manifest_deep_research"]);
    let channel = &state.values["neo_resource_manifest_deep_research"];
    let typed: Vec<ResourceRef> = serde_json::from_value(channel.clone()).unwrap();
    assert_eq!(typed, state.manifest("deep-research"));
    let output = outcome.output().to_json().unwrap();
    assert_eq!(output, json!({ "deep-research": { "v": 1 }, "consume": { "v": 6 } }));
    let nodes: Vec<&str> = outcome.output().nodes().collect();
    assert_eq!(nodes, ["deep-research", "consume"]);
}

#[cfg(feature = "sqlite")]
#[tokio::test]
async fn the_manifest_is_there_when_the_file_is_opened_again() {
    use neograph_core::checkpoint::SqliteSaver;

    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("threads.db");
    let server = Server::doc(5);
    let saver = SqliteSaver::open(&path).await.unwrap();
    let written = graph(Mode::Agent, saver.clone());
    written.arun(Input::new(), &server.config()).await.unwrap();
    let before = written.get_state(&server.config()).await.unwrap();
    saver.close().await.unwrap();
    let reopened = graph(Mode::Agent, SqliteSaver::open(&path).await.unwrap());
    let after = reopened.get_state(&server.config()).await.unwrap();
    assert_eq!(after.manifest("deep-research").len(), 4);
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_server_without_links_leaves_the_manifest_empty_and_is_read_by_uri() {
    let turns =
        [ChatResponse::call("crm::get_deal", json!({})), ChatResponse::json(&json!({ "v": 1 }))];
    let flat = GetDeal::new(true, json!([{ "type": "text", "text": "crm://deals/1" }]));
    let graph = Graph::builder(pipeline(vec![
        agent(vec![]),
        sum::<consume>(vec![upstream("research"), by_uri("mails", "crm://mails")], 0),
    ]))
    .model("m", ScriptedModel::turns(turns))
    .tools([flat.shared().0])
    .checkpointer(MemorySaver::new())
    .compile()
    .unwrap();
    let server = Server::doc(5);
    let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(outcome.get::<consume>().unwrap().v, 6);
    let state = graph.get_state(&server.config()).await.unwrap();
    assert!(state.manifest("research").is_empty());
    assert!(!state.values.keys().any(|channel| channel.starts_with("neo_")));
}

/// research (links) → gate (pauses) → consume (by kind), over one store.
fn in_two_lives(saver: &MemorySaver, tool: GetDeal) -> Graph {
    let turns =
        [ChatResponse::call("crm::get_deal", json!({})), ChatResponse::json(&json!({ "v": 1 }))];
    Graph::builder(pipeline(vec![
        agent(vec![]),
        gated(sum::<gate>(vec![upstream("research")], 0)),
        sum::<consume>(vec![upstream("gate"), by_kind("mails", "mails")], 0),
    ]))
    .model("m", ScriptedModel::turns(turns))
    .tools([tool.shared().0])
    .checkpointer(saver.clone())
    .compile()
    .unwrap()
}

#[tokio::test]
async fn whether_a_call_may_be_repeated_is_what_was_declared_when_it_was_made() {
    for (then, now) in [(false, true), (true, false)] {
        let (saver, server) = (MemorySaver::new(), Server::new([Err("dead"), Ok(doc(7))]));
        let server = server.replaying(Ok(json!([link("mails", "crm://new")])));
        let config = server.config().replayer(server.clone());
        let before = in_two_lives(&saver, GetDeal::linking(then));
        assert!(!before.arun(Input::new(), &config).await.unwrap().is_completed());
        let after = in_two_lives(&saver, GetDeal::linking(now));
        let ended = after.arun(Resume::new(true), &config).await;
        if then {
            assert_eq!(ended.unwrap().get::<consume>().unwrap().v, 8);
        } else {
            let error = execution(ended);
            assert!(matches!(error, ExecutionError::NonIdempotentReplay { .. }), "{error}");
        }
        assert_eq!(server.replay_count(), usize::from(then));
    }
}

#[tokio::test]
async fn a_tool_that_says_nothing_of_it_is_not_called_again() {
    assert!(!ToolSpec::new("links").idempotent);
    let graph = graph(Mode::Agent, MemorySaver::new());
    let server = Server::new([Err("dead")]).replaying(Ok(json!([link("mails", "crm://new")])));
    let config = server.config().replayer(server.clone());
    let error = execution(graph.arun(Input::new(), &config).await);
    assert!(matches!(error, ExecutionError::NonIdempotentReplay { .. }), "{error}");
    assert_eq!(server.replay_count(), 0);
}
