//! What one run has read: each URI of a server once, however many ask.

use std::{
    collections::HashMap,
    fmt,
    future::Future,
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, PoisonError},
    time::SystemTime,
};

use futures_util::{FutureExt, future::Shared};

use super::Fetched;
use crate::{BoxError, BoxFuture, run::panic_text};

/// A read that was shared between those who asked at the same time.
pub(crate) type SharedResult = Result<Arc<Read>, Arc<ReadFailure>>;
type Flight = Shared<BoxFuture<'static, SharedResult>>;

/// A successful read.
#[derive(Debug)]
pub(crate) struct Read {
    /// The URI that was read in the end: another one when the link was healed.
    pub(crate) uri: String,
    pub(crate) fetched: Fetched,
    pub(crate) at: SystemTime,
}

/// A failed read.
#[derive(Debug)]
pub(crate) enum ReadFailure {
    /// The fetcher refused or failed.
    Fetch(BoxError),
    /// The fetcher stopped at the limit it was given.
    TooLarge { uri: String, actual: u64, limit: u64 },
    /// The fetcher or the replayer panicked.
    Panicked(String),
    /// The replay of the producing call failed.
    Replay(BoxError),
    /// The read after a replay failed.
    SecondRead { uri: String, source: BoxError },
}

/// A failure that several readers share, as one error for each. It speaks for its cause.
#[derive(Debug, Clone)]
pub(crate) struct SharedFailure(pub(crate) Arc<ReadFailure>);

impl SharedFailure {
    fn cause(&self) -> Option<&BoxError> {
        match &*self.0 {
            ReadFailure::Fetch(error) | ReadFailure::Replay(error) => Some(error),
            ReadFailure::SecondRead { source, .. } => Some(source),
            ReadFailure::TooLarge { .. } | ReadFailure::Panicked(_) => None,
        }
    }
}

impl fmt::Display for SharedFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&*self.0, self.cause()) {
            (ReadFailure::TooLarge { actual, limit, .. }, _) => {
                write!(f, "{actual} bytes, and the limit is {limit}")
            }
            (ReadFailure::Panicked(message), _) => write!(f, "a panic: {message}"),
            (_, Some(cause)) => cause.fmt(f),
            (_, None) => f.write_str("the read failed"),
        }
    }
}

impl std::error::Error for SharedFailure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause().map(|cause| &**cause as &(dyn std::error::Error + 'static))
    }
}

/// A panic of the fetcher is one for everybody who waits for the read, and for nobody later.
async fn caught(read: impl Future<Output = SharedResult>) -> SharedResult {
    AssertUnwindSafe(read)
        .catch_unwind()
        .await
        .unwrap_or_else(|panic| Err(Arc::new(ReadFailure::Panicked(panic_text(&*panic)))))
}

/// What a flight is for.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FlightKey {
    pub(crate) uri: String,
    pub(crate) server: Option<String>,
    /// The producing call when the flight heals a dead link.
    pub(crate) heals: Option<String>,
}

impl FlightKey {
    /// The key of a plain read. Who names no server means the one that the URI names, so that a
    /// parameter and a link meet on one address.
    pub(crate) fn read(uri: &str, server: Option<&str>) -> Self {
        let server = server.or_else(|| crate::uri::server(uri)).map(str::to_owned);
        Self { uri: uri.to_owned(), server, heals: None }
    }
}

/// How a shared read was had.
pub(crate) enum Had {
    /// This reader was the one that caused it.
    Made(SharedResult),
    /// Somebody else in this run had caused it.
    Found(SharedResult),
}

/// The reads of one run. A read in flight is shared, a successful one is kept, a failed
/// one is forgotten.
#[derive(Default)]
pub(crate) struct FetchCache {
    flights: Mutex<HashMap<FlightKey, Flight>>,
}

impl FetchCache {
    /// Joins the flight of a key, or starts one.
    pub(crate) async fn join<F>(&self, key: FlightKey, start: impl FnOnce() -> F) -> Had
    where
        F: Future<Output = SharedResult> + Send + 'static,
    {
        let (flight, found) = {
            let mut flights = self.flights.lock().unwrap_or_else(PoisonError::into_inner);
            match flights.get(&key) {
                Some(flight) => (flight.clone(), true),
                None => {
                    let boxed: BoxFuture<'static, SharedResult> = Box::pin(caught(start()));
                    let flight = boxed.shared();
                    flights.insert(key.clone(), flight.clone());
                    (flight, false)
                }
            }
        };
        let result = flight.clone().await;
        if result.is_err() {
            let mut flights = self.flights.lock().unwrap_or_else(PoisonError::into_inner);
            // Somebody else may have started the next attempt already.
            if flights.get(&key).is_some_and(|current| current.ptr_eq(&flight)) {
                flights.remove(&key);
            }
        }
        if found { Had::Found(result) } else { Had::Made(result) }
    }

    /// Keeps a healed read under the key of the dead link.
    pub(crate) fn keep(&self, key: FlightKey, read: Arc<Read>) {
        let done: BoxFuture<'static, SharedResult> = Box::pin(async move { Ok(read) });
        let mut flights = self.flights.lock().unwrap_or_else(PoisonError::into_inner);
        flights.insert(key, done.shared());
    }
}
