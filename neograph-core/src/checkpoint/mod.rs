//! Where threads are stored. A thread is an append-only log of channel writes; a
//! checkpoint is a position in it; every commit is fenced.

mod entry;
mod error;
mod key;
mod memory;
#[cfg(feature = "sqlite")]
mod sqlite;

pub use entry::{Channel, Commit, Entry, Lease, LeaseRequest, ThreadLog, ThreadStatus, Write};
pub use error::StoreError;
pub use key::{Key, ParseKeyError, Segment};
pub use memory::MemorySaver;
#[cfg(feature = "sqlite")]
pub use sqlite::SqliteSaver;

use crate::BoxFuture;

/// A store of threads.
///
/// # The contract
///
/// - [`acquire`](Self::acquire) gives each new owner a fence higher than every one before.
///   Only a fence it gave can commit, so a process that lost its lease cannot write.
/// - [`append`](Self::append) makes each commit atomically and durably: it checks the fence
///   and the head, appends the writes at the positions after the head, and moves the head.
///   A commit that is refused changes nothing and does not affect its neighbours.
/// - Nothing that was appended is ever changed.
///
/// A lease that ran out may still commit as long as nobody took the thread over: the lease
/// gives liveness, the fence gives safety.
///
/// ```
/// use neograph_core::checkpoint::{
///     Channel, Checkpointer, Commit, Key, LeaseRequest, MemorySaver, StoreError, ThreadStatus,
///     Write,
/// };
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), StoreError> {
/// let store = MemorySaver::new();
/// let request = LeaseRequest {
///     thread_id: "deal-D1".to_owned(),
///     owner: "worker-1".to_owned(),
///     now_ms: 0,
///     until_ms: 30_000,
///     create_for: Some("deal-research".to_owned()),
/// };
/// let lease = store.acquire(request.clone()).await?;
/// let commit = Commit {
///     lease: lease.clone(),
///     expect_head: 0,
///     turn: 1,
///     writes: vec![Write {
///         channel: Channel::Output,
///         key: Key::node("research"),
///         index: 0,
///         type_tag: "DealSummary".to_owned(),
///         version: 1,
///         json: r#"{"deal_id":"D1"}"#.to_owned(),
///     }],
///     status: Some(ThreadStatus::Finished),
///     at_ms: 10,
/// };
/// assert!(matches!(store.append(vec![commit.clone()]).await[..], [Ok(1)]));
///
/// // Somebody takes over when the lease has run out; the first driver can write no more.
/// let late = LeaseRequest { owner: "worker-2".to_owned(), now_ms: 30_000, ..request };
/// assert!(store.acquire(late).await?.fence > lease.fence);
/// let results = store.append(vec![Commit { expect_head: 1, ..commit }]).await;
/// assert!(matches!(results[..], [Err(StoreError::Fenced { .. })]));
/// # Ok(())
/// # }
/// ```
pub trait Checkpointer: Send + Sync + 'static {
    /// Takes the lease of a thread, creating the thread if the request says so.
    ///
    /// [`StoreError::Busy`] while somebody else's lease has not run out;
    /// [`StoreError::UnknownThread`] if there is no thread and none may be created.
    fn acquire(&self, request: LeaseRequest) -> BoxFuture<'_, Result<Lease, StoreError>>;

    /// Extends a lease; [`StoreError::Fenced`] if somebody else took it over, or if it was
    /// given back: a renewal that was under way meanwhile must not lock the thread again.
    fn renew(&self, lease: Lease, until_ms: i64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Gives a lease back, so that the next owner need not wait for its end. Giving back a
    /// lease that was lost is no error.
    fn release(&self, lease: Lease) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Appends to the logs of one or more threads, all in one transaction. The results are
    /// in the order of the commits: the new head, or why that one was refused, which is the
    /// first of [`StoreError::UnknownThread`], [`StoreError::Fenced`] and
    /// [`StoreError::StaleHead`] that applies. Commits of one thread are made one after the
    /// other. If the transaction itself fails, each commit is told.
    ///
    /// Once this was polled, dropping the future makes the outcome unknown, but never partial.
    fn append(&self, commits: Vec<Commit>) -> BoxFuture<'_, Vec<Result<u64, StoreError>>>;

    /// The entries of the thread's current turn; `None` if there is no such thread.
    fn load<'a>(
        &'a self,
        thread_id: &'a str,
    ) -> BoxFuture<'a, Result<Option<ThreadLog>, StoreError>>;
}
