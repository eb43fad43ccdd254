//! A pipeline bound to models, tools, prompts and a checkpointer: what runs.

mod builder;
mod plan;

use std::{fmt, sync::Arc};

pub use builder::GraphBuilder;
pub(crate) use plan::{BoundModel, Feed, Plan, SubPlan};

use crate::{
    Environment, Error, Pipeline,
    checkpoint::Checkpointer,
    run::{self, Command, Outcome, RunConfig, RunStream, State},
};

/// A pipeline that is bound to everything it needs and checked.
///
/// Cheap to clone; one graph drives any number of threads at once.
#[derive(Clone)]
pub struct Graph {
    inner: Arc<Inner>,
}

struct Inner {
    pipeline: Pipeline,
    plan: Arc<Plan>,
    checkpointer: Option<Arc<dyn Checkpointer>>,
    environment: Arc<dyn Environment>,
}

impl Graph {
    /// Begins to bind a pipeline.
    pub fn builder(pipeline: Pipeline) -> GraphBuilder {
        GraphBuilder::new(pipeline)
    }

    /// Runs the graph: [`Input`](run::Input) starts a thread, [`Resume`](run::Resume)
    /// answers what a paused one asks, [`Continue`](run::Continue) takes up one that
    /// crashed or failed.
    ///
    /// Each call is a run of its own: it reads every resource anew. Dropping the future
    /// cancels the run; what was finished stays in the checkpoint.
    ///
    /// # Errors
    ///
    /// [`Error::Configuration`] when the command does not fit the thread or something is
    /// missing: no node ran. [`Error::Execution`] when the run failed.
    pub async fn arun(
        &self,
        command: impl Into<Command>,
        config: &RunConfig,
    ) -> Result<Outcome, Error> {
        run::arun(self, command.into(), config).await
    }

    /// Runs the graph as [`arun`](Self::arun) does, as the ordered stream of its events: nodes,
    /// model turns, tool calls, resources, interrupts. Dropping the stream cancels the run.
    ///
    /// ```
    /// # use neograph_core::{Graph, Result, run::{Input, RunConfig}};
    /// use futures_util::StreamExt;
    ///
    /// # async fn watch(graph: Graph, config: RunConfig) -> Result<()> {
    /// let mut events = graph.astream(Input::new(), &config);
    /// while let Some(event) = events.next().await {
    ///     println!("{event:?}");
    /// }
    /// let outcome = events.outcome().await?;
    /// # Ok(()) }
    /// ```
    pub fn astream(&self, command: impl Into<Command>, config: &RunConfig) -> RunStream {
        RunStream::new(self, command.into(), config)
    }

    /// Runs the graph and blocks until it ends, for programs without a runtime.
    ///
    /// # Errors
    ///
    /// Those of [`arun`](Self::arun). Before anything runs,
    /// [`ConfigurationError::NeedsAsyncDriver`](crate::error::ConfigurationError::NeedsAsyncDriver)
    /// names every resource parameter and every async-only tool of the graph: what waits for
    /// the caller's I/O has no place in a blocking call. On a thread of a runtime it is
    /// [`InsideRuntime`](crate::error::ConfigurationError::InsideRuntime).
    pub fn run(&self, command: impl Into<Command>, config: &RunConfig) -> Result<Outcome, Error> {
        run::run(self, command.into(), config)
    }

    /// Reads a thread from the checkpointer: its outputs, its manifests, what it asks.
    ///
    /// # Errors
    ///
    /// [`Error::Configuration`] without a checkpointer, a thread id, or such a thread.
    pub async fn get_state(&self, config: &RunConfig) -> Result<State, Error> {
        run::get_state(self, config).await
    }

    /// The pipeline.
    pub fn pipeline(&self) -> &Pipeline {
        &self.inner.pipeline
    }

    pub(crate) fn plan(&self) -> &Arc<Plan> {
        &self.inner.plan
    }

    pub(crate) fn checkpointer(&self) -> Option<&Arc<dyn Checkpointer>> {
        self.inner.checkpointer.as_ref()
    }

    pub(crate) fn environment(&self) -> &Arc<dyn Environment> {
        &self.inner.environment
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graph")
            .field("pipeline", &self.inner.pipeline.name())
            .field("checkpointer", &self.inner.checkpointer.is_some())
            .finish_non_exhaustive()
    }
}
