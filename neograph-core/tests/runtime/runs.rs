//! What one driver call is: its id, and the reads that it shares with nobody else.

use std::sync::{Arc, Mutex};

use neograph_core::{
    BoxError, BoxFuture, Graph,
    checkpoint::{Checkpointer, MemorySaver},
    model::ChatResponse,
    resource::{FetchRequest, Fetched, Fetcher},
    run::{Input, Resume, RunConfig, RunId},
    testing::ScriptedModel,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde_json::json;

use super::{pauses::*, support::*};

/// Notes the run of every read and every tool call.
#[derive(Clone, Default)]
pub(crate) struct Witness(Arc<Mutex<Vec<RunId>>>);

impl Witness {
    fn note(&self, run_id: Option<RunId>) {
        self.0.lock().unwrap().push(run_id.unwrap());
    }

    /// The ids that were noted since the last time.
    pub(crate) fn ids(&self) -> Vec<RunId> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    pub(crate) fn config(&self) -> RunConfig {
        RunConfig::new().thread_id("t").fetcher(self.clone())
    }
}

impl Fetcher for Witness {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        self.note(request.run_id);
        Box::pin(async { Ok(Fetched::new(vec![doc(1)])) })
    }
}

/// A tool that reads a resource in each of its calls.
struct Reading(ToolSpec, Witness);

impl Tool for Reading {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        self.1.note(call.run_id);
        Box::pin(async move {
            call.resources.read(FetchRequest::new("crm://tool")).await?;
            Ok(ToolOutput::new("read"))
        })
    }
}

/// An agent of three turns, whose tool reads → a gate that pauses → two readers.
pub(crate) fn watched(witness: &Witness, saver: impl Checkpointer) -> Graph {
    let turns = [
        ChatResponse::call("crm::get_deal", json!({ "n": 1 })),
        ChatResponse::call("crm::get_deal", json!({ "n": 2 })),
        ChatResponse::json(&json!({ "v": 1 })),
    ];
    let tool = Reading(ToolSpec::new("get_deal").server("crm"), witness.clone());
    Graph::builder(pipeline(vec![
        agent(vec![by_uri("doc", "crm://agent")]),
        gated(sum::<gate>(vec![upstream("research"), by_uri("doc", "crm://gate")], 0)),
        sum::<second>(vec![upstream("gate"), by_uri("doc", "crm://second")], 0),
        sum::<consume>(vec![upstream("second"), by_uri("doc", "crm://consume")], 0),
    ]))
    .model("m", ScriptedModel::turns(turns))
    .tools([Arc::new(tool) as Arc<dyn Tool>])
    .checkpointer(saver)
    .compile()
    .unwrap()
}

#[tokio::test]
async fn a_run_has_one_id_for_all_its_nodes_and_turns_and_a_resume_another() {
    let witness = Witness::default();
    let graph = watched(&witness, MemorySaver::new());
    let config = witness.config();
    assert!(!graph.arun(Input::new(), &config).await.unwrap().is_completed());
    let first_run = witness.ids();
    // Two nodes read, and a tool was called twice and read each time.
    assert_eq!(first_run.len(), 2 + 4);
    assert!(first_run.iter().all(|id| *id == first_run[0]), "{first_run:?}");
    assert!(graph.arun(Resume::new(true), &config).await.unwrap().is_completed());
    let resumed = witness.ids();
    assert_eq!(resumed.len(), 2);
    assert_eq!(resumed[0], resumed[1]);
    assert_ne!(resumed[0], first_run[0]);
    // Another thread of the same graph is another run, too.
    let other = config.thread_id("another");
    assert!(!graph.arun(Input::new(), &other).await.unwrap().is_completed());
    let ids = witness.ids();
    assert!(ids[0] != first_run[0] && ids[0] != resumed[0]);
}

#[tokio::test]
async fn what_changes_during_a_pause_is_seen_after_it() {
    let server = Server::new([Ok(doc(1)), Ok(doc(20))]);
    let graph = Graph::builder(pipeline(vec![
        gated(sum::<gate>(vec![by_uri("doc", "crm://a")], 0)),
        sum::<consume>(vec![upstream("gate"), by_uri("doc", "crm://a")], 0),
    ]))
    .checkpointer(MemorySaver::new())
    .compile()
    .unwrap();
    let config = server.config();
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(outcome.get::<gate>().unwrap().v, 1);
    let outcome = graph.arun(Resume::new(true), &config).await.unwrap();
    assert_eq!(outcome.get::<consume>().unwrap().v, 1 + 20);
    assert_eq!(server.read_uris(), ["crm://a", "crm://a"]);
}

#[tokio::test]
async fn an_agent_of_three_turns_reads_its_resource_once() {
    let server = Server::doc(1);
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "n": 1 })),
        ChatResponse::call("crm::get_deal", json!({ "n": 2 })),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let graph = Graph::builder(pipeline(vec![agent(vec![by_uri("doc", "crm://a")])]))
        .model("m", model.clone())
        .tools([GetDeal::linking(true).shared().0])
        .compile()
        .unwrap();
    graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(model.requests().len(), 3);
    assert_eq!(server.read_uris(), ["crm://a"]);
}

#[tokio::test]
async fn a_link_is_read_once_however_many_nodes_ask_for_its_kind() {
    let server = Server::doc(5);
    let turns =
        [ChatResponse::call("crm::get_deal", json!({})), ChatResponse::json(&json!({ "v": 1 }))];
    let graph = Graph::builder(pipeline(vec![
        agent(vec![]),
        sum::<first>(vec![upstream("research"), by_kind("mails", "mails")], 0),
        sum::<second>(vec![upstream("research"), by_kind("mails", "mails")], 0),
        sum::<third>(vec![upstream("first"), by_kind("other_name", "mails")], 0),
    ]))
    .model("m", ScriptedModel::turns(turns))
    .tools([GetDeal::linking(true).shared().0])
    .compile()
    .unwrap();
    let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(outcome.get::<third>().unwrap().v, 1 + 5 + 5);
    assert_eq!(server.read_uris(), ["crm://old"]);
}
