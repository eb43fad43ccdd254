//! What every unit of work of a run shares.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use serde_json::{Map, Value};
use tokio::sync::Semaphore;

use super::{Events, Recorded, RunConfig, RunId, StatsCounter, Unit, journal::Journal, past::Past};
use crate::{
    Error, Graph,
    checkpoint::{Key, Segment, Write},
    graph::Plan,
    resource::{FetchCache, Reads, ResourceRef},
};

/// What every unit of work of one pipeline in one run shares. A sub-pipeline has a context of
/// its own, which shares all but what is the pipeline's.
#[derive(Clone)]
pub(crate) struct RunContext {
    pub(crate) run_id: RunId,
    pub(crate) graph: Graph,
    pub(crate) config: Arc<RunConfig>,
    /// `None` when the graph has no checkpointer.
    pub(crate) journal: Option<Arc<Journal>>,
    pub(crate) events: Events,
    pub(crate) stats: Arc<StatsCounter>,
    /// The cache is the run's: a resume is another run and starts with none of it.
    pub(crate) cache: Arc<FetchCache>,
    pub(crate) past: Arc<Past>,
    /// One for each body or conversation that may run at once; `None` when any number may.
    pub(crate) permits: Option<Arc<Semaphore>>,
    pub(crate) plan: Arc<Plan>,
    pub(crate) input: Map<String, Value>,
    /// The manifests that the enclosing node may ask.
    pub(crate) inherited: Manifests,
    path: Arc<[Segment]>,
}

/// Manifests in the order in which they are asked.
pub(crate) type Manifests = Arc<[Arc<Recorded<Vec<ResourceRef>>>]>;

impl RunContext {
    /// The context of a run's own pipeline.
    pub(crate) fn new(
        graph: &Graph,
        config: &RunConfig,
        input: Map<String, Value>,
        past: Past,
        journal: Option<Journal>,
        events: Events,
    ) -> Self {
        let permits = Some(config.max_concurrency).filter(|most| *most < Semaphore::MAX_PERMITS);
        Self {
            run_id: RunId::mint(&**graph.environment()),
            graph: graph.clone(),
            config: Arc::new(config.clone()),
            journal: journal.map(Arc::new),
            events,
            stats: Arc::default(),
            cache: Arc::default(),
            past: Arc::new(past),
            permits: permits.map(|most| Arc::new(Semaphore::new(most))),
            plan: Arc::clone(graph.plan()),
            input,
            inherited: Arc::new([]),
            path: Arc::new([]),
        }
    }

    /// The context of the pipeline inside a unit.
    pub(crate) fn enter(
        &self,
        unit: Unit,
        plan: Arc<Plan>,
        input: Map<String, Value>,
        inherited: Manifests,
    ) -> Self {
        let path = self.key(unit).segments().into();
        Self { plan, input, inherited, path, ..self.clone() }
    }

    /// The address of the unit that the pipeline is inside; empty for the run's own.
    pub(crate) fn path(&self) -> &[Segment] {
        &self.path
    }

    /// The address of a unit.
    pub(crate) fn key(&self, unit: Unit) -> Key {
        let node = self.plan.spec(unit.node).name().into();
        let own = Segment { node, item: unit.item, iteration: unit.iteration };
        Key::new(self.path.iter().cloned().chain([own]))
    }

    /// The address of a node of this pipeline.
    pub(crate) fn key_of(&self, node: &str) -> Key {
        let own = Segment { node: node.into(), item: None, iteration: None };
        Key::new(self.path.iter().cloned().chain([own]))
    }

    /// The address of a unit as text: of a node of the run's own pipeline, its name.
    pub(crate) fn place(&self, unit: Unit) -> String {
        if self.is_plain(unit) {
            self.plan.spec(unit.node).name().to_owned()
        } else {
            self.key(unit).to_string()
        }
    }

    /// Whether a unit is a whole node of the run's own pipeline.
    pub(crate) fn is_plain(&self, unit: Unit) -> bool {
        self.path.is_empty() && unit.item.is_none() && unit.iteration.is_none()
    }

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
            run_id: Some(self.run_id),
            config: &self.config,
            environment: self.graph.environment(),
            cache: &self.cache,
            events: &self.events,
            stats: &self.stats,
            lifetimes: self.past.lifetimes(),
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
