//! Threads: paused, answered, continued, refused.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use neograph_core::{
    __private::{Args, NodeSpec, Param},
    Error, Graph,
    checkpoint::{MemorySaver, ThreadStatus},
    error::{ConfigurationError, ExecutionError},
    run::{Continue, Input, Resume, RunConfig},
};
use serde_json::json;

use super::support::*;

/// A node that counts how often it runs.
pub(crate) fn counted<N: neograph_core::__private::NodeType<Output = Doc>>(
    param: Option<&'static str>,
    count: &Arc<AtomicUsize>,
) -> NodeSpec {
    let count = Arc::clone(count);
    let node = NodeSpec::__scripted::<N, _, _, _>(move |_: Args| {
        let v = i64::try_from(count.fetch_add(1, Ordering::SeqCst)).unwrap();
        async move { Ok(Ok::<_, Error>(Doc { v })) }
    });
    param.into_iter().map(upstream).fold(node, NodeSpec::__param)
}

pub(crate) fn gated(node: NodeSpec) -> NodeSpec {
    node.__interrupt_when::<Doc, _, _>(|doc: &Doc| Some(json!({ "review": doc.v })))
}

/// first → gate (pauses) → consume, with the counts of first and consume.
pub(crate) fn nodes() -> (Vec<NodeSpec>, Arc<AtomicUsize>, Arc<AtomicUsize>) {
    let (before, after) = (Arc::default(), Arc::default());
    let nodes = vec![
        counted::<first>(None, &before),
        gated(sum::<gate>(vec![upstream("first")], 10)),
        counted::<consume>(Some("gate"), &after),
    ];
    (nodes, before, after)
}

fn with_memory(nodes: Vec<NodeSpec>) -> Graph {
    Graph::builder(pipeline(nodes)).checkpointer(MemorySaver::new()).compile().unwrap()
}

pub(crate) fn thread() -> RunConfig {
    RunConfig::new().thread_id("t")
}

#[tokio::test]
async fn a_pause_ends_the_run_and_a_resume_runs_only_what_is_left() {
    let (nodes, before, after) = nodes();
    let graph = with_memory(nodes);
    let outcome = graph.arun(Input::new(), &thread()).await.unwrap();
    let [interrupt] = outcome.interrupts() else { panic!("{outcome:?}") };
    assert_eq!((interrupt.node.as_str(), &interrupt.payload), ("gate", &json!({ "review": 10 })));
    assert_eq!(outcome.get::<gate>().unwrap().v, 10);
    assert!(outcome.get::<consume>().unwrap_err().to_string().contains("has not run yet"));
    assert_eq!(graph.get_state(&thread()).await.unwrap().status, ThreadStatus::Paused);

    let outcome = graph.arun(Resume::new(json!({ "approved": true })), &thread()).await.unwrap();
    assert!(outcome.is_completed());
    assert_eq!(outcome.get::<first>().unwrap().v, 0, "read back from the store");
    assert_eq!((before.load(Ordering::SeqCst), after.load(Ordering::SeqCst)), (1, 1));
    assert_eq!(graph.get_state(&thread()).await.unwrap().status, ThreadStatus::Finished);
}

#[tokio::test]
async fn the_input_is_restored_on_resume() {
    let node = sum::<consume>(vec![upstream("gate"), Param::__input::<Doc>("doc")], 0);
    let graph = with_memory(vec![gated(sum::<gate>(vec![], 1)), node]);
    let input = Input::new().set("doc", Doc { v: 41 }).unwrap();
    graph.arun(input, &thread()).await.unwrap();
    let outcome = graph.arun(Resume::new(true), &thread()).await.unwrap();
    assert_eq!(outcome.get::<consume>().unwrap().v, 42);
}

#[tokio::test]
async fn several_questions_are_answered_by_id() {
    let ask = |node: NodeSpec| node;
    let graph = with_memory(vec![
        ask(sum::<first>(vec![], 1).__interrupt_when::<Doc, _, _>(|_| Some("first?"))),
        ask(sum::<second>(vec![], 2).__interrupt_when::<Doc, _, _>(|_| Some("second?"))),
        sum::<third>(vec![upstream("first")], 0),
        sum::<fourth>(vec![upstream("second")], 0),
    ]);
    let outcome = graph.arun(Input::new(), &thread()).await.unwrap();
    let ids: Vec<String> = outcome.interrupts().iter().map(|open| open.id.clone()).collect();
    assert_eq!(ids.len(), 2);
    let error = configuration(graph.arun(Resume::new(true), &thread()).await);
    assert!(matches!(&error, ConfigurationError::AmbiguousAnswer { open, .. } if open.len() == 2));
    let error = configuration(graph.arun(Resume::answer("nonsense", true), &thread()).await);
    assert!(matches!(error, ConfigurationError::UnknownInterrupt { .. }));

    let outcome = graph.arun(Resume::answer(&ids[0], true), &thread()).await.unwrap();
    assert_eq!(outcome.interrupts().len(), 1, "the other question stays open");
    let error = configuration(graph.arun(Resume::answer(&ids[0], true), &thread()).await);
    assert!(matches!(error, ConfigurationError::UnknownInterrupt { .. }), "answered once: {error}");
    let outcome = graph.arun(Resume::new(true), &thread()).await.unwrap();
    assert!(outcome.is_completed());
    assert_eq!((outcome.get::<third>().unwrap().v, outcome.get::<fourth>().unwrap().v), (1, 2));
}

