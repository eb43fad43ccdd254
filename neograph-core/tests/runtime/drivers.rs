//! The streaming and the blocking driver.

use std::{
    sync::{Arc, Mutex, atomic::Ordering},
    time::Duration,
};

use futures_util::StreamExt;
use neograph_core::{
    BoxError, BoxFuture, Graph,
    checkpoint::{MemorySaver, ThreadStatus},
    error::ConfigurationError,
    model::ChatResponse,
    resource::{FetchRequest, Fetched, Fetcher, ResourceContent},
    run::{Command, Event, Input, Resume, RunConfig},
    testing::ScriptedModel,
    tool::{Progress, ProgressSink, Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde_json::json;

use super::{pauses::*, support::*};

fn kind(event: &Event) -> String {
    match event {
        Event::NodeStarted { node } => format!("+{node}"),
        Event::NodeFinished { node, .. } => format!("-{node}"),
        Event::ModelAsked { turn, .. } => format!("asked {turn}"),
        Event::ModelTurn { turn, .. } => format!("turn {turn}"),
        Event::ToolCalled { tool, .. } => format!("called {tool}"),
        Event::ResourceLifted { kind, .. } => format!("lifted {kind}"),
        Event::ResourceFetched { uri, .. } => format!("fetched {uri}"),
        Event::ResourceCached { uri, .. } => format!("cached {uri}"),
        Event::ResourceReadFailed { uri, .. } => format!("failed {uri}"),
        Event::ResourceHealed { old_uri, new_uri, .. } => format!("healed {old_uri} {new_uri}"),
        Event::Interrupted { node, .. } => format!("? {node}"),
        other => format!("{other:?}"),
    }
}

/// Tells of its progress, and keeps to itself what it tells it with.
struct Telling {
    spec: ToolSpec,
    kept: Arc<Mutex<Option<ProgressSink>>>,
}

impl Tool for Telling {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            call.progress.report(Progress::new(1.0).total(2.0).message("half"));
            tokio::task::yield_now().await;
            call.progress.report(Progress::new(2.0));
            *self.kept.lock().unwrap() = Some(call.progress);
            Ok(ToolOutput::new("done"))
        })
    }
}

#[tokio::test]
async fn a_tool_tells_of_its_progress_until_the_run_has_ended() {
    let kept = Arc::default();
    let telling = Telling { spec: ToolSpec::new("get_deal").server("crm"), kept };
    let kept = Arc::clone(&telling.kept);
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({})),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let graph = Graph::builder(pipeline(vec![agent(vec![])]))
        .model("m", model)
        .tools([Arc::new(telling) as Arc<dyn Tool>])
        .compile()
        .unwrap();
    let mut stream = graph.astream(Input::new(), &RunConfig::new());
    let mut seen = Vec::new();
    while let Some(event) = stream.next().await {
        if matches!(event, Event::ToolProgress { .. } | Event::ToolCalled { .. }) {
            seen.push(event);
        }
    }
    let told = |progress, total, message: Option<&str>| Event::ToolProgress {
        node: "research".to_owned(),
        tool: "crm::get_deal".to_owned(),
        progress,
        total,
        message: message.map(str::to_owned),
    };
    assert_eq!(seen[..2], [told(1.0, Some(2.0), Some("half")), told(2.0, None, None)]);
    assert!(matches!(seen[2..], [Event::ToolCalled { .. }]), "{seen:?}");
    assert!(stream.outcome().await.unwrap().is_completed());
    kept.lock().unwrap().take().unwrap().report(Progress::new(3.0));
}

/// Reads everything, and says how long it stays fresh.
struct Fresh(Duration);

impl Fetcher for Fresh {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        let content = ResourceContent::text(request.uri, Some("application/json"), r#"{"v":7}"#);
        Box::pin(async { Ok(Fetched::new(vec![content]).ttl(Some(self.0))) })
    }
}

#[tokio::test]
async fn a_resumed_run_tells_of_a_link_that_was_read_longer_ago_than_it_stays_fresh() {
    let pause = Duration::from_millis(20);
    for (ttl, stale) in [
        (Duration::from_millis(1), 1),
        (Duration::from_hours(1), 0),
        // What says nothing of how long is not warned of.
        (Duration::ZERO, 0),
    ] {
        let graph = walk();
        let config = thread().fetcher(Fresh(ttl));
        let mut told = Vec::new();
        for command in [Input::new().into(), Command::from(Resume::new(true))] {
            let mut events = graph.astream(command, &config);
            let mut stale = Vec::new();
            while let Some(event) = events.next().await {
                if let Event::ResourceStale { node, uri, age, ttl: said, .. } = event {
                    assert_eq!((&*node, &*uri, said), ("consume", "crm://old", ttl));
                    assert!(age >= pause, "{age:?}");
                    stale.push(node);
                }
            }
            events.outcome().await.unwrap();
            told.push(stale.len());
            tokio::time::sleep(pause).await;
        }
        assert_eq!(told, [0, stale], "{ttl:?}");
    }
}

