//! The run's way to the log. Commits of a thread are made one after the other; what several
//! units want to store meanwhile goes into the next one together.

use std::sync::{Arc, Mutex as StdMutex, PoisonError};

use serde::Serialize;
use tokio::sync::{Mutex, oneshot};

use crate::{
    checkpoint::{Channel, Checkpointer, Commit, Key, Lease, StoreError, ThreadStatus, Write},
    environment::{Environment, epoch_ms},
    error::ExecutionError,
};

/// The version of the envelope that values are written in.
pub(crate) const ENVELOPE: u32 = 1;

pub(crate) struct Journal {
    store: Arc<dyn Checkpointer>,
    environment: Arc<dyn Environment>,
    lease: Lease,
    turn: u32,
    /// What waits for the next commit.
    requests: StdMutex<Vec<Request>>,
    log: Mutex<Log>,
}

/// What a unit wants to store.
struct Request {
    writes: Vec<Write>,
    status: Option<ThreadStatus>,
    told: oneshot::Sender<Result<(), StoreError>>,
}

/// The thread's log as far as this run knows.
struct Log {
    head: u64,
    /// A commit that was begun. Whoever made it may have been cancelled, and the next one makes
    /// it again: if it was made, the log ends where it would have ended.
    begun: Vec<Request>,
}

impl Journal {
    pub(crate) fn new(
        store: Arc<dyn Checkpointer>,
        environment: Arc<dyn Environment>,
        lease: Lease,
        turn: u32,
        head: u64,
    ) -> Self {
        let (requests, log) = (StdMutex::default(), Mutex::new(Log { head, begun: Vec::new() }));
        Self { store, environment, lease, turn, requests, log }
    }

    /// Appends writes and sets the status, if one is given. Durable when it returns.
    ///
    /// Whoever comes first commits for all who wait. Dropping the future leaves open whether the
    /// writes are made, but they are made whole.
    pub(crate) async fn append(
        &self,
        writes: Vec<Write>,
        status: Option<ThreadStatus>,
    ) -> Result<(), ExecutionError> {
        let (told, mut answer) = oneshot::channel();
        self.requests().push(Request { writes, status, told });
        loop {
            let mut log = self.log.lock().await;
            if let Ok(made) = answer.try_recv() {
                return made.map_err(ExecutionError::Commit);
            }
            if log.begun.is_empty() {
                log.begun = std::mem::take(&mut *self.requests());
            }
            self.commit(&mut log).await;
        }
    }

    /// Commits what was begun, and tells those who asked for it.
    async fn commit(&self, log: &mut Log) {
        let writes: Vec<Write> =
            log.begun.iter().flat_map(|request| request.writes.iter().cloned()).collect();
        let end = log.head + writes.len() as u64;
        let commit = Commit {
            lease: self.lease.clone(),
            expect_head: log.head,
            turn: self.turn,
            writes,
            status: log.begun.iter().rev().find_map(|request| request.status),
            at_ms: epoch_ms(self.environment.now()),
        };
        let mut results = self.store.append(vec![commit]).await;
        let made = match results.pop() {
            Some(Ok(head)) => Ok(head),
            Some(Err(StoreError::StaleHead { actual, .. })) if actual == end => Ok(actual),
            Some(Err(error)) => Err(error),
            None => Err(StoreError::Backend("the store answered none of the commits".into())),
        };
        // Who was cancelled does not listen.
        match made {
            Ok(head) => {
                log.head = head;
                for request in log.begun.drain(..) {
                    request.told.send(Ok(())).ok();
                }
            }
            Err(error) => {
                for request in log.begun.drain(..) {
                    request.told.send(Err(again(&error))).ok();
                }
            }
        }
    }

    fn requests(&self) -> std::sync::MutexGuard<'_, Vec<Request>> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The same error for everybody whose writes were in the commit.
fn again(error: &StoreError) -> StoreError {
    match error {
        StoreError::Fenced { thread_id } => StoreError::Fenced { thread_id: thread_id.clone() },
        StoreError::StaleHead { thread_id, expected, actual } => StoreError::StaleHead {
            thread_id: thread_id.clone(),
            expected: *expected,
            actual: *actual,
        },
        StoreError::Backend(source) => StoreError::Backend(source.to_string().into()),
        error => StoreError::Backend(error.to_string().into()),
    }
}

impl Write {
    pub(crate) fn new(
        channel: Channel,
        key: Key,
        index: u32,
        type_tag: &str,
        json: String,
    ) -> Self {
        Self { channel, key, index, type_tag: type_tag.to_owned(), version: ENVELOPE, json }
    }

