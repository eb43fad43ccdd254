//! One resource parameter: read, heal, check, parse.

use std::{sync::Arc, time::Duration};

use serde_json::Value;

use super::{
    Fetched, Lifetimes, ResourceContent, ResourceRef,
    cache::{FetchCache, FlightKey, Had, Read, ReadFailure, SharedFailure},
    read::{self, ReadOptions, TimedOut},
};
use crate::{
    AnyValue, BoxError, Environment, Error,
    error::{ConfigurationError, ExecutionError, RefusedReplay},
    pipeline::{Param, ResourceSpec},
    run::{Event, Events, Recorded, RunConfig, RunId, StatsCounter},
};

/// What reads go through and what they are told to.
pub(crate) struct Reads<'a> {
    /// `None` outside a run.
    pub(crate) run_id: Option<RunId>,
    pub(crate) config: &'a RunConfig,
    pub(crate) environment: &'a Arc<dyn Environment>,
    pub(crate) cache: &'a FetchCache,
    pub(crate) events: &'a Events,
    pub(crate) stats: &'a Arc<StatsCounter>,
    /// What earlier runs of the thread have read.
    pub(crate) lifetimes: &'a Lifetimes,
}

/// The parameter that a value is for.
pub(super) struct Site<'a> {
    reads: Reads<'a>,
    node: &'a str,
    param: &'a Param,
    pub(super) spec: &'a ResourceSpec,
    options: ReadOptions,
}

impl<'a> Site<'a> {
    /// `None` without a fetcher.
    pub(super) fn new(
        reads: Reads<'a>,
        node: &'a str,
        param: &'a Param,
    ) -> Result<Option<Self>, Error> {
        let missing = || ConfigurationError::MissingInput { names: vec![param.name().to_owned()] };
        let spec = param.resource().ok_or_else(missing)?;
        let Some(fetcher) = reads.config.fetcher.clone() else { return Ok(None) };
        let options = ReadOptions {
            run_id: reads.run_id,
            fetcher,
            environment: Arc::clone(reads.environment),
            timeout: spec.timeout.unwrap_or(reads.config.fetch_timeout),
            max_bytes: spec.max_bytes,
            stats: Arc::clone(reads.stats),
        };
        Ok(Some(Self { reads, node, param, spec, options }))
    }
}

