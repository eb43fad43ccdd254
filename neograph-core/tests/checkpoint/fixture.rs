//! Short names for what the cases need.

use neograph_core::checkpoint::{
    Channel, Checkpointer, Commit, Key, Lease, LeaseRequest, StoreError, ThreadLog, Write,
};

pub(crate) const NOW: i64 = 1_700_000_000_000;
pub(crate) const TTL: i64 = 30_000;

pub(crate) fn request(thread_id: &str, owner: &str, now_ms: i64) -> LeaseRequest {
    LeaseRequest {
        thread_id: thread_id.to_owned(),
        owner: owner.to_owned(),
        now_ms,
        until_ms: now_ms + TTL,
        create_for: Some("deal-research".to_owned()),
    }
}

pub(crate) async fn acquired(store: &impl Checkpointer, thread_id: &str) -> Lease {
    store.acquire(request(thread_id, "first", NOW)).await.unwrap()
}

/// The lease of somebody who came after the first one's ran out.
pub(crate) async fn taken_over(store: &impl Checkpointer, thread_id: &str) -> Lease {
    store.acquire(request(thread_id, "second", NOW + TTL)).await.unwrap()
}

pub(crate) fn output(node: &str, json: &str) -> Write {
    Write {
        channel: Channel::Output,
        key: Key::node(node),
        index: 0,
        type_tag: "deal::DealSummary".to_owned(),
        version: 1,
        json: json.to_owned(),
    }
}

pub(crate) fn commit(lease: &Lease, expect_head: u64, writes: Vec<Write>) -> Commit {
    Commit { lease: lease.clone(), expect_head, turn: 1, writes, status: None, at_ms: NOW }
}

pub(crate) async fn append(store: &impl Checkpointer, commit: Commit) -> Result<u64, StoreError> {
    let mut results = store.append(vec![commit]).await;
    assert_eq!(results.len(), 1);
    results.remove(0)
}

pub(crate) async fn loaded(store: &impl Checkpointer, thread_id: &str) -> ThreadLog {
    store.load(thread_id).await.unwrap().expect("the thread is there")
}

pub(crate) fn jsons(log: &ThreadLog) -> Vec<&str> {
    log.entries.iter().map(|entry| entry.write.json.as_str()).collect()
}
