use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicUsize, Ordering},
};

use neograph_core::{
    __private::{NodeSpec, Param},
    run::{Continue, Input, Resume, RunConfig},
};

use super::{super::support::*, *};

/// Adds 1 to what the iteration before gave, while that is below `bound`.
fn refining(bound: i64, max: u32) -> NodeSpec {
    let carry = Param::__carry::<Doc>("previous");
    body::<refine>(vec![carry], |mut args| Ok(args.optional::<Doc>(0)?.map_or(0, |doc| doc.v) + 1))
        .__repeat_while::<Doc>(max, move |doc: &Doc| doc.v < bound)
}

#[tokio::test]
async fn a_loop_carries_its_output_until_the_condition_no_longer_holds() {
    let outcome = compile(vec![refining(3, 5)]).arun(Input::new(), &RunConfig::new()).await;
    assert_eq!(outcome.unwrap().get::<refine>().unwrap().v, 3);
}

#[tokio::test]
async fn a_loop_ends_at_its_bound_by_error_or_with_the_last_output() {
    let error =
        execution(compile(vec![refining(9, 2)]).arun(Input::new(), &RunConfig::new()).await);
    assert!(error.to_string().starts_with("node `refine` was to go on after 2 iterations"));
    let graph = compile(vec![refining(9, 2).__on_exhaust_last()]);
    let outcome = graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert_eq!(outcome.get::<refine>().unwrap().v, 2);
}

#[tokio::test]
async fn finished_iterations_are_not_run_again() {
    let broken = Arc::new(AtomicBool::new(true));
    let fails = Arc::clone(&broken);
    let carry = Param::__carry::<Doc>("previous");
    let node = body::<refine>(vec![carry], move |mut args| {
        let before = args.optional::<Doc>(0)?.map_or(0, |doc| doc.v);
        if before == 2 && fails.load(Ordering::SeqCst) {
            return Err("stuck".into());
        }
        Ok(before + 1)
    });
    let graph = stored(vec![node.__repeat_while::<Doc>(9, |doc: &Doc| doc.v < 4)]);
    let (started, config) = watched();
    let error = execution(graph.arun(Input::new(), &config).await);
    assert_eq!(error.to_string(), "node `refine#3` failed: stuck");
    broken.store(false, Ordering::SeqCst);
    drain(&started);
    let outcome = graph.arun(Continue, &config).await.unwrap();
    assert_eq!(outcome.get::<refine>().unwrap().v, 4);
    assert_eq!(drain(&started), ["refine#3", "refine#4"]);
}

#[tokio::test]
async fn a_loop_may_ask_after_each_iteration() {
    let node = refining(3, 5).__interrupt_when::<Doc, _, _>(|doc: &Doc| Some(doc.v));
    let graph = stored(vec![node]);
    let (started, config) = watched();
    let mut outcome = graph.arun(Input::new(), &config).await.unwrap();
    for iteration in 1..=3 {
        assert_eq!(outcome.interrupts()[0].path, format!("refine#{iteration}"));
        outcome = graph.arun(Resume::new(true), &config).await.unwrap();
    }
    assert_eq!(outcome.get::<refine>().unwrap().v, 3);
    assert_eq!(drain(&started), ["refine#1", "refine#2", "refine#3"]);
}

#[tokio::test]
async fn an_ensemble_merges_what_its_members_give_and_asks_about_the_merged() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let node = body::<vote>(vec![], move |_| {
        Ok(i64::try_from(counted.fetch_add(1, Ordering::SeqCst)).unwrap())
    })
    .__ensemble::<Doc, _>(3, |docs: Vec<Doc>| Doc { v: docs.iter().map(|doc| doc.v).sum() })
    .__interrupt_when::<Doc, _, _>(|doc: &Doc| Some(doc.v));
    let graph = stored(vec![node]);
    let (started, config) = watched();
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(outcome.interrupts()[0].path, "vote");
    assert_eq!(drain(&started), ["vote#1", "vote#2", "vote#3"]);
    let outcome = graph.arun(Resume::new(true), &config).await.unwrap();
    assert_eq!(outcome.get::<vote>().unwrap().v, 3);
    assert_eq!(calls.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn a_merge_may_fail() {
    let node = body::<vote>(vec![], |_| Ok(1))
        .__ensemble::<Doc, _>(2, |_: Vec<Doc>| Err::<Doc, _>("they disagree"));
    let error = execution(compile(vec![node]).arun(Input::new(), &RunConfig::new()).await);
    assert_eq!(error.to_string(), "node `vote` failed: they disagree");
}

#[tokio::test]
async fn iterations_that_are_stored_count_under_a_lower_bound_too() {
    let store = neograph_core::checkpoint::MemorySaver::new();
    let graph = |max| {
        let asks = |doc: &Doc| (doc.v == 4).then_some("go on?");
        let node = refining(9, max).__on_exhaust_last().__interrupt_when::<Doc, _, _>(asks);
        let graph = neograph_core::Graph::builder(pipeline(vec![node]));
        graph.checkpointer(store.clone()).compile().unwrap()
    };
    let (_, config) = watched();
    let paused = graph(5).arun(Input::new(), &config).await.unwrap();
    assert_eq!(paused.interrupts()[0].path, "refine#4");
    let outcome = graph(2).arun(Resume::new(true), &config).await.unwrap();
    assert_eq!(outcome.get::<refine>().unwrap().v, 4, "nothing that was done is thrown away");
}
