//! Who may write.

use neograph_core::checkpoint::{Checkpointer, Lease, LeaseRequest, StoreError};

use crate::fixture::{NOW, TTL, acquired, append, commit, loaded, request, taken_over};

pub(crate) async fn a_thread_is_created_only_when_asked_for(store: &impl Checkpointer) {
    let without = LeaseRequest { create_for: None, ..request("t", "first", NOW) };
    let refused = store.acquire(without.clone()).await;
    assert!(matches!(refused, Err(StoreError::UnknownThread { thread_id }) if thread_id == "t"));
    assert_eq!(store.load("t").await.unwrap(), None);

    let lease = acquired(store, "t").await;
    assert_eq!(lease.thread_id, "t");
    store.release(lease).await.unwrap();
    store.acquire(without).await.unwrap();
}

pub(crate) async fn a_held_lease_is_busy_for_everybody(store: &impl Checkpointer) {
    acquired(store, "t").await;
    for owner in ["second", "first"] {
        let refused = store.acquire(request("t", owner, NOW + TTL - 1)).await;
        let Err(StoreError::Busy { thread_id, owner, until_ms }) = refused else {
            panic!("{refused:?}");
        };
        assert_eq!((thread_id.as_str(), owner.as_str(), until_ms), ("t", "first", NOW + TTL));
    }
    acquired(store, "another").await;
}

pub(crate) async fn a_lease_that_ran_out_can_be_taken_over(store: &impl Checkpointer) {
    let first = acquired(store, "t").await;
    let second = store.acquire(request("t", "second", NOW + TTL)).await.unwrap();
    assert!(second.fence > first.fence);
    let third = store.acquire(request("t", "third", NOW + TTL)).await;
    assert!(matches!(third, Err(StoreError::Busy { owner, .. }) if owner == "second"));
}

pub(crate) async fn every_acquire_raises_the_fence(store: &impl Checkpointer) {
    let mut last = 0;
    for _ in 0..5 {
        let lease = acquired(store, "t").await;
        assert!(lease.fence > last);
        last = lease.fence;
        store.release(lease).await.unwrap();
    }
}

pub(crate) async fn a_new_pipeline_name_does_not_rename_a_thread(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    store.release(lease).await.unwrap();
    let other =
        LeaseRequest { create_for: Some("other".to_owned()), ..request("t", "second", NOW) };
    store.acquire(other).await.unwrap();
    assert_eq!(loaded(store, "t").await.pipeline, "deal-research");
}

pub(crate) async fn release_lets_the_next_in_at_once(store: &impl Checkpointer) {
    let first = acquired(store, "t").await;
    store.release(first.clone()).await.unwrap();
    store.release(first).await.unwrap();
    // A clock that stands before the first one's does not matter either.
    store.acquire(request("t", "second", -5)).await.unwrap();
}

pub(crate) async fn release_by_a_fenced_lease_changes_nothing(store: &impl Checkpointer) {
    let first = acquired(store, "t").await;
    taken_over(store, "t").await;
    store.release(first).await.unwrap();
    let refused = store.acquire(request("t", "third", NOW + TTL)).await;
    assert!(matches!(refused, Err(StoreError::Busy { owner, .. }) if owner == "second"));
}

pub(crate) async fn release_of_an_unknown_thread_is_no_error(store: &impl Checkpointer) {
    store.release(Lease { thread_id: "t".to_owned(), fence: 1 }).await.unwrap();
    assert_eq!(store.load("t").await.unwrap(), None);
}

pub(crate) async fn renew_extends_the_lease(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    store.renew(lease.clone(), NOW + 2 * TTL).await.unwrap();
    let refused = store.acquire(request("t", "second", NOW + 2 * TTL - 1)).await;
    assert!(matches!(
        refused,
        Err(StoreError::Busy { owner, until_ms, .. }) if owner == "first" && until_ms == NOW + 2 * TTL
    ));
    assert_eq!(append(store, commit(&lease, 0, vec![])).await.unwrap(), 0, "the fence stays");
    // A lease that ran out and was not taken over may still be renewed.
    store.renew(lease, NOW - 1).await.unwrap();
    store.acquire(request("t", "second", NOW)).await.unwrap();
}

pub(crate) async fn renew_by_a_fenced_lease_is_refused(store: &impl Checkpointer) {
    let first = acquired(store, "t").await;
    taken_over(store, "t").await;
    let refused = store.renew(first, NOW + 9 * TTL).await;
    assert!(matches!(refused, Err(StoreError::Fenced { thread_id }) if thread_id == "t"));
    store.acquire(request("t", "third", NOW + 2 * TTL)).await.unwrap();

    let unknown = store.renew(Lease { thread_id: "none".to_owned(), fence: 1 }, NOW).await;
    assert!(matches!(unknown, Err(StoreError::UnknownThread { .. })));
}

/// A renewal that was under way while the driver released must not lock the thread again.
pub(crate) async fn a_released_lease_cannot_be_renewed(store: &impl Checkpointer) {
    let lease = acquired(store, "t").await;
    store.release(lease.clone()).await.unwrap();
    let refused = store.renew(lease, NOW + 9 * TTL).await;
    assert!(matches!(refused, Err(StoreError::Fenced { .. })));
    acquired(store, "t").await;
}