#[tokio::test]
async fn commands_that_do_not_fit_the_thread_are_refused() {
    let (nodes, ..) = nodes();
    let graph = with_memory(nodes);
    for (error, word) in [
        (configuration(graph.arun(Resume::new(true), &thread()).await), "resume"),
        (configuration(graph.arun(Continue, &thread()).await), "continue"),
    ] {
        assert!(matches!(error, ConfigurationError::UnknownThread { .. }), "{error}");
        assert!(error.to_string().contains(word), "{error}");
    }
    graph.arun(Input::new(), &thread()).await.unwrap();
    let error = configuration(graph.arun(Input::new(), &thread()).await);
    assert!(matches!(
        error,
        ConfigurationError::ThreadHasBegun { status: ThreadStatus::Paused, .. }
    ));
    assert!(error.to_string().contains("Resume"), "{error}");
    let error = configuration(graph.arun(Continue, &thread()).await);
    assert!(matches!(error, ConfigurationError::NothingToContinue { .. }), "{error}");

    graph.arun(Resume::new(true), &thread()).await.unwrap();
    let error = configuration(graph.arun(Resume::new(true), &thread()).await);
    assert!(matches!(error, ConfigurationError::NothingToAnswer { .. }), "{error}");
    let error = configuration(graph.arun(Input::new(), &thread()).await);
    assert!(matches!(
        error,
        ConfigurationError::ThreadHasBegun { status: ThreadStatus::Finished, .. }
    ));
    let error = configuration(graph.arun(Continue, &thread()).await);
    assert!(matches!(error, ConfigurationError::NothingToContinue { .. }), "{error}");
}

#[tokio::test]
async fn a_further_turn_starts_with_nothing_of_the_last() {
    let (nodes, before, _) = nodes();
    let graph = with_memory(nodes);
    let config = thread().new_turn(true);
    graph.arun(Input::new(), &config).await.unwrap();
    let error = configuration(graph.arun(Input::new(), &config).await);
    assert!(
        matches!(error, ConfigurationError::ThreadHasBegun { .. }),
        "only a finished one: {error}"
    );
    graph.arun(Resume::new(true), &config).await.unwrap();
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert!(!outcome.is_completed());
    assert_eq!(before.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn continue_takes_up_a_failed_run() {
    let attempts = Arc::new(AtomicUsize::new(0));
    let (before, seen) = (Arc::default(), Arc::clone(&attempts));
    let flaky = NodeSpec::__scripted::<second, _, _, _>(move |_: Args| {
        let attempt = seen.fetch_add(1, Ordering::SeqCst);
        async move { Ok(if attempt == 0 { Err("not yet".to_owned()) } else { Ok(Doc { v: 2 }) }) }
    })
    .__param(upstream("first"));
    let graph = with_memory(vec![counted::<first>(None, &before), flaky]);
    let error = execution(graph.arun(Input::new(), &thread()).await);
    let ExecutionError::Node { node, source } = &error else { panic!("{error}") };
    assert_eq!((node.as_str(), source.to_string().as_str()), ("second", "not yet"));
    assert_eq!(graph.get_state(&thread()).await.unwrap().status, ThreadStatus::Failed);
    let error = configuration(graph.arun(Input::new(), &thread()).await);
    assert!(error.to_string().contains("Continue"), "{error}");
    assert!(graph.arun(Continue, &thread()).await.unwrap().is_completed());
    assert_eq!((before.load(Ordering::SeqCst), attempts.load(Ordering::SeqCst)), (1, 2));
}

#[tokio::test]
async fn a_thread_of_another_pipeline_is_refused() {
    let saver = MemorySaver::new();
    let (nodes, ..) = nodes();
    let graph = Graph::builder(pipeline(nodes)).checkpointer(saver.clone()).compile().unwrap();
    graph.arun(Input::new(), &thread()).await.unwrap();
    let other = neograph_core::Pipeline::__unchecked("other", vec![sum::<first>(vec![], 1)]);
    let graph = Graph::builder(other).checkpointer(saver).compile().unwrap();
    let error = configuration(graph.arun(Resume::new(true), &thread()).await);
    assert!(matches!(error, ConfigurationError::OtherPipeline { .. }), "{error}");
}
