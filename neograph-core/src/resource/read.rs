//! One read through the caller's fetcher, and one replay through the caller's replayer.

use std::{sync::Arc, time::Duration};

use super::{
    FetchRequest, FetchTooLarge, Fetched, Fetcher, ReplayRequest, Replayer, ResourceRef,
    cache::{Read, ReadFailure, SharedResult},
    lift, tool_error_text,
};
use crate::{
    BoxError,
    environment::Environment,
    run::{RunId, StatsCounter},
};

/// What every read of a parameter goes by.
#[derive(Clone)]
pub(crate) struct ReadOptions {
    pub(crate) run_id: Option<RunId>,
    pub(crate) fetcher: Arc<dyn Fetcher>,
    pub(crate) environment: Arc<dyn Environment>,
    pub(crate) timeout: Duration,
    pub(crate) max_bytes: Option<u64>,
    pub(crate) stats: Arc<StatsCounter>,
}

/// Reads a URI once.
pub(crate) async fn read(
    options: ReadOptions,
    uri: String,
    server: Option<String>,
) -> SharedResult {
    match fetch(&options, &uri, server).await {
        Ok(fetched) => Ok(Arc::new(Read { uri, fetched, at: options.environment.now() })),
        Err(error) => Err(Arc::new(failure(error, uri, |source, _| ReadFailure::Fetch(source)))),
    }
}

/// Makes the producing call of a dead link again, once, and reads the fresh link, once.
pub(crate) async fn heal(
    options: ReadOptions,
    replayer: Arc<dyn Replayer>,
    link: ResourceRef,
) -> SharedResult {
    let fresh = replay(&options, &*replayer, &link)
        .await
        .map_err(|error| Arc::new(ReadFailure::Replay(error)))?;
    match fetch(&options, &fresh, Some(link.server().to_owned())).await {
        Ok(fetched) => {
            let at = options.environment.now();
            Ok(Arc::new(Read { uri: fresh, fetched, at }))
        }
        Err(error) => {
            let second = |source, uri| ReadFailure::SecondRead { uri, source };
            Err(Arc::new(failure(error, fresh, second)))
        }
    }
}

/// The URI to read after a replay: the same one if it was emitted again, else the first
/// of the kind, else the old one. Never a link of another kind.
async fn replay(
    options: &ReadOptions,
    replayer: &dyn Replayer,
    link: &ResourceRef,
) -> Result<String, BoxError> {
    let call = link.producing_call();
    options.stats.count(|stats| stats.replays += 1);
    let request = ReplayRequest::new(link.server(), call.tool_name(), call.args().clone());
    let result = within(options, replayer.replay(request)).await?;
    if let Some(text) = tool_error_text(&result) {
        return Err(format!("the tool reported an error: {text}").into());
    }
    let lifted = lift(&result, Some(link.server()), call).refs;
    let mut of_kind = lifted.iter().filter(|fresh| fresh.kind() == link.kind());
    let first = of_kind.clone().next();
    let fresh = of_kind.find(|fresh| fresh.uri() == link.uri()).or(first).unwrap_or(link);
    Ok(fresh.uri().to_owned())
}

async fn fetch(
    options: &ReadOptions,
    uri: &str,
    server: Option<String>,
) -> Result<Fetched, BoxError> {
    options.stats.fetched(uri);
    let mut request = FetchRequest::new(uri);
    request.server = server;
    request.max_bytes = options.max_bytes;
    request.run_id = options.run_id;
    let fetched = within(options, options.fetcher.fetch(request)).await?;
    if fetched.contents.is_empty() {
        return Err("the read returned no contents".into());
    }
    Ok(fetched)
}

/// A call took longer than it may.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("no answer within {0:?}")]
pub(super) struct TimedOut(pub(super) Duration);

/// A call that takes longer than the timeout has failed.
async fn within<T>(
    options: &ReadOptions,
    call: impl Future<Output = Result<T, BoxError>>,
) -> Result<T, BoxError> {
    tokio::select! {
        result = call => result,
        () = options.environment.sleep(options.timeout) => {
            Err(TimedOut(options.timeout).into())
        }
    }
}

/// A fetcher that stopped at the limit says so in a type of its own.
fn failure(
    error: BoxError,
    uri: String,
    other: impl FnOnce(BoxError, String) -> ReadFailure,
) -> ReadFailure {
    match error.downcast::<FetchTooLarge>() {
        Ok(stopped) => ReadFailure::TooLarge { uri, actual: stopped.actual, limit: stopped.limit },
        Err(error) => other(error, uri),
    }
}
