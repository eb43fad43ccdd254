use std::sync::atomic::{AtomicUsize, Ordering};

use neograph_core::{
    __private::{Args, NodeSpec, Param},
    Error,
    run::{Input, RunConfig},
};
use serde::{Deserialize, Serialize};

use super::{super::support::*, *};

/// The items that there are copies of now, and the most that there were at once.
static COPIES: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

/// An item whose copies are counted.
#[derive(Debug, Serialize, Deserialize)]
struct Counted {
    v: i64,
    #[serde(skip)]
    is_copy: bool,
}

impl Clone for Counted {
    fn clone(&self) -> Self {
        MOST.fetch_max(COPIES.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        Self { v: self.v, is_copy: true }
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        if self.is_copy {
            COPIES.fetch_sub(1, Ordering::SeqCst);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_ten_thousand_items_only_those_that_run_are_held() {
    const ITEMS: i64 = 10_000;
    let source = NodeSpec::__scripted::<batch, _, _, _>(|_: Args| async {
        let items = (0..ITEMS).map(|v| Counted { v, is_copy: false });
        Ok(Ok::<_, Error>(items.collect::<Vec<Counted>>()))
    });
    let node = NodeSpec::__scripted::<score, _, _, _>(|mut args: Args| async move {
        tokio::task::yield_now().await;
        Ok(Ok::<_, Error>(args.shared::<Counted>(0)?.v))
    });
    let node = node
        .__param(Param::__item::<Counted>("item"))
        .__each::<i64, Vec<Counted>, _>("batch", "batch", |all: &Vec<Counted>| all)
        .__concurrency(64);
    let graph = compile(vec![source, node]);
    let outcome = graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    let scores = outcome.output().value::<Vec<i64>>("score").unwrap();
    assert_eq!(*scores, (0..ITEMS).collect::<Vec<_>>());
    let most = MOST.load(Ordering::SeqCst);
    assert!((1..=64).contains(&most), "{most} items were held at once");
    assert_eq!(COPIES.load(Ordering::SeqCst), 0);
}
