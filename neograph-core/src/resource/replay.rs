//! How a dead link is re-derived: the call that produced it, made again.

use std::{fmt, future::Future};

use serde_json::{Map, Value};

use crate::{BoxError, BoxFuture};

/// One replay of a producing call.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ReplayRequest {
    /// The server whose tool emitted the link, and the only one that may be asked.
    pub server: String,
    /// The tool's name on that server.
    pub tool: String,
    /// The arguments of the producing call.
    pub args: Map<String, Value>,
}

impl ReplayRequest {
    /// A replay of a tool call on a server.
    pub fn new(
        server: impl Into<String>,
        tool: impl Into<String>,
        args: Map<String, Value>,
    ) -> Self {
        Self { server: server.into(), tool: tool.into(), args }
    }
}

/// Makes producing calls again. Only calls of idempotent tools ever get here.
pub trait Replayer: Send + Sync + 'static {
    /// Calls the tool and returns its raw result: a list of content blocks, or an object
    /// with a `content` list. An object with `isError: true` counts as a failed replay.
    fn replay(&self, request: ReplayRequest) -> BoxFuture<'_, Result<Value, BoxError>>;
}

/// A [`Replayer`] made from a closure by [`replay_fn`].
#[derive(Clone)]
pub struct ReplayFn<F>(F);

/// A replayer from an async closure `(tool, args) -> Result<raw result, E>`.
///
/// ```
/// use neograph_core::{BoxError, resource::replay_fn};
/// use serde_json::{Map, Value, json};
///
/// let replayer = replay_fn(|tool: String, args: Map<String, Value>| async move {
///     Ok::<_, BoxError>(json!({ "content": [{
///         "type": "resource_link", "name": tool, "uri": format!("crm://{}", args["deal_id"]),
///     }] }))
/// });
/// ```
pub fn replay_fn<F, Fut, E>(replay: F) -> ReplayFn<F>
where
    F: Fn(String, Map<String, Value>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Value, E>> + Send + 'static,
    E: Into<BoxError> + 'static,
{
    ReplayFn(replay)
}

impl<F, Fut, E> Replayer for ReplayFn<F>
where
    F: Fn(String, Map<String, Value>) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<Value, E>> + Send + 'static,
    E: Into<BoxError> + 'static,
{
    fn replay(&self, request: ReplayRequest) -> BoxFuture<'_, Result<Value, BoxError>> {
        let call = (self.0)(request.tool, request.args);
        Box::pin(async move { call.await.map_err(Into::into) })
    }
}

impl<F> fmt::Debug for ReplayFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReplayFn")
    }
}
