//! The store in process memory.

use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{
    Checkpointer, Commit, Entry, Lease, LeaseRequest, StoreError, ThreadLog, ThreadStatus,
};
use crate::BoxFuture;

/// A store in the memory of this process: for tests, examples and runs that need not
/// outlive it.
///
/// It keeps to the same contract as the durable stores, fences and heads included. Clones
/// share their threads. Nothing is ever removed, so its size grows with what was appended.
///
/// ```
/// use neograph_core::checkpoint::{Checkpointer, LeaseRequest, MemorySaver};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), neograph_core::checkpoint::StoreError> {
/// let store = MemorySaver::new();
/// let lease = store
///     .acquire(LeaseRequest {
///         thread_id: "deal-D1".to_owned(),
///         owner: "worker-1".to_owned(),
///         now_ms: 0,
///         until_ms: 30_000,
///         create_for: Some("deal-research".to_owned()),
///     })
///     .await?;
/// assert!(store.clone().load("deal-D1").await?.is_some(), "clones share their threads");
/// store.release(lease).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Default)]
pub struct MemorySaver {
    threads: Arc<Mutex<HashMap<String, Thread>>>,
}

struct Thread {
    pipeline: String,
    status: ThreadStatus,
    fence: u64,
    /// The owner and the end of the lease, while there is one.
    lease: Option<(String, i64)>,
    turn: u32,
    /// The head at which the current turn began.
    turn_head: usize,
    /// All entries, each with its turn; the entry at position `n` is at index `n - 1`.
    log: Vec<(u32, Entry)>,
}

impl MemorySaver {
    /// An empty store.
    ///
    /// ```
    /// let store = neograph_core::checkpoint::MemorySaver::new();
    /// ```
    pub fn new() -> Self {
        Self::default()
    }

    /// No method leaves a thread half changed, so a poisoned lock is as good as any.
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Thread>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for MemorySaver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MemorySaver").field("threads", &self.lock().len()).finish()
    }
}

impl Checkpointer for MemorySaver {
    fn acquire(&self, request: LeaseRequest) -> BoxFuture<'_, Result<Lease, StoreError>> {
        Box::pin(async move { acquire(&mut self.lock(), request) })
    }

    fn renew(&self, lease: Lease, until_ms: i64) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            let mut threads = self.lock();
            let Some(thread) = threads.get_mut(&lease.thread_id) else {
                return Err(StoreError::UnknownThread { thread_id: lease.thread_id });
            };
            match &mut thread.lease {
                Some((_, until)) if thread.fence == lease.fence => *until = until_ms,
                _ => return Err(StoreError::Fenced { thread_id: lease.thread_id }),
            }
            Ok(())
        })
    }

    fn release(&self, lease: Lease) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            if let Some(thread) = self.lock().get_mut(&lease.thread_id)
                && thread.fence == lease.fence
            {
                thread.lease = None;
            }
            Ok(())
        })
    }

    fn append(&self, commits: Vec<Commit>) -> BoxFuture<'_, Vec<Result<u64, StoreError>>> {
        Box::pin(async move {
            let mut threads = self.lock();
            commits.into_iter().map(|commit| append(&mut threads, commit)).collect()
        })
    }

    fn load<'a>(
        &'a self,
        thread_id: &'a str,
    ) -> BoxFuture<'a, Result<Option<ThreadLog>, StoreError>> {
        Box::pin(async move { Ok(self.lock().get(thread_id).map(Thread::current_turn)) })
    }
}

fn acquire(
    threads: &mut HashMap<String, Thread>,
    request: LeaseRequest,
) -> Result<Lease, StoreError> {
    let LeaseRequest { thread_id, owner, now_ms, until_ms, create_for } = request;
    if !threads.contains_key(&thread_id) {
        let Some(pipeline) = create_for else {
            return Err(StoreError::UnknownThread { thread_id });
        };
        threads.insert(thread_id.clone(), Thread::new(pipeline));
    }
    let Some(thread) = threads.get_mut(&thread_id) else {
        return Err(StoreError::UnknownThread { thread_id });
    };
    match &thread.lease {
        Some((owner, until)) if *until > now_ms => {
            Err(StoreError::Busy { thread_id, owner: owner.clone(), until_ms: *until })
        }
        _ => {
            thread.fence += 1;
            thread.lease = Some((owner, until_ms));
            Ok(Lease { thread_id, fence: thread.fence })
        }
    }
}

fn append(threads: &mut HashMap<String, Thread>, commit: Commit) -> Result<u64, StoreError> {
    let Commit { lease, expect_head, turn, writes, status, at_ms: _ } = commit;
    let Some(thread) = threads.get_mut(&lease.thread_id) else {
        return Err(StoreError::UnknownThread { thread_id: lease.thread_id });
    };
    if thread.fence != lease.fence {
        return Err(StoreError::Fenced { thread_id: lease.thread_id });
    }
    let actual = thread.head();
    if actual != expect_head {
        return Err(StoreError::StaleHead {
            thread_id: lease.thread_id,
            expected: expect_head,
            actual,
        });
    }
    if turn > thread.turn {
        thread.turn = turn;
        thread.turn_head = thread.log.len();
    }
    for write in writes {
        let position = thread.head() + 1;
        thread.log.push((turn, Entry { position, write }));
    }
    thread.status = status.unwrap_or(thread.status);
    Ok(thread.head())
}

impl Thread {
    fn new(pipeline: String) -> Self {
        Self {
            pipeline,
            status: ThreadStatus::Running,
            fence: 0,
            lease: None,
            turn: 0,
            turn_head: 0,
            log: Vec::new(),
        }
    }

    fn head(&self) -> u64 {
        self.log.last().map_or(0, |(_, entry)| entry.position)
    }

    fn current_turn(&self) -> ThreadLog {
        let of_turn = self.log.iter().skip(self.turn_head).filter(|(turn, _)| *turn == self.turn);
        ThreadLog {
            pipeline: self.pipeline.clone(),
            status: self.status,
            head: self.head(),
            turn: self.turn,
            entries: of_turn.map(|(_, entry)| entry.clone()).collect(),
        }
    }
}
