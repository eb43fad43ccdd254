//! A store whose process dies.

use std::sync::atomic::{AtomicUsize, Ordering};

use neograph_core::{
    BoxFuture,
    checkpoint::{Checkpointer, Commit, Lease, LeaseRequest, MemorySaver, StoreError, ThreadLog},
};

/// A store that makes a number of commits. After those its process is dead: nothing reaches
/// the store any more, but for the lease, whose end nobody is to wait for.
#[derive(Debug)]
pub struct Mortal {
    store: MemorySaver,
    left: AtomicUsize,
}

impl Mortal {
    pub fn new(store: MemorySaver, commits: usize) -> Self {
        Self { store, left: AtomicUsize::new(commits) }
    }
}

impl Checkpointer for Mortal {
    fn acquire(&self, request: LeaseRequest) -> BoxFuture<'_, Result<Lease, StoreError>> {
        self.store.acquire(request)
    }

    fn renew(&self, lease: Lease, until_ms: i64) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.renew(lease, until_ms)
    }

    fn release(&self, lease: Lease) -> BoxFuture<'_, Result<(), StoreError>> {
        self.store.release(lease)
    }

    fn append(&self, commits: Vec<Commit>) -> BoxFuture<'_, Vec<Result<u64, StoreError>>> {
        // The status at the end of a run has no writes, and is not a death of its own.
        let ends = commits.iter().all(|commit| commit.writes.is_empty());
        let lives = |left: usize| if ends && left > 0 { Some(left) } else { left.checked_sub(1) };
        let alive = self.left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, lives).is_ok();
        if alive {
            return self.store.append(commits);
        }
        let dead = || Err(StoreError::Backend("the process is dead".into()));
        let results = commits.iter().map(|_| dead()).collect();
        Box::pin(async move { results })
    }

    fn load<'a>(
        &'a self,
        thread_id: &'a str,
    ) -> BoxFuture<'a, Result<Option<ThreadLog>, StoreError>> {
        self.store.load(thread_id)
    }
}
