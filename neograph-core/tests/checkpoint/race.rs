//! Many writers at once.

use neograph_core::checkpoint::{Checkpointer, StoreError};
use tokio::task::JoinSet;

use crate::fixture::{NOW, TTL, acquired, append, commit, jsons, loaded, output, request};

const WRITERS: u64 = 8;
const STEPS: u64 = 50;

pub(crate) async fn one_of_eight_writers_wins_each_round(store: &(impl Checkpointer + Clone)) {
    let lease = acquired(store, "t").await;
    for round in 0..50 {
        let mut writers = JoinSet::new();
        for writer in 0..WRITERS {
            let (store, lease) = (store.clone(), lease.clone());
            let write = output("a", &format!("{round}/{writer}"));
            writers.spawn(async move {
                append(&store, commit(&lease, round, vec![write])).await.map(|head| (writer, head))
            });
        }
        let (won, lost): (Vec<_>, Vec<_>) =
            writers.join_all().await.into_iter().partition(Result::is_ok);
        let [Ok((winner, head))] = won.as_slice() else { panic!("{won:?}") };
        assert_eq!(*head, round + 1);
        assert!(lost.iter().all(|loser| matches!(
            loser,
            Err(StoreError::StaleHead { expected, actual, .. })
                if *expected == round && *actual == round + 1
        )));
        let log = loaded(store, "t").await;
        assert_eq!(jsons(&log).last(), Some(&format!("{round}/{winner}").as_str()));
    }
}

pub(crate) async fn eight_writers_lose_no_step(store: &(impl Checkpointer + Clone)) {
    let mut writers = JoinSet::new();
    for writer in 0..WRITERS {
        let store = store.clone();
        writers.spawn(async move { drive(&store, writer).await });
    }
    writers.join_all().await;
    assert_no_step_lost(store, WRITERS).await;
}

/// A driver that knows nothing of the others of its thread: it takes the lease when that is
/// free, makes one step from the head it finds, and gives the lease back.
pub(crate) async fn drive(store: &impl Checkpointer, writer: u64) {
    let owner = format!("writer-{writer}");
    for step in 0..STEPS {
        let lease = loop {
            match store.acquire(request("t", &owner, NOW)).await {
                Ok(lease) => break lease,
                Err(StoreError::Busy { .. }) => tokio::task::yield_now().await,
                Err(error) => panic!("{error}"),
            }
        };
        let head = loaded(store, "t").await.head;
        let write = output("a", &format!("{writer}/{step}"));
        assert_eq!(append(store, commit(&lease, head, vec![write])).await.unwrap(), head + 1);
        store.release(lease).await.unwrap();
    }
}

pub(crate) async fn assert_no_step_lost(store: &impl Checkpointer, writers: u64) {
    let log = loaded(store, "t").await;
    assert_eq!(log.head, writers * STEPS);
    for writer in 0..writers {
        let own = format!("{writer}/");
        let steps: Vec<_> = jsons(&log).into_iter().filter(|json| json.starts_with(&own)).collect();
        let expected: Vec<String> = (0..STEPS).map(|step| format!("{writer}/{step}")).collect();
        assert_eq!(steps, expected, "all of its steps, in order");
    }
}

pub(crate) async fn one_of_eight_acquires_wins(store: &(impl Checkpointer + Clone)) {
    let mut fence = 0;
    for round in 0..20 {
        let mut drivers = JoinSet::new();
        for driver in 0..WRITERS {
            let (store, owner) = (store.clone(), format!("driver-{driver}"));
            drivers
                .spawn(async move { store.acquire(request("t", &owner, NOW + round * TTL)).await });
        }
        let (won, lost): (Vec<_>, Vec<_>) =
            drivers.join_all().await.into_iter().partition(Result::is_ok);
        let [Ok(lease)] = won.as_slice() else { panic!("{won:?}") };
        assert!(lease.fence > fence);
        fence = lease.fence;
        assert!(lost.iter().all(|loser| matches!(loser, Err(StoreError::Busy { .. }))));
    }
}