fn walk() -> Graph {
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({})),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let reads = vec![upstream("research"), by_kind("history", "mails")];
    Graph::builder(pipeline(vec![
        agent(vec![]),
        gated(sum::<gate>(vec![upstream("research")], 0)),
        sum::<consume>(vec![upstream("gate"), reads[1].clone()], 0),
        sum::<first>(reads, 0),
    ]))
    .model("m", model)
    .tools([GetDeal::linking(true).shared().0])
    .checkpointer(MemorySaver::new())
    .compile()
    .unwrap()
}

#[tokio::test]
async fn a_stream_tells_everything_in_order_and_then_how_it_ended() {
    let server =
        Server::new([Err("dead"), Ok(doc(7))]).replaying(Ok(json!([link("mails", "crm://new")])));
    let config = server.config().replayer(server.clone());
    let graph = walk();
    let mut stream = graph.astream(Input::new(), &config);
    let mut seen = Vec::new();
    while let Some(event) = stream.next().await {
        seen.push(kind(&event));
    }
    let expected = ["+research", "asked 1", "turn 1", "called crm::get_deal", "lifted mails"];
    assert_eq!(seen[..5], expected);
    assert_eq!(seen[5..8], ["asked 2", "turn 2", "-research"]);
    for event in ["? gate", "failed crm://old", "healed crm://old crm://new", "-first"] {
        assert_eq!(seen.iter().filter(|seen| *seen == event).count(), 1, "{event} in {seen:?}");
    }
    let outcome = stream.outcome().await.unwrap();
    assert_eq!(outcome.interrupts().len(), 1);

    let stream = graph.astream(Resume::new(true), &config);
    assert!(stream.outcome().await.unwrap().is_completed(), "events need not be taken");
}

#[tokio::test]
async fn a_stream_that_is_dropped_cancels_its_run() {
    let calls = std::sync::Arc::default();
    let model = ScriptedModel::turns([ChatResponse::call("crm::get_deal", json!({}))]);
    let graph = Graph::builder(pipeline(vec![agent(vec![])]))
        .model("m", model)
        .tools([std::sync::Arc::new(super::agents::Hanging::new(std::sync::Arc::clone(&calls)))
            as std::sync::Arc<_>])
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap();
    let mut stream = graph.astream(Input::new(), &thread());
    while calls.load(Ordering::SeqCst) == 0 {
        tokio::select! {
            event = stream.next() => assert!(event.is_some()),
            () = tokio::time::sleep(std::time::Duration::from_millis(1)) => {}
        }
    }
    drop(stream);
    // The lease is given back in the background; nothing else of the run is left.
    let config = thread();
    let outcome = graph.arun(neograph_core::run::Continue, &config).await.unwrap();
    assert_eq!(outcome.interrupts()[0].reason, "unknown_outcome");
}

#[tokio::test]
async fn an_error_ends_the_stream_and_is_its_outcome() {
    let graph = compile(vec![sum::<first>(vec![by_uri("doc", "crm://a")], 0)]);
    let config = Server::new([Err("gone")]).config();
    let mut stream = graph.astream(Input::new(), &config);
    while stream.next().await.is_some() {}
    assert!(stream.outcome().await.unwrap_err().to_string().contains("gone"));
    let mut stream = graph.astream(Input::new(), &RunConfig::new());
    assert!(stream.next().await.is_none(), "nothing ran");
    configuration(stream.outcome().await);
}

#[test]
fn the_blocking_driver_runs_pauses_and_resumes() {
    let (nodes, before, after) = nodes();
    let graph = Graph::builder(pipeline(nodes)).checkpointer(MemorySaver::new()).compile().unwrap();
    assert_eq!(graph.run(Input::new(), &thread()).unwrap().interrupts().len(), 1);
    assert!(graph.run(Resume::new(true), &thread()).unwrap().is_completed());
    assert_eq!((before.load(Ordering::SeqCst), after.load(Ordering::SeqCst)), (1, 1));
}

#[test]
fn the_blocking_driver_refuses_what_waits_for_the_caller_before_anything_runs() {
    let server = Server::doc(1);
    let error = configuration(walk().run(Input::new(), &server.config()));
    let message = error.to_string();
    for part in ["`history`", "`consume`", "`crm::get_deal`", "`research`", "`arun`"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    assert!(server.read_uris().is_empty());
}

#[tokio::test]
async fn the_blocking_driver_refuses_a_thread_of_a_runtime() {
    let graph = Graph::builder(pipeline(vec![sum::<first>(vec![], 1)]))
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap();
    let error = configuration(graph.run(Input::new(), &thread()));
    assert!(matches!(error, ConfigurationError::InsideRuntime));
    let state = graph.get_state(&thread()).await;
    assert!(state.is_err(), "no thread began: {:?}", ThreadStatus::Running);
}
