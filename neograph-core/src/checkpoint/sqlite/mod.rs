//! The store in a `SQLite` file: one writer thread that owns the only writing connection,
//! and a small pool of reading ones.

mod batch;
mod lease;
mod load;
mod open;
mod writer;

use std::{
    fmt,
    path::{Path, PathBuf},
    sync::Arc,
};

use sqlx::SqlitePool;

use self::writer::{Job, Queue};
use super::{Checkpointer, Commit, Lease, LeaseRequest, StoreError, ThreadLog};
use crate::{BoxError, BoxFuture};

/// A durable store in one `SQLite` file.
///
/// A commit is acknowledged when it is on disk (write-ahead log, `synchronous=FULL`). Clones
/// are cheap and share one writer. Several stores may be open on one file, in one process or
/// in many: fences and heads are checked by the database. They must be on one machine; a
/// network file system does not do.
///
/// The tables are named `neograph_…`, the migrations are kept apart from those of other
/// users of sqlx, so the file may be one that holds other tables too.
///
/// When the last clone is dropped, what was queued is still written and the file is closed
/// in the background; [`close`](Self::close) waits for it.
///
/// ```
/// use neograph_core::checkpoint::{Checkpointer, LeaseRequest, SqliteSaver};
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// # let directory = tempfile::tempdir()?;
/// # let path = directory.path().join("deals.db");
/// let store = SqliteSaver::open(&path).await?;
/// let lease = store
///     .acquire(LeaseRequest {
///         thread_id: "deal-D1".to_owned(),
///         owner: "worker-1".to_owned(),
///         now_ms: 0,
///         until_ms: 30_000,
///         create_for: Some("deal-research".to_owned()),
///     })
///     .await?;
/// store.release(lease).await?;
/// store.close().await?;
///
/// let store = SqliteSaver::open(&path).await?;
/// let thread = store.load("deal-D1").await?;
/// assert_eq!(thread.map(|thread| thread.pipeline).as_deref(), Some("deal-research"));
/// # Ok(())
/// # }
/// ```
#[doc(alias = "AsyncSqliteSaver")]
#[derive(Clone)]
pub struct SqliteSaver {
    path: Arc<PathBuf>,
    writer: Queue,
    readers: SqlitePool,
}

impl SqliteSaver {
    /// Opens the store in a file, creating the file if there is none.
    ///
    /// The directory must be there. A file that is no `SQLite` database, or that a newer
    /// neograph wrote, is left as it is and refused with [`StoreError::Open`] or
    /// [`StoreError::NewerSchema`].
    ///
    /// ```
    /// use neograph_core::{Error, checkpoint::SqliteSaver};
    ///
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() {
    /// let refused = SqliteSaver::open("no/such/directory/deals.db").await;
    /// assert!(matches!(refused, Err(Error::Store(_))));
    /// # }
    /// ```
    pub async fn open(path: impl AsRef<Path>) -> crate::Result<Self> {
        Ok(open::open(path.as_ref()).await?)
    }

    /// The file, as an absolute path.
    ///
    /// ```
    /// # use neograph_core::checkpoint::SqliteSaver;
    /// fn where_is_it(store: &SqliteSaver) -> String {
    ///     store.path().display().to_string()
    /// }
    /// ```
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes what is queued and closes the file. All clones are closed with it: each later
    /// call on one fails with [`StoreError::Backend`].
    ///
    /// If no other store is open on the file, its write-ahead log is merged into it, and the
    /// file alone is the whole store.
    ///
    /// ```
    /// # use neograph_core::checkpoint::{SqliteSaver, StoreError};
    /// async fn shut_down(store: SqliteSaver) -> Result<(), StoreError> {
    ///     store.close().await
    /// }
    /// ```
    pub async fn close(&self) -> Result<(), StoreError> {
        // The writer closes last: only a writing connection can merge the write-ahead log.
        self.readers.close().await;
        self.writer.ask(Job::Close).await
    }
}

impl fmt::Debug for SqliteSaver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SqliteSaver").field("path", &self.path).finish_non_exhaustive()
    }
}

impl Checkpointer for SqliteSaver {
    fn acquire(&self, request: LeaseRequest) -> BoxFuture<'_, Result<Lease, StoreError>> {
        Box::pin(self.writer.ask(|reply| Job::Acquire(request, reply)))
    }

    fn renew(&self, lease: Lease, until_ms: i64) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.ask(move |reply| Job::Renew(lease, until_ms, reply)))
    }

    fn release(&self, lease: Lease) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(self.writer.ask(|reply| Job::Release(lease, reply)))
    }

    fn append(&self, commits: Vec<Commit>) -> BoxFuture<'_, Vec<Result<u64, StoreError>>> {
        Box::pin(async move {
            let count = commits.len();
            match self.writer.ask(|reply| Job::Append(commits, reply)).await {
                Ok(results) => results,
                Err(error) => repeated(error, count),
            }
        })
    }

    fn load<'a>(
        &'a self,
        thread_id: &'a str,
    ) -> BoxFuture<'a, Result<Option<ThreadLog>, StoreError>> {
        Box::pin(load::load(&self.readers, thread_id))
    }
}

/// A failure of the whole batch, once for each of its commits.
fn repeated<T>(error: impl Into<BoxError>, count: usize) -> Vec<Result<T, StoreError>> {
    let error: Arc<dyn std::error::Error + Send + Sync> = error.into().into();
    (0..count).map(|_| Err(backend(Shared(Arc::clone(&error))))).collect()
}

fn backend(error: impl Into<BoxError>) -> StoreError {
    StoreError::Backend(error.into())
}

/// One error that several commits met.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Shared(#[source] Arc<dyn std::error::Error + Send + Sync>);

/// A number of ours as the database keeps it. One that is too large equals none there.
fn stored(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
