//! Why a store refused.

use crate::BoxError;

/// Why a store refused.
///
/// ```
/// use neograph_core::checkpoint::StoreError;
///
/// /// Whether the same call may succeed later.
/// fn worth_another_try(error: &StoreError) -> bool {
///     matches!(error, StoreError::Busy { .. })
/// }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// Somebody else took the thread over.
    #[error("another driver took thread `{thread_id}` over; this one may write no more")]
    Fenced {
        /// The thread.
        thread_id: String,
    },
    /// The log does not end where the commit expects it to.
    #[error("the log of thread `{thread_id}` ends at {actual}, not at {expected}")]
    StaleHead {
        /// The thread.
        thread_id: String,
        /// Where the commit expected the log to end.
        expected: u64,
        /// Where it ends.
        actual: u64,
    },
    /// Somebody else holds the lease.
    #[error("thread `{thread_id}` is being driven by `{owner}`")]
    Busy {
        /// The thread.
        thread_id: String,
        /// Who holds it.
        owner: String,
        /// When the lease runs out unless it is renewed, in milliseconds since the epoch.
        until_ms: i64,
    },
    /// There is no such thread.
    #[error("there is no thread `{thread_id}`")]
    UnknownThread {
        /// The thread.
        thread_id: String,
    },
    /// What is stored cannot be understood.
    #[error("thread `{thread_id}` is damaged or was written by a newer neograph: {reason}")]
    Corrupt {
        /// The thread.
        thread_id: String,
        /// What is wrong.
        reason: String,
    },
    /// The store could not be opened.
    #[error("the checkpoint store `{path}` cannot be opened: {reason}")]
    Open {
        /// The file as it was given.
        path: String,
        /// What is wrong, and what to do.
        reason: String,
        /// What the database or the operating system says.
        source: Option<BoxError>,
    },
    /// A newer neograph wrote the store. It was left as it is.
    #[error(
        "the checkpoint store `{path}` was written by a newer neograph (its schema is {found}, this one knows {known}); update neograph or give another file"
    )]
    NewerSchema {
        /// The file as it was given.
        path: String,
        /// The version of the schema in the file.
        found: i64,
        /// The newest version this neograph knows.
        known: i64,
    },
    /// The database failed.
    #[error("the checkpoint store failed: {0}")]
    Backend(#[source] BoxError),
}
