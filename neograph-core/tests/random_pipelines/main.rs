//! Random pipelines: fan-outs, loops and ensembles, of bodies and of sub-pipelines, with
//! conditions, failures and pauses at random places. Run once in one go without a store, and
//! once with a store that dies after every commit, they must give the same; and nothing that
//! was finished may be done again.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod build;
mod mortal;
mod plan;

use std::sync::{Arc, Mutex};

use neograph_core::{
    Graph, Pipeline,
    checkpoint::{Channel, Checkpointer, Key, MemorySaver, ThreadLog},
    run::{Command, Continue, Event, Input, Outcome, Resume, RunConfig},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use build::{Chaos, build};
use mortal::Mortal;
use plan::{Plan, plan};

fn input() -> Input {
    Input::new().set("seed", json!({ "v": 5, "items": [] })).unwrap()
}

/// The outputs of a run that nothing disturbs.
async fn undisturbed(pipeline: Pipeline) -> Value {
    let graph = Graph::builder(pipeline).compile().unwrap();
    let outcome = graph.arun(input(), &RunConfig::new()).await.unwrap();
    assert!(outcome.is_completed());
    outcome.output().to_json().unwrap()
}

/// The addresses that a log says are finished, each once.
fn finished(log: &ThreadLog) -> Vec<String> {
    let ends = |channel| matches!(channel, Channel::Output | Channel::Skip | Channel::Failure);
    let writes = log.entries.iter().map(|entry| &entry.write);
    writes.filter(|write| ends(write.channel)).map(|write| write.key.to_string()).collect()
}

async fn log(store: &MemorySaver) -> Option<ThreadLog> {
    store.load("t").await.unwrap()
}

/// The outputs of a run whose process dies after each commit and is followed by another one,
/// and in which humans answer one question at a time.
async fn hounded(pipeline: Pipeline) -> (Value, usize) {
    let store = MemorySaver::new();
    let mut command = Command::from(input());
    for runs in 1..10_000 {
        let before = log(&store).await.map(|log| finished(&log)).unwrap_or_default();
        let (ended, started) = life(pipeline.clone(), &store, command).await;
        for address in &before {
            assert!(!started.contains(address), "`{address}` was finished and began again");
        }
        match ended {
            Ok(outcome) if outcome.is_completed() => {
                let log = log(&store).await.unwrap();
                let count = |channel| {
                    log.entries.iter().filter(|entry| entry.write.channel == channel).count()
                };
                assert_eq!(count(Channel::Interrupt), count(Channel::Answer), "all was answered");
                let ends = finished(&log);
                let mut once = ends.clone();
                once.sort_unstable();
                once.dedup();
                assert_eq!(once.len(), ends.len(), "an address ended twice: {ends:?}");
                assert!(ends.iter().all(|end| end.parse::<Key>().is_ok()));
                return (outcome.output().to_json().unwrap(), runs);
            }
            Ok(outcome) => {
                command = Resume::answer(&outcome.interrupts()[0].id, true).into();
            }
            Err(_) => command = Continue.into(),
        }
    }
    panic!("the pipeline does not come to an end");
}

/// One process: it makes one commit besides the one that begins it, and dies. What it ended
/// with, and which addresses it began.
async fn life(
    pipeline: Pipeline,
    store: &MemorySaver,
    command: Command,
) -> (neograph_core::Result<Outcome>, Vec<String>) {
    let mortal = Mortal::new(store.clone(), 2);
    let graph = Graph::builder(pipeline).checkpointer(mortal).compile().unwrap();
    let started: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&started);
    let config = RunConfig::new().thread_id("t").on_event(move |event| {
        if let Event::NodeStarted { node } = event {
            seen.lock().unwrap().push(node.clone());
        }
    });
    let ended = graph.arun(command, &config).await;
    let started = std::mem::take(&mut *started.lock().unwrap());
    (ended, started)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn a_run_that_dies_after_every_commit_gives_what_an_undisturbed_one_gives(plan in plan()) {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .enable_all()
            .build()
            .unwrap();
        let (expected, (found, runs)) = runtime.block_on(async {
            let expected = undisturbed(build(&plan, &Chaos::none())).await;
            (expected, hounded(build(&plan, &Chaos::some())).await)
        });
        prop_assert_eq!(found, expected);
        prop_assert!(runs > 1, "nothing died");
    }
}

/// The strategy makes what it is to make.
#[test]
fn the_plans_are_varied() {
    use proptest::{strategy::ValueTree, test_runner::TestRunner};
    let mut runner = TestRunner::deterministic();
    let plans: Vec<Plan> =
        (0..200).map(|_| plan().new_tree(&mut runner).unwrap().current()).collect();
    let text = format!("{plans:?}");
    for word in [
        "Each",
        "collect: true",
        "Loop",
        "Ensemble",
        "Inside",
        "when: Some",
        "gate: true",
        "flaky: true",
    ] {
        assert!(text.contains(word), "no plan has `{word}`");
    }
    assert!(plans.iter().any(|plan| plan.depth() >= 3), "no sub-pipeline in a sub-pipeline");
}
