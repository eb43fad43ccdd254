//! What a run is given besides its command: handles, never stored.

use std::{
    any::{Any, type_name},
    collections::BTreeMap,
    fmt,
    sync::Arc,
    time::Duration,
};

use super::Event;
use crate::{
    AnyValue,
    resource::{Fetcher, Replayer},
};

/// The handles and options of a run. Nothing in it reaches the checkpoint.
///
/// ```
/// use neograph_core::{resource::fetch_fn, run::RunConfig};
///
/// let config = RunConfig::new()
///     .thread_id("deal-D1")
///     .fetcher(fetch_fn(|uri: String| async move { std::fs::read(uri).map(|b| (b, None::<String>)) }))
///     .with("tenant", "acme".to_owned());
/// ```
#[derive(Clone)]
pub struct RunConfig {
    pub(crate) thread_id: Option<String>,
    pub(crate) new_turn: bool,
    pub(crate) fetcher: Option<Arc<dyn Fetcher>>,
    pub(crate) replayer: Option<Arc<dyn Replayer>>,
    pub(crate) fetch_timeout: Duration,
    pub(crate) max_concurrency: usize,
    pub(crate) handles: BTreeMap<String, Handle>,
    pub(crate) on_event: Option<OnEvent>,
}

pub(crate) type OnEvent = Arc<dyn Fn(&Event) + Send + Sync>;

#[derive(Clone)]
pub(crate) struct Handle {
    pub(crate) value: AnyValue,
    pub(crate) type_name: &'static str,
}

impl RunConfig {
    /// No handles, and a fetch timeout of 60 s.
    pub fn new() -> Self {
        Self {
            thread_id: None,
            new_turn: false,
            fetcher: None,
            replayer: None,
            fetch_timeout: Duration::from_mins(1),
            max_concurrency: usize::MAX,
            handles: BTreeMap::new(),
            on_event: None,
        }
    }

    /// Names the thread. Needed as soon as the graph has a checkpointer.
    #[must_use]
    pub fn thread_id(self, thread_id: impl Into<String>) -> Self {
        Self { thread_id: Some(thread_id.into()), ..self }
    }

    /// Lets an [`Input`](super::Input) open a further turn on a finished thread: its
    /// history is kept, its state is empty. Without it that is an error.
    #[must_use]
    pub fn new_turn(self, new_turn: bool) -> Self {
        Self { new_turn, ..self }
    }

    /// Gives the run its `mcp_resource_fetcher`, which reads resources.
    #[doc(alias = "mcp_resource_fetcher")]
    #[must_use]
    pub fn fetcher(self, fetcher: impl Fetcher) -> Self {
        Self { fetcher: Some(Arc::new(fetcher)), ..self }
    }

    /// Gives the run its `mcp_resource_replayer`, which makes producing calls again.
    #[doc(alias = "mcp_resource_replayer")]
    #[must_use]
    pub fn replayer(self, replayer: impl Replayer) -> Self {
        Self { replayer: Some(Arc::new(replayer)), ..self }
    }

    /// How long one read of a resource may take; a read that takes longer has failed.
    #[must_use]
    pub fn fetch_timeout(self, fetch_timeout: Duration) -> Self {
        Self { fetch_timeout, ..self }
    }

    /// Caps how many nodes of the run are at work at the same time. Unlimited by default;
    /// a cap of 0 counts as 1.
    #[must_use]
    pub fn max_concurrency(self, nodes: usize) -> Self {
        Self { max_concurrency: nodes.max(1), ..self }
    }

    /// Gives the `#[from_config]` parameters of this name their value. It is never stored.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, name: impl Into<String>, handle: T) -> Self {
        let handle = Handle { value: Arc::new(handle), type_name: type_name::<T>() };
        self.handles.insert(name.into(), handle);
        self
    }

    /// Calls a function with each event of the run, in order, on the task of the driver.
    #[must_use]
    pub fn on_event(self, on_event: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        Self { on_event: Some(Arc::new(on_event)), ..self }
    }
}

impl Default for RunConfig {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for RunConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunConfig")
            .field("thread_id", &self.thread_id)
            .field("fetcher", &self.fetcher.is_some())
            .field("replayer", &self.replayer.is_some())
            .field("handles", &self.handles.keys())
            .finish_non_exhaustive()
    }
}
