//! What every unit of work of a run shares.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use serde_json::{Map, Value};

use super::{Events, RunConfig, StatsCounter, journal::Journal};
use crate::{
    Error, Graph,
    checkpoint::Write,
    resource::{FetchCache, Reads},
};

/// What every unit of work of one run shares.
pub(crate) struct RunContext {
    pub(crate) graph: Graph,
    pub(crate) config: RunConfig,
    pub(crate) input: Map<String, Value>,
    /// `None` when the graph has no checkpointer.
    pub(crate) journal: Option<Journal>,
    pub(crate) events: Events,
    pub(crate) stats: Arc<StatsCounter>,
    /// The cache is the run's: a resume is another run and starts with none of it.
    pub(crate) cache: FetchCache,
}

impl RunContext {
    /// Stores writes, if there is a store and there are any. Durable when it returns.
    pub(crate) async fn append(&self, writes: Vec<Write>) -> Result<(), Error> {
        match &self.journal {
            Some(journal) if !writes.is_empty() => Ok(journal.append(writes, None).await?),
            _ => Ok(()),
        }
    }

    /// What the reads of this run go through.
    pub(crate) fn reads(&self) -> Reads<'_> {
        Reads {
            config: &self.config,
            environment: self.graph.environment(),
            cache: &self.cache,
            events: &self.events,
            stats: &self.stats,
        }
    }

    pub(crate) fn now(&self) -> SystemTime {
        self.graph.environment().now()
    }

    pub(crate) fn since(&self, started: SystemTime) -> Duration {
        self.now().duration_since(started).unwrap_or_default()
    }

    pub(crate) fn fresh_id(&self) -> String {
        self.graph.environment().fresh_id().to_string()
    }
}
