//! A fetcher and a replayer that count.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use neograph_core::{
    BoxError, BoxFuture,
    resource::{FetchRequest, Fetched, Fetcher, ReplayRequest, Replayer, ResourceContent},
};
use serde_json::Value;

use crate::{McpFetcher, McpReplayer, McpServers};

#[derive(Default)]
struct Seen {
    reads: AtomicUsize,
    replays: AtomicUsize,
    contents: Mutex<Vec<ResourceContent>>,
}

/// What goes over the servers' connections.
pub(super) struct Watched {
    servers: McpServers,
    seen: Arc<Seen>,
}

impl Watched {
    pub(super) fn new(servers: &McpServers) -> Self {
        Self { servers: servers.clone(), seen: Arc::default() }
    }

    pub(super) fn fetcher(&self) -> WatchedFetcher {
        WatchedFetcher { fetcher: self.servers.fetcher(), seen: Arc::clone(&self.seen) }
    }

    pub(super) fn replayer(&self) -> WatchedReplayer {
        WatchedReplayer { replayer: self.servers.replayer(), seen: Arc::clone(&self.seen) }
    }

    pub(super) fn reads(&self) -> usize {
        self.seen.reads.load(Ordering::Relaxed)
    }

    pub(super) fn replays(&self) -> usize {
        self.seen.replays.load(Ordering::Relaxed)
    }

    /// The contents of the last read that succeeded.
    pub(super) fn contents(&self) -> Vec<ResourceContent> {
        self.seen.contents.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

pub(super) struct WatchedFetcher {
    fetcher: McpFetcher,
    seen: Arc<Seen>,
}

impl Fetcher for WatchedFetcher {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        self.seen.reads.fetch_add(1, Ordering::Relaxed);
        let read = self.fetcher.fetch(request);
        Box::pin(async {
            let fetched = read.await?;
            let mut contents = self.seen.contents.lock().unwrap_or_else(PoisonError::into_inner);
            contents.clone_from(&fetched.contents);
            drop(contents);
            Ok(fetched)
        })
    }
}

pub(super) struct WatchedReplayer {
    replayer: McpReplayer,
    seen: Arc<Seen>,
}

impl Replayer for WatchedReplayer {
    fn replay(&self, request: ReplayRequest) -> BoxFuture<'_, Result<Value, BoxError>> {
        self.seen.replays.fetch_add(1, Ordering::Relaxed);
        self.replayer.replay(request)
    }
}
