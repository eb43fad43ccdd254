//! What runs at the same time, and what a failure or a drop stops.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use neograph_core::{
    __private::{Args, NodeSpec},
    Error,
    run::{Event, Input, RunConfig},
};
use tokio::sync::Barrier;

use super::support::*;

/// A node that ends only if another one runs at the same time.
fn meeting<N: neograph_core::__private::NodeType<Output = Doc>>(
    barrier: &Arc<Barrier>,
) -> NodeSpec {
    let barrier = Arc::clone(barrier);
    NodeSpec::__scripted::<N, _, _, _>(move |_: Args| {
        let barrier = Arc::clone(&barrier);
        async move {
            barrier.wait().await;
            Ok(Ok::<_, Error>(Doc { v: 1 }))
        }
    })
}

#[tokio::test]
async fn nodes_that_do_not_wait_for_each_other_run_at_the_same_time() {
    let barrier = Arc::new(Barrier::new(2));
    let graph = compile(vec![
        meeting::<first>(&barrier),
        meeting::<second>(&barrier),
        sum::<third>(vec![upstream("first"), upstream("second")], 0),
    ]);
    let run = async { graph.arun(Input::new(), &RunConfig::new()).await };
    let outcome = tokio::time::timeout(Duration::from_secs(10), run).await;
    assert_eq!(outcome.unwrap().unwrap().get::<third>().unwrap().v, 2);
}

#[tokio::test]
async fn there_is_no_barrier_between_levels() {
    // `third` needs only `second`, and `first` ends only when `third` has begun.
    let barrier = Arc::new(Barrier::new(2));
    let graph = compile(vec![
        meeting::<first>(&barrier),
        sum::<second>(vec![], 1),
        meeting::<third>(&barrier).__param(upstream("second")),
    ]);
    let run = async { graph.arun(Input::new(), &RunConfig::new()).await };
    tokio::time::timeout(Duration::from_secs(10), run).await.unwrap().unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn siblings_use_every_thread_of_the_runtime() {
    let barrier = Arc::new(std::sync::Barrier::new(2));
    let blocking = |node: Arc<std::sync::Barrier>| {
        move |_: Args| {
            let barrier = Arc::clone(&node);
            async move {
                // Blocks the thread: passed only if two threads are here at once.
                barrier.wait();
                Ok(Ok::<_, Error>(Doc { v: 1 }))
            }
        }
    };
    let graph = compile(vec![
        NodeSpec::__scripted::<first, _, _, _>(blocking(Arc::clone(&barrier))),
        NodeSpec::__scripted::<second, _, _, _>(blocking(barrier)),
    ]);
    let run = async { graph.arun(Input::new(), &RunConfig::new()).await };
    tokio::time::timeout(Duration::from_secs(10), run).await.unwrap().unwrap();
}

/// Counts itself down when it is dropped before it ends.
struct Alive(Arc<AtomicUsize>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

fn endless<N: neograph_core::__private::NodeType<Output = Doc>>(
    alive: &Arc<AtomicUsize>,
) -> NodeSpec {
    let alive = Arc::clone(alive);
    NodeSpec::__scripted::<N, _, _, _>(move |_: Args| {
        alive.fetch_add(1, Ordering::SeqCst);
        let guard = Alive(Arc::clone(&alive));
        async move {
            std::future::pending::<()>().await;
            drop(guard);
            Ok(Ok::<_, Error>(Doc { v: 1 }))
        }
    })
}

#[tokio::test]
async fn a_failure_stops_the_siblings_before_the_run_returns() {
    let alive = Arc::new(AtomicUsize::new(0));
    let failing = NodeSpec::__scripted::<first, _, _, _>(|_: Args| async {
        tokio::time::sleep(Duration::from_millis(20)).await;
        Ok(Err::<Doc, _>("broken".to_owned()))
    });
    let graph = compile(vec![failing, endless::<second>(&alive), endless::<third>(&alive)]);
    let error = execution(graph.arun(Input::new(), &RunConfig::new()).await);
    assert!(error.to_string().contains("broken"), "{error}");
    assert_eq!(alive.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn dropping_a_run_stops_all_of_it() {
    let alive = Arc::new(AtomicUsize::new(0));
    let graph = compile(vec![endless::<first>(&alive), endless::<second>(&alive)]);
    let config = RunConfig::new();
    let run = graph.arun(Input::new(), &config);
    tokio::time::timeout(Duration::from_millis(50), run).await.unwrap_err();
    tokio::time::timeout(Duration::from_secs(10), async {
        while alive.load(Ordering::SeqCst) > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await
    .unwrap();
}

#[tokio::test]
async fn events_come_in_order() {
    let seen: Arc<std::sync::Mutex<Vec<String>>> = Arc::default();
    let sink = Arc::clone(&seen);
    let config = RunConfig::new().on_event(move |event| {
        sink.lock().unwrap().push(match event {
            Event::NodeStarted { node } => format!("+{node}"),
            Event::NodeFinished { node, .. } => format!("-{node}"),
            other => format!("{other:?}"),
        });
    });
    let graph = compile(vec![sum::<first>(vec![], 1), sum::<second>(vec![upstream("first")], 1)]);
    graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(*seen.lock().unwrap(), ["+first", "-first", "+second", "-second"]);
}

#[tokio::test]
async fn one_graph_drives_many_threads_at_once() {
    let graph = Arc::new(
        neograph_core::Graph::builder(pipeline(vec![
            sum::<first>(vec![neograph_core::__private::Param::__input::<Doc>("doc")], 1),
            sum::<second>(vec![upstream("first")], 1),
        ]))
        .checkpointer(neograph_core::checkpoint::MemorySaver::new())
        .compile()
        .unwrap(),
    );
    let runs = (0..50).map(|v| {
        let graph = Arc::clone(&graph);
        tokio::spawn(async move {
            let config = RunConfig::new().thread_id(format!("thread-{v}"));
            let input = Input::new().set("doc", Doc { v }).unwrap();
            let outcome = graph.arun(input, &config).await.unwrap();
            assert_eq!(outcome.get::<second>().unwrap().v, v + 2);
        })
    });
    for run in runs.collect::<Vec<_>>() {
        run.await.unwrap();
    }
}
