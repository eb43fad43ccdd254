use neograph_core::{
    __private::{Args, NodeSpec},
    checkpoint::ThreadStatus,
    error::ExecutionError,
    pipeline::ItemError,
    run::{Input, RunConfig},
};

use super::{super::support::*, *};

async fn panics(nodes: Vec<NodeSpec>, whose: &str, message: &str) {
    let graph = stored(nodes);
    let (_, config) = watched();
    match execution(graph.arun(Input::new(), &config).await) {
        ExecutionError::Panic { node, message: said } => {
            assert_eq!((node.as_str(), said.as_str()), (whose, message));
        }
        other => panic!("{other}"),
    }
    assert_eq!(graph.get_state(&config).await.unwrap().status, ThreadStatus::Failed);
}

fn panicking(node: NodeSpec) -> NodeSpec {
    node.__ensemble::<Doc, Doc>(2, |docs: Vec<Doc>| {
        assert!(docs[0].v != 1, "merge");
        docs[0].clone()
    })
}

#[tokio::test]
async fn a_panic_of_a_condition_is_an_error_of_its_node() {
    let node = sum::<deep>(vec![], 1).__when(
        "boom",
        vec![upstream("check")],
        |_: Args| -> Result<bool, _> { panic!("when") },
    );
    panics(vec![sum::<check>(vec![], 1), node], "deep", "when").await;
    let node = body::<refine>(vec![], |_| Ok(1))
        .__repeat_while::<Doc>(3, |_: &Doc| -> bool { panic!("while") });
    panics(vec![node], "refine", "while").await;
    panics(vec![panicking(body::<vote>(vec![], |_| Ok(1)))], "vote", "merge").await;
}

#[tokio::test]
async fn a_panic_of_a_merge_is_an_error_of_its_item_and_is_collected() {
    let voting =
        || over_batch(panicking(body::<vote>(vec![item()], |mut args| Ok(take(&mut args, 0)))));
    panics(vec![batch_of(0..3), voting()], "vote[1]", "merge").await;
    let graph = compile(vec![batch_of(0..3), voting().__collect_errors::<Doc>()]);
    let outcome = graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    let votes = outcome.value::<Vec<Result<Doc, ItemError>>>("vote").unwrap();
    assert_eq!(votes[0], Ok(Doc { v: 0 }));
    let error = votes[1].as_ref().unwrap_err().to_string();
    assert_eq!(error, "item 1: node `vote[1]` panicked: merge");
}

#[tokio::test]
async fn a_panic_of_the_fetcher_is_told_to_all_who_wait_and_is_forgotten() {
    let reads = std::sync::atomic::AtomicUsize::new(0);
    let fetch = neograph_core::resource::fetch_fn(move |_: String| {
        let first = reads.fetch_add(1, std::sync::atomic::Ordering::SeqCst) == 0;
        async move {
            tokio::task::yield_now().await;
            assert!(!first, "the first read");
            Ok::<_, std::io::Error>((br#"{"v": 1}"#.to_vec(), Some("application/json")))
        }
    });
    let node = over_batch(sum::<score>(vec![by_uri("mails", "crm://mails")], 0).__param(item()));
    let graph = compile(vec![batch_of(0..6), node.__concurrency(2).__collect_errors::<Doc>()]);
    let outcome = graph.arun(Input::new(), &RunConfig::new().fetcher(fetch)).await.unwrap();
    let scores = outcome.value::<Vec<Result<Doc, ItemError>>>("score").unwrap();
    for (index, score) in scores.iter().enumerate().take(2) {
        let error = score.as_ref().unwrap_err().to_string();
        let words = format!("item {index}: node `score[{index}]` panicked: the first read");
        assert_eq!(error, words);
    }
    assert!(scores[2..].iter().all(Result::is_ok), "{scores:?}");
}

#[tokio::test]
async fn an_item_that_cannot_be_stored_is_collected_with_a_store() {
    let node = NodeSpec::__scripted::<score, _, _, _>(|mut args: Args| async move {
        let v = take(&mut args, 0);
        Ok(Ok::<_, neograph_core::Error>(if v == 1 { f64::NAN } else { 1.0 }))
    });
    let node = node
        .__param(item())
        .__each::<f64, Batch, _>("batch", "batch.docs", |batch: &Batch| &batch.docs)
        .__collect_errors::<f64>();
    let graph = stored(vec![batch_of(0..3), node]);
    let (_, config) = watched();
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    let scores = outcome.value::<Vec<Result<f64, ItemError>>>("score").unwrap();
    assert!(scores[0].is_ok() && scores[2].is_ok());
    assert!(scores[1].as_ref().unwrap_err().message.contains("cannot be stored"), "{scores:?}");
}
