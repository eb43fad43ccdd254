//! Where bytes come from: a callable of the caller's.

use std::{fmt, future::Future, time::Duration};

use super::{Body, ResourceContent};
use crate::{BoxError, BoxFuture, run::RunId};

/// One read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct FetchRequest {
    /// The URI, byte for byte as the server emitted it or as the template expanded.
    pub uri: String,
    /// The server that owns the URI, when it is known.
    pub server: Option<String>,
    /// The largest body the reader takes, in decoded bytes: a transport may stop there.
    pub max_bytes: Option<u64>,
    /// The run that reads; none outside a run.
    pub run_id: Option<RunId>,
}

impl FetchRequest {
    /// A read of a URI from whichever server the fetcher finds for it.
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), server: None, max_bytes: None, run_id: None }
    }

    /// Pins the read to a server.
    #[must_use]
    pub fn server(self, server: impl Into<String>) -> Self {
        Self { server: Some(server.into()), ..self }
    }

    /// Caps the read, in decoded bytes.
    #[must_use]
    pub fn max_bytes(self, max_bytes: u64) -> Self {
        Self { max_bytes: Some(max_bytes), ..self }
    }
}

/// What a read returned: one content, seldom more; none counts as a failed read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fetched {
    /// The contents in the server's order.
    pub contents: Vec<ResourceContent>,
    /// How long the server says the contents stay fresh. Information only.
    pub ttl: Option<Duration>,
}

impl Fetched {
    /// A read with these contents.
    pub fn new(contents: Vec<ResourceContent>) -> Self {
        Self { contents, ttl: None }
    }

    /// Notes how long the server says the contents stay fresh.
    #[must_use]
    pub fn ttl(self, ttl: Option<Duration>) -> Self {
        Self { ttl, ..self }
    }
}

/// Reads resources for a run. `neograph-mcp` makes one from MCP servers; [`fetch_fn`]
/// makes one from a closure; anything that can answer a URI can be one.
pub trait Fetcher: Send + Sync + 'static {
    /// Reads a resource. Every error counts as a failed read, whatever its code.
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>>;
}

/// What a fetcher answers that stopped before it had read more than
/// [`FetchRequest::max_bytes`]. No replay is tried: the resource is there.
///
/// Fetchers return it boxed, as it is, so that it can be told from a failed read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the resource has {actual} bytes, and the limit is {limit}")]
pub struct FetchTooLarge {
    /// The size in decoded bytes, as far as it is known.
    pub actual: u64,
    /// The limit in decoded bytes.
    pub limit: u64,
}

/// A [`Fetcher`] made from a closure by [`fetch_fn`].
#[derive(Clone)]
pub struct FetchFn<F>(F);

/// A fetcher from an async closure `(uri) -> Result<(content, mime), E>`.
///
/// The content is a `String`, `&str`, `Vec<u8>` or `Bytes`; the media type an
/// `Option<&str>` or `Option<String>`.
///
/// ```
/// use neograph_core::resource::fetch_fn;
///
/// let files = fetch_fn(|uri: String| async move {
///     let path = uri.strip_prefix("file://").unwrap_or(&uri).to_owned();
///     std::fs::read(path).map(|bytes| (bytes, Some("application/json")))
/// });
/// ```
pub fn fetch_fn<F, Fut, C, M, E>(fetch: F) -> FetchFn<F>
where
    F: Fn(String) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<(C, Option<M>), E>> + Send + 'static,
    C: Into<Body> + 'static,
    M: Into<String> + 'static,
    E: Into<BoxError> + 'static,
{
    FetchFn(fetch)
}

impl<F, Fut, C, M, E> Fetcher for FetchFn<F>
where
    F: Fn(String) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<(C, Option<M>), E>> + Send + 'static,
    C: Into<Body> + 'static,
    M: Into<String> + 'static,
    E: Into<BoxError> + 'static,
{
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        let read = (self.0)(request.uri.clone());
        Box::pin(async move {
            let (content, mime) = read.await.map_err(Into::into)?;
            Ok(Fetched::new(vec![ResourceContent {
                uri: request.uri,
                mime: mime.map(Into::into),
                body: content.into(),
            }]))
        })
    }
}

impl<F> fmt::Debug for FetchFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FetchFn")
    }
}
