//! Trying again, giving up in time, and not doing everything at once.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use neograph_core::{
    __private::{Args, NodeSpec, NodeType},
    BoxError, BoxFuture, Error, Graph,
    error::ExecutionError,
    model::{ChatModel, ChatRequest, ChatResponse},
    resource::fetch_fn,
    run::{Event, Input, RunConfig},
    transient,
};
use serde_json::json;

use super::support::*;

/// Fails `failures` times with an error that may pass, then returns the attempt's number.
fn flaky<N: NodeType<Output = Doc>>(failures: usize, attempts: &Arc<AtomicUsize>) -> NodeSpec {
    let attempts = Arc::clone(attempts);
    NodeSpec::__scripted::<N, _, _, _>(move |mut args: Args| {
        let attempt = attempts.fetch_add(1, Ordering::SeqCst) + 1;
        async move {
            // Resources are consumed by the body, so each attempt has its own.
            args.take::<Doc>(0)?;
            Ok(if attempt <= failures {
                Err(Error::from(transient("busy")))
            } else {
                Ok(Doc { v: i64::try_from(attempt)? })
            })
        }
    })
    .__param(by_uri("doc", "crm://a"))
}

#[tokio::test(start_paused = true)]
async fn what_may_pass_is_tried_again_with_growing_waits() {
    let (attempts, server) = (Arc::default(), Server::doc(1));
    let graph = compile(vec![flaky::<first>(2, &attempts).__retry(2)]);
    let waits: Arc<std::sync::Mutex<Vec<Duration>>> = Arc::default();
    let seen = Arc::clone(&waits);
    let config = server.config().on_event(move |event| {
        if let Event::NodeRetried { wait, error, .. } = event {
            assert_eq!(error, "node `first` failed: busy");
            seen.lock().unwrap().push(*wait);
        }
    });
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(outcome.get::<first>().unwrap().v, 3);
    assert_eq!(server.read_uris().len(), 1, "the run's cache serves all attempts");
    let waits = waits.lock().unwrap();
    assert_eq!(waits.len(), 2);
    assert!(waits.iter().all(|wait| *wait >= Duration::from_millis(100)), "{waits:?}");
}

#[tokio::test(start_paused = true)]
async fn attempts_end_and_other_errors_are_final() {
    let attempts = Arc::default();
    let graph = compile(vec![flaky::<first>(9, &attempts).__retry(2)]);
    let error = execution(graph.arun(Input::new(), &Server::doc(1).config()).await);
    assert_eq!(error.to_string(), "node `first` failed: busy");
    assert_eq!(attempts.load(Ordering::SeqCst), 3);

    let attempts = Arc::default();
    let graph = compile(vec![flaky::<first>(9, &attempts)]);
    execution(graph.arun(Input::new(), &Server::doc(1).config()).await);
    assert_eq!(attempts.load(Ordering::SeqCst), 1, "without `retry` there is one attempt");

    let attempts = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&attempts);
    let broken = NodeSpec::__scripted::<first, _, _, _>(move |_: Args| {
        seen.fetch_add(1, Ordering::SeqCst);
        async { Ok(Err::<Doc, _>("broken".to_owned())) }
    });
    execution(compile(vec![broken.__retry(5)]).arun(Input::new(), &RunConfig::new()).await);
    assert_eq!(attempts.load(Ordering::SeqCst), 1);
}

/// A model that is busy at first.
struct Busy(AtomicUsize);

impl ChatModel for Busy {
    fn chat(&self, _: ChatRequest) -> BoxFuture<'_, Result<ChatResponse, BoxError>> {
        let busy = self.0.fetch_add(1, Ordering::SeqCst) < 2;
        Box::pin(async move {
            if busy {
                return Err(transient("429").into());
            }
            Ok(ChatResponse::json(&json!({ "v": 5 })))
        })
    }
}

#[tokio::test(start_paused = true)]
async fn a_busy_model_is_asked_again() {
    let graph = |retry| {
        Graph::builder(pipeline(vec![agent(vec![]).__retry(retry)]))
            .model("m", Busy(AtomicUsize::new(0)))
            .tools([GetDeal::linking(true).shared().0])
            .compile()
            .unwrap()
    };
    let outcome = graph(2).arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert_eq!(outcome.get::<research>().unwrap().v, 5);
    let error = execution(graph(1).arun(Input::new(), &RunConfig::new()).await);
    assert!(matches!(error, ExecutionError::Model { .. }), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_node_that_takes_too_long_is_dropped() {
    let slow = NodeSpec::__scripted::<first, _, _, _>(|_: Args| async {
        tokio::time::sleep(Duration::from_mins(10)).await;
        Ok(Ok::<_, Error>(Doc { v: 1 }))
    });
    let graph = compile(vec![slow.__timeout(Duration::from_secs(5))]);
    let error = execution(graph.arun(Input::new(), &RunConfig::new()).await);
    assert_eq!(error.to_string(), "node `first` took longer than its timeout of 5s");
}

#[tokio::test]
async fn a_run_may_be_kept_from_doing_everything_at_once() {
    fn crowded<N: NodeType<Output = Doc>>(crowd: &Arc<(AtomicUsize, AtomicUsize)>) -> NodeSpec {
        let crowd = Arc::clone(crowd);
        NodeSpec::__scripted::<N, _, _, _>(move |_: Args| {
            let crowd = Arc::clone(&crowd);
            async move {
                let now = crowd.0.fetch_add(1, Ordering::SeqCst) + 1;
                crowd.1.fetch_max(now, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(5)).await;
                crowd.0.fetch_sub(1, Ordering::SeqCst);
                Ok(Ok::<_, Error>(Doc { v: 1 }))
            }
        })
    }
    for (cap, most) in [(1, 1), (2, 2), (usize::MAX, 4)] {
        let crowd = Arc::default();
        let graph = compile(vec![
            crowded::<first>(&crowd),
            crowded::<second>(&crowd),
            crowded::<third>(&crowd),
            crowded::<fourth>(&crowd),
        ]);
        let config = RunConfig::new().max_concurrency(cap);
        graph.arun(Input::new(), &config).await.unwrap();
        assert_eq!(crowd.1.load(Ordering::SeqCst), most);
    }
}

#[tokio::test(start_paused = true)]
async fn a_scripted_node_is_hydrated_anew_where_its_fetcher_says_that_the_error_may_pass() {
    for (passes, reads) in [(true, 2), (false, 1)] {
        let asked = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&asked);
        let fetcher = fetch_fn(move |_| {
            let first = count.fetch_add(1, Ordering::SeqCst) == 0;
            async move {
                match (first, passes) {
                    (true, true) => Err(BoxError::from(transient("busy"))),
                    (true, false) => Err("broken".into()),
                    _ => Ok((r#"{"v":1}"#, None::<String>)),
                }
            }
        });
        let graph = compile(vec![sum::<first>(vec![by_uri("doc", "crm://a")], 0).__retry(3)]);
        let outcome = graph.arun(Input::new(), &RunConfig::new().fetcher(fetcher)).await;
        assert_eq!((outcome.is_ok(), asked.load(Ordering::SeqCst)), (passes, reads));
    }
}
