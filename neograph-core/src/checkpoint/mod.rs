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
pub trait Checkpointer: Send + Sync + 'static {
    /// Takes the lease of a thread, creating the thread if the request says so.
    ///
    /// [`StoreError::Busy`] while somebody else's lease has not run out;
    /// [`StoreError::UnknownThread`] if there is no thread and none may be created.
    fn acquire(&self, request: LeaseRequest) -> BoxFuture<'_, Result<Lease, StoreError>>;

    /// Extends a lease; [`StoreError::Fenced`] if somebody else took it over.
    fn renew(&self, lease: Lease, until_ms: i64) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Gives a lease back, so that the next owner need not wait for its end. Giving back a
    /// lease that was lost is no error.
    fn release(&self, lease: Lease) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Appends to the logs of one or more threads, all in one transaction. The results are
    /// in the order of the commits: the new head, or why that one was refused.
    fn append(&self, commits: Vec<Commit>) -> BoxFuture<'_, Vec<Result<u64, StoreError>>>;

    /// The entries of the thread's current turn; `None` if there is no such thread.
    fn load<'a>(
        &'a self,
        thread_id: &'a str,
    ) -> BoxFuture<'a, Result<Option<ThreadLog>, StoreError>>;
}