    /// A write of one of this crate's own types, which all have a JSON form.
    pub(crate) fn value<T: Serialize>(channel: Channel, key: Key, index: u32, value: &T) -> Self {
        let json = serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned());
        Self::new(channel, key, index, std::any::type_name::<T>(), json)
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::atomic::AtomicUsize, sync::atomic::Ordering, time::Duration};

    use futures_util::future::try_join_all;

    use super::*;
    use crate::{
        BoxFuture, SystemEnvironment,
        checkpoint::{LeaseRequest, MemorySaver, ThreadLog},
    };

    /// A store that takes its time, before it has made a commit or after.
    struct Slow {
        store: MemorySaver,
        commits: AtomicUsize,
        waits_before: bool,
    }

    impl Checkpointer for Slow {
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
            self.commits.fetch_add(1, Ordering::SeqCst);
            Box::pin(async move {
                if self.waits_before {
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                let results = self.store.append(commits).await;
                tokio::time::sleep(Duration::from_secs(1)).await;
                results
            })
        }

        fn load<'a>(
            &'a self,
            thread_id: &'a str,
        ) -> BoxFuture<'a, Result<Option<ThreadLog>, StoreError>> {
            self.store.load(thread_id)
        }
    }

    async fn journal(waits_before: bool) -> (Journal, Arc<Slow>) {
        let store = Arc::new(Slow {
            store: MemorySaver::new(),
            commits: AtomicUsize::new(0),
            waits_before,
        });
        let lease = store
            .acquire(LeaseRequest {
                thread_id: "t".to_owned(),
                owner: "one".to_owned(),
                now_ms: 0,
                until_ms: i64::MAX,
                create_for: Some("test".to_owned()),
            })
            .await
            .unwrap();
        let environment = Arc::new(SystemEnvironment);
        (Journal::new(Arc::clone(&store) as _, environment, lease, 1, 0), store)
    }

    fn write(node: &str) -> Vec<Write> {
        vec![Write::value(Channel::Output, Key::node(node), 0, &node)]
    }

    async fn stored(store: &Slow) -> Vec<String> {
        let log = store.load("t").await.unwrap().unwrap();
        log.entries.iter().map(|entry| entry.write.key.to_string()).collect()
    }

    #[tokio::test(start_paused = true)]
    async fn what_waits_for_a_commit_is_in_the_next_one_together() {
        let (journal, store) = journal(true).await;
        let names: Vec<String> = (0..64).map(|node| format!("n{node}")).collect();
        let appends = names.iter().map(|name| journal.append(write(name), None));
        try_join_all(appends).await.unwrap();
        assert_eq!(stored(&store).await, names, "in the order in which they came");
        assert_eq!(store.commits.load(Ordering::SeqCst), 2, "the first, and all others");
    }

    #[tokio::test(start_paused = true)]
    async fn whoever_is_cancelled_takes_nobody_else_down() {
        for waits_before in [true, false] {
            let (journal, store) = journal(waits_before).await;
            journal.append(write("first"), None).await.unwrap();
            let mut cancelled = Box::pin(journal.append(write("cancelled"), None));
            tokio::select! {
                biased;
                _ = &mut cancelled => unreachable!("the store takes its time"),
                () = tokio::time::sleep(Duration::from_millis(500)) => {}
            }
            let mut waiting = Box::pin(journal.append(write("waiting"), None));
            tokio::select! {
                biased;
                _ = &mut waiting => unreachable!("the other commit is under way"),
                () = tokio::time::sleep(Duration::from_millis(100)) => drop(cancelled),
            }
            waiting.await.unwrap();
            journal.append(write("last"), None).await.unwrap();
            assert_eq!(
                stored(&store).await,
                ["first", "cancelled", "waiting", "last"],
                "each once, whether the cancelled commit was made or not"
            );
        }
    }
}
