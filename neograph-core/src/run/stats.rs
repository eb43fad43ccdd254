//! How often a run read its resources.

use std::{
    collections::BTreeMap,
    sync::{Mutex, PoisonError},
};

/// How often a run read its resources.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ResourceStats {
    /// Calls of the fetcher by URI, failed ones included.
    pub fetches: BTreeMap<String, u64>,
    /// Reads that this run's cache answered.
    pub cached: u64,
    /// Calls of the replayer.
    pub replays: u64,
}

#[derive(Debug, Default)]
pub(crate) struct StatsCounter(Mutex<ResourceStats>);

impl StatsCounter {
    pub(crate) fn count(&self, change: impl FnOnce(&mut ResourceStats)) {
        change(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner));
    }

    pub(crate) fn fetched(&self, uri: &str) {
        self.count(|stats| *stats.fetches.entry(uri.to_owned()).or_default() += 1);
    }

    pub(crate) fn snapshot(&self) -> ResourceStats {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