impl Site<'_> {
    pub(super) fn node(&self) -> String {
        self.node.to_owned()
    }

    pub(super) fn param(&self) -> String {
        self.param.name().to_owned()
    }

    pub(super) fn absent(&self) -> Option<AnyValue> {
        self.param.binding().absent()
    }

    /// The first link of the kind: in graph order, then in the order of emission.
    pub(super) fn find(
        &self,
        kind: &str,
        manifest: &[Arc<Recorded<Vec<ResourceRef>>>],
    ) -> Result<Option<ResourceRef>, Error> {
        for refs in manifest {
            let refs = refs.get("manifest", self.node)?;
            if let Some(found) = refs.iter().find(|link| link.kind() == kind) {
                return Ok(Some(found.clone()));
            }
        }
        Ok(None)
    }

    pub(super) fn kind_missing(
        &self,
        kind: &str,
        manifest: &[Arc<Recorded<Vec<ResourceRef>>>],
    ) -> Result<Error, Error> {
        let mut kinds: Vec<String> = Vec::new();
        for refs in manifest {
            for link in refs.get("manifest", self.node)? {
                if !kinds.iter().any(|known| known == link.kind()) {
                    kinds.push(link.kind().to_owned());
                }
            }
        }
        let (node, param) = (self.node(), self.param());
        Ok(ExecutionError::ResourceKindMissing { node, param, kind: kind.to_owned(), kinds }.into())
    }

    /// One read, no replay: a template has no producing call.
    pub(super) async fn read_uri(&self, uri: &str) -> Result<Arc<Read>, Error> {
        self.read(uri, self.spec.server).await.map_err(|failure| match &*failure {
            ReadFailure::TooLarge { uri, actual, limit } => self.too_large(uri, *actual, *limit),
            ReadFailure::Panicked(message) => self.panicked(message),
            _ => ExecutionError::ResourceFetch {
                node: self.node(),
                param: self.param(),
                uri: uri.to_owned(),
                source: SharedFailure(failure).into(),
            }
            .into(),
        })
    }

    pub(super) async fn read_link(&self, link: &ResourceRef) -> Result<Arc<Read>, Error> {
        self.warn_of_age(link);
        let failure = match self.read(link.uri(), Some(link.server())).await {
            Ok(read) => return Ok(read),
            Err(failure) => failure,
        };
        match &*failure {
            ReadFailure::TooLarge { uri, actual, limit } => {
                return Err(self.too_large(uri, *actual, *limit));
            }
            // A fault of the program, which a replay does not mend.
            ReadFailure::Panicked(message) => return Err(self.panicked(message)),
            _ => {}
        }
        let healed = self.heal(link, failure).await;
        if let Err(error) = &healed {
            self.reads.events.emit(|| Event::ResourceRefused {
                node: self.node(),
                param: self.param(),
                uri: link.uri().to_owned(),
                reason: error.to_string(),
            });
        }
        healed
    }

    /// Tells when an earlier run has read the link, and longer ago than the server said that it
    /// stays fresh.
    fn warn_of_age(&self, link: &ResourceRef) {
        let now = self.reads.environment.now();
        let outlived = self.reads.lifetimes.outlived(link.server(), link.uri(), now);
        if let Some((age, ttl)) = outlived {
            let (node, param, uri) = (self.node(), self.param(), link.uri().to_owned());
            self.reads.events.emit(|| Event::ResourceStale { node, param, uri, age, ttl });
        }
    }

    /// Re-derives a dead link by its producing call, if that call may be made again.
    async fn heal(
        &self,
        link: &ResourceRef,
        failure: Arc<ReadFailure>,
    ) -> Result<Arc<Read>, Error> {
        let call = link.producing_call();
        let tool = call.tool_name().to_owned();
        let read_error = SharedFailure(failure);
        if !call.producer_idempotent() {
            return Err(ExecutionError::NonIdempotentReplay {
                node: self.node(),
                param: self.param(),
                uri: link.uri().to_owned(),
                kind: link.kind().to_owned(),
                tool,
                source: read_error.into(),
            }
            .into());
        }
        let expired = |reason| ExecutionError::ResourceExpired {
            node: self.node(),
            param: self.param(),
            uri: link.uri().to_owned(),
            kind: link.kind().to_owned(),
            read_error: read_error.into(),
            reason,
        };
        let Some(replayer) = self.reads.config.replayer.clone() else {
            return Err(expired(RefusedReplay::NoReplayer).into());
        };
        let key = FlightKey {
            heals: Some(format!("{} {tool} {}", link.kind(), Value::Object(call.args().clone()))),
            ..FlightKey::read(link.uri(), Some(link.server()))
        };
        let result = loop {
            let start = || read::heal(self.options.clone(), Arc::clone(&replayer), link.clone());
            let had = if self.spec.cache {
                // A replay and a read.
                let limit = self.options.timeout.saturating_mul(2);
                let flight = self.reads.cache.join(key.clone(), start);
                self.within(limit, flight, ReadFailure::Replay).await
            } else {
                Had::Made(start().await)
            };
            match had {
                // As with a plain read.
                Had::Found(Err(failure)) if self.takes_more(&failure) => {}
                Had::Made(result) | Had::Found(result) => break result,
            }
        };
        let read = result.map_err(|failure| match &*failure {
            ReadFailure::TooLarge { uri, actual, limit } => self.too_large(uri, *actual, *limit),
            ReadFailure::Panicked(message) => self.panicked(message),
            ReadFailure::SecondRead { uri, .. } => expired(RefusedReplay::SecondReadFailed {
                tool: tool.clone(),
                uri: uri.clone(),
                source: SharedFailure(Arc::clone(&failure)).into(),
            })
            .into(),
            _ => expired(RefusedReplay::ReplayFailed {
                tool: tool.clone(),
                source: SharedFailure(Arc::clone(&failure)).into(),
            })
            .into(),
        })?;
        if self.spec.cache {
            self.reads.cache.keep(FlightKey { heals: None, ..key }, Arc::clone(&read));
        }
        self.reads.events.emit(|| Event::ResourceHealed {
            node: self.node(),
            param: self.param(),
            kind: link.kind().to_owned(),
            old_uri: link.uri().to_owned(),
            new_uri: read.uri.clone(),
            tool,
        });
        Ok(read)
    }

    /// Reads a URI, or finds that this run has read it.
    async fn read(&self, uri: &str, server: Option<&str>) -> Result<Arc<Read>, Arc<ReadFailure>> {
        loop {
            let start =
                || read::read(self.options.clone(), uri.to_owned(), server.map(str::to_owned));
            let had = if self.spec.cache {
                let flight = self.reads.cache.join(FlightKey::read(uri, server), start);
                self.within(self.options.timeout, flight, ReadFailure::Fetch).await
            } else {
                Had::Made(start().await)
            };
            let (result, made) = match had {
                Had::Made(result) => (result, true),
                Had::Found(result) => (result, false),
            };
            match &result {
                // The one that this reader waited for took less than this reader does.
                Err(failure) if !made && self.takes_more(failure) => continue,
                Err(failure) => self.reads.events.emit(|| Event::ResourceReadFailed {
                    node: self.node(),
                    param: self.param(),
                    uri: uri.to_owned(),
                    error: SharedFailure(Arc::clone(failure)).to_string(),
                }),
                Ok(read) => self.had(uri, read, made),
            }
            return result;
        }
    }

    fn takes_more(&self, failure: &ReadFailure) -> bool {
        match failure {
            ReadFailure::TooLarge { limit, .. } => {
                self.spec.max_bytes.is_none_or(|own| own > *limit)
            }
            ReadFailure::Fetch(error)
            | ReadFailure::Replay(error)
            | ReadFailure::SecondRead { source: error, .. } => error
                .downcast_ref::<TimedOut>()
                .is_some_and(|TimedOut(limit)| self.options.timeout > *limit),
            ReadFailure::Panicked(_) => false,
        }
    }

    /// Waits for a flight as long as this reader waits: who began it may wait longer.
    async fn within(
        &self,
        limit: Duration,
        flight: impl Future<Output = Had>,
        late: impl FnOnce(BoxError) -> ReadFailure,
    ) -> Had {
        tokio::select! {
            biased;
            had = flight => had,
            () = self.reads.environment.sleep(limit) => {
                Had::Made(Err(Arc::new(late(TimedOut(self.options.timeout).into()))))
            }
        }
    }

    fn had(&self, uri: &str, read: &Read, made: bool) {
        let (node, param, uri) = (self.node(), self.param(), uri.to_owned());
        if made {
            let bytes = read.fetched.contents.iter().map(ResourceContent::size).sum();
            self.reads.events.emit(|| Event::ResourceFetched { node, param, uri, bytes });
        } else {
            self.reads.stats.count(|stats| stats.cached += 1);
            self.reads.events.emit(|| Event::ResourceCached { node, param, uri });
        }
    }

    /// Checks the size, then parses: for each parameter anew, whoever made the read.
    pub(super) fn parse(&self, read: &Read) -> Result<AnyValue, Error> {
        let Fetched { contents, .. } = &read.fetched;
        let actual: u64 = contents.iter().map(ResourceContent::size).sum();
        if let Some(limit) = self.spec.max_bytes.filter(|limit| actual > *limit) {
            return Err(self.too_large(&read.uri, actual, limit));
        }
        self.param.binding().bind_contents(contents, self.spec.mime).map_err(|source| {
            ExecutionError::ResourceParse {
                node: self.node(),
                param: self.param(),
                uri: read.uri.clone(),
                source,
            }
            .into()
        })
    }

    fn panicked(&self, message: &str) -> Error {
        ExecutionError::Panic { node: self.node(), message: message.to_owned() }.into()
    }

    fn too_large(&self, uri: &str, actual: u64, limit: u64) -> Error {
        let (node, param, uri) = (self.node(), self.param(), uri.to_owned());
        ExecutionError::ResourceTooLarge { node, param, uri, actual, limit }.into()
    }
}
