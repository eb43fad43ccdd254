//! Who makes a call.

use std::{future::Future, sync::Arc};

use neograph_core::{BoxError, BoxFuture};

/// Gives the token that says who makes a call. It is asked again for each one, so that it
/// can refresh the token when it has expired.
///
/// A string is a token that never changes; an async closure asks somebody. What it gives
/// goes to the server and nowhere else: not into a checkpoint, not to a model, not into an
/// error message.
///
/// ```
/// use neograph_mcp::StdioServer;
///
/// # async fn fresh_token() -> std::io::Result<String> { Ok(String::new()) }
/// let crm = StdioServer::new("crm-server").identity("access_token", || fresh_token());
/// ```
pub trait TokenProvider: Send + Sync + 'static {
    /// The token to make the next call with, without a `Bearer ` before it.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from giving one; the call then fails and is not sent.
    fn token(&self) -> BoxFuture<'_, Result<String, BoxError>>;
}

impl TokenProvider for String {
    fn token(&self) -> BoxFuture<'_, Result<String, BoxError>> {
        Box::pin(async { Ok(self.clone()) })
    }
}

impl TokenProvider for &'static str {
    fn token(&self) -> BoxFuture<'_, Result<String, BoxError>> {
        Box::pin(async { Ok((*self).to_owned()) })
    }
}

impl<F, Fut, E> TokenProvider for F
where
    F: Fn() -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<String, E>> + Send + 'static,
    E: Into<BoxError>,
{
    fn token(&self) -> BoxFuture<'_, Result<String, BoxError>> {
        let token = self();
        Box::pin(async { token.await.map_err(Into::into) })
    }
}

impl TokenProvider for Arc<dyn TokenProvider> {
    fn token(&self) -> BoxFuture<'_, Result<String, BoxError>> {
        (**self).token()
    }
}

/// An argument that tells the server who calls, and who gives its value.
#[derive(Clone)]
pub(crate) struct Identity {
    pub(crate) argument: String,
    pub(crate) provider: Arc<dyn TokenProvider>,
}
