use std::{
    collections::BTreeSet,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use neograph_core::{
    __private::{Args, NodeSpec, Param},
    Error,
    checkpoint::ThreadStatus,
    error::ExecutionError,
    pipeline::ItemError,
    run::{Continue, Input, Resume, RunConfig},
};
use serde_json::json;

use super::{super::support::*, *};

fn scores(outcome: &neograph_core::run::Outcome) -> Vec<i64> {
    outcome.output().value::<Vec<Doc>>("score").unwrap().iter().map(|doc| doc.v).collect()
}

#[tokio::test]
async fn results_stand_in_item_order_whatever_the_finishing_order() {
    let slow_first = NodeSpec::__scripted::<score, _, _, _>(|mut args: Args| async move {
        let v = take(&mut args, 0);
        tokio::time::sleep(Duration::from_millis(u64::try_from(20 - 2 * v).unwrap())).await;
        Ok(Ok::<_, Error>(Doc { v: 10 * v }))
    });
    let node = over_batch(slow_first.__param(item()));
    let graph = compile(vec![batch_of(0..10), node]);
    let outcome = graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert_eq!(scores(&outcome), (0..10).map(|v| 10 * v).collect::<Vec<_>>());
}

#[tokio::test]
async fn an_empty_collection_gives_an_empty_result() {
    let node = over_batch(body::<score>(vec![item()], |mut args| Ok(take(&mut args, 0))));
    let outcome =
        compile(vec![batch_of([]), node]).arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert_eq!(scores(&outcome), [] as [i64; 0]);
}

#[tokio::test]
async fn no_more_items_run_at_once_than_may() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counting = {
        let (now, most) = (Arc::clone(&now), Arc::clone(&most));
        NodeSpec::__scripted::<score, _, _, _>(move |mut args: Args| {
            let (now, most) = (Arc::clone(&now), Arc::clone(&most));
            async move {
                most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
                tokio::time::sleep(Duration::from_millis(2)).await;
                now.fetch_sub(1, Ordering::SeqCst);
                Ok(Ok::<_, Error>(Doc { v: take(&mut args, 0) }))
            }
        })
    };
    let node = over_batch(counting.__param(item()));
    let graph = compile(vec![batch_of(0..40), node.clone().__concurrency(3)]);
    graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert_eq!(most.swap(0, Ordering::SeqCst), 3, "the node's own limit");
    let graph = compile(vec![batch_of(0..40), node.__concurrency(30)]);
    graph.arun(Input::new(), &RunConfig::new().max_concurrency(2)).await.unwrap();
    assert_eq!(most.load(Ordering::SeqCst), 2, "the run's limit");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn items_run_on_all_threads() {
    let threads = Arc::new(Mutex::new(BTreeSet::new()));
    let seen = Arc::clone(&threads);
    let node = over_batch(body::<score>(vec![item()], move |mut args| {
        seen.lock().unwrap().insert(format!("{:?}", std::thread::current().id()));
        std::thread::sleep(Duration::from_millis(2));
        Ok(take(&mut args, 0))
    }));
    let graph = compile(vec![batch_of(0..64), node]);
    graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert!(threads.lock().unwrap().len() > 1);
}

/// Fails for the items of `bad` while `broken` is set.
fn failing(bad: &'static [i64], broken: &Arc<AtomicBool>) -> NodeSpec {
    let broken = Arc::clone(broken);
    over_batch(body::<score>(vec![item()], move |mut args| {
        let v = take(&mut args, 0);
        let fails = broken.load(Ordering::SeqCst) && bad.contains(&v);
        if fails { Err(format!("{v} is bad").into()) } else { Ok(v) }
    }))
}

#[tokio::test]
async fn a_failing_item_fails_the_node_by_its_address_and_the_finished_ones_are_kept() {
    let broken = Arc::new(AtomicBool::new(true));
    let graph = stored(vec![batch_of(0..5), failing(&[3], &broken).__concurrency(1)]);
    let (started, config) = watched();
    let error = execution(graph.arun(Input::new(), &config).await);
    assert_eq!(error.to_string(), "node `score[3]` failed: 3 is bad");
    assert_eq!(drain(&started), ["batch", "score[0]", "score[1]", "score[2]", "score[3]"]);

    let state = graph.get_state(&config).await.unwrap();
    assert_eq!(state.values["score[2]"], json!({ "v": 2 }));
    broken.store(false, Ordering::SeqCst);
    let outcome = graph.arun(Continue, &config).await.unwrap();
    assert_eq!(drain(&started), ["score[3]", "score[4]"]);
    assert_eq!(scores(&outcome), [0, 1, 2, 3, 4]);
    let state = graph.get_state(&config).await.unwrap();
    assert_eq!(state.values.keys().collect::<Vec<_>>(), ["batch", "score"]);
}

#[tokio::test]
async fn failures_are_collected_and_not_tried_again() {
    let broken = Arc::new(AtomicBool::new(true));
    let node = failing(&[1, 3], &broken).__concurrency(1).__collect_errors::<Doc>();
    let graph = stored(vec![
        batch_of(0..4),
        node,
        body::<last>(vec![], |_| Ok(1)).__interrupt_when::<Doc, _, _>(|_: &Doc| Some("?")),
        body::<total>(
            vec![
                neograph_core::__private::Param::__upstream::<Vec<Result<Doc, ItemError>>>("score"),
                upstream("last"),
            ],
            |mut args| {
                let all = args.shared::<Vec<Result<Doc, ItemError>>>(0)?;
                Ok(i64::try_from(all.iter().filter(|one| one.is_err()).count()).unwrap())
            },
        ),
    ]);
    let (started, config) = watched();
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    let all = outcome.output().value::<Vec<Result<Doc, ItemError>>>("score").unwrap();
    assert_eq!(all[0], Ok(Doc { v: 0 }));
    let error = all[3].as_ref().unwrap_err();
    assert_eq!(error.to_string(), "item 3: node `score[3]` failed: 3 is bad");
    drain(&started);
    let outcome = graph.arun(Resume::new(1), &config).await.unwrap();
    assert_eq!(outcome.get::<total>().unwrap().v, 2);
    assert_eq!(drain(&started), ["total"]);
}

#[tokio::test]
async fn items_that_ask_are_answered_by_id_while_the_others_go_on() {
    let node = over_batch(body::<score>(vec![item()], |mut args| Ok(take(&mut args, 0))))
        .__interrupt_when::<Doc, _, _>(|doc: &Doc| (doc.v % 2 == 1).then_some(doc.v));
    let graph = stored(vec![batch_of(0..4), node]);
    let (started, config) = watched();
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    let asked: Vec<(&str, &str, &serde_json::Value)> = outcome
        .interrupts()
        .iter()
        .map(|one| (one.node.as_str(), one.path.as_str(), &one.payload))
        .collect();
    assert_eq!(asked, [("score", "score[1]", &json!(1)), ("score", "score[3]", &json!(3))]);
    drain(&started);

    let ids: Vec<String> = outcome.interrupts().iter().map(|one| one.id.clone()).collect();
    let outcome = graph.arun(Resume::answer(&ids[1], true), &config).await.unwrap();
    assert_eq!(outcome.interrupts().len(), 1);
    assert_eq!(outcome.interrupts()[0].id, ids[0]);
    let early = outcome.output().value::<Vec<Doc>>("score");
    assert!(early.is_err(), "the node is done before all was answered");
    let outcome = graph.arun(Resume::new(true), &config).await.unwrap();
    assert_eq!(scores(&outcome), [0, 1, 2, 3]);
    assert_eq!(drain(&started), [] as [&str; 0], "no item again");
    assert_eq!(graph.get_state(&config).await.unwrap().status, ThreadStatus::Finished);
}

#[tokio::test]
async fn a_panic_of_an_item_is_an_error_of_the_item() {
    let node = over_batch(body::<score>(vec![item()], |mut args| {
        assert!(take(&mut args, 0) != 2, "two");
        Ok(0)
    }));
    let graph = compile(vec![batch_of(0..4), node]);
    match execution(graph.arun(Input::new(), &RunConfig::new()).await) {
        ExecutionError::Panic { node, message } => {
            assert_eq!((node.as_str(), message.as_str()), ("score[2]", "two"));
        }
        other => panic!("{other}"),
    }
}

/// An item whose field goes by another name in JSON, and one that may be nothing.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
struct Deal {
    #[serde(rename = "dealId")]
    deal_id: u32,
    part: Option<u32>,
}

#[tokio::test]
async fn a_field_that_is_not_there_is_an_error_and_no_other_address() {
    let run = async |uri: &'static str| {
        let source = NodeSpec::__scripted::<batch, _, _, _>(|_: Args| async {
            Ok(Ok::<_, Error>(vec![Deal { deal_id: 7, part: None }]))
        });
        let read = sum::<score>(vec![by_uri("mails", uri)], 0)
            .__param(Param::__item::<Deal>("deal").__rendered::<Deal>())
            .__each::<Doc, Vec<Deal>, _>("batch", "batch", |deals: &Vec<Deal>| deals);
        let server = Server::doc(1);
        let ended = compile(vec![source, read]).arun(Input::new(), &server.config()).await;
        (ended.map(|_| ()).map_err(|error| error.to_string()), server.read_uris())
    };
    for uri in ["crm://deals/{deal.deal_id}/mails", "crm://deals/{deal.part}/mails"] {
        let (ended, read) = run(uri).await;
        let error = ended.unwrap_err();
        assert!(error.contains("`mails`") && error.contains("`deal."), "{error}");
        assert_eq!(read, [] as [&str; 0]);
    }
    let (ended, read) = run("crm://deals/{deal.dealId}/mails{?deal.part}").await;
    assert_eq!((ended, read), (Ok(()), vec!["crm://deals/7/mails".to_owned()]));
}
