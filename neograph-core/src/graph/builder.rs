//! Binds a pipeline to what it needs, and checks that it has it.

use std::{collections::BTreeMap, fmt, sync::Arc};

use super::{
    Graph, Inner,
    plan::{Given, Plan},
};
use crate::{
    Environment, Error, Pipeline, SystemEnvironment,
    checkpoint::Checkpointer,
    error::{CompileError, ConstructErrors},
    model::ChatModel,
    pipeline,
    prompt::Prompts,
    tool::Tool,
};

/// Binds a pipeline to models, tools, prompts and a checkpointer.
///
/// ```
/// # use neograph_core::{Graph, Pipeline, checkpoint::MemorySaver, testing::ScriptedModel};
/// # use neograph_core::model::ChatResponse;
/// # fn bind(pipeline: Pipeline) -> neograph_core::Result<Graph> {
/// let graph = Graph::builder(pipeline)
///     .checkpointer(MemorySaver::new())
///     .model("research", ScriptedModel::turns([ChatResponse::text("{}")]))
///     .compile()?;
/// # Ok(graph) }
/// ```
#[must_use = "a builder does nothing until `compile`"]
pub struct GraphBuilder {
    pipeline: Pipeline,
    models: BTreeMap<String, Arc<dyn ChatModel>>,
    tools: Vec<Arc<dyn Tool>>,
    prompts: Prompts,
    checkpointer: Option<Arc<dyn Checkpointer>>,
    environment: Arc<dyn Environment>,
}

impl GraphBuilder {
    pub(super) fn new(pipeline: Pipeline) -> Self {
        Self {
            pipeline,
            models: BTreeMap::new(),
            tools: Vec::new(),
            prompts: Prompts::new(),
            checkpointer: None,
            environment: Arc::new(SystemEnvironment),
        }
    }

    /// Stores threads, so that runs can pause and be resumed.
    pub fn checkpointer(self, checkpointer: impl Checkpointer) -> Self {
        Self { checkpointer: Some(Arc::new(checkpointer)), ..self }
    }

    /// Gives the model that nodes name with `model = "key"`.
    pub fn model(mut self, key: impl Into<String>, model: impl ChatModel) -> Self {
        self.models.insert(key.into(), Arc::new(model));
        self
    }

    /// Gives tools that nodes name in `tools = ["server::tool"]`.
    pub fn tools(mut self, tools: impl IntoIterator<Item = Arc<dyn Tool>>) -> Self {
        self.tools.extend(tools);
        self
    }

    /// Gives the prompts that nodes name with `prompt = "name"`.
    pub fn prompts(mut self, prompts: Prompts) -> Self {
        self.prompts.extend(prompts);
        self
    }

    /// Replaces the clock and the source of ids, to simulate runs.
    pub fn environment(self, environment: impl Environment) -> Self {
        Self { environment: Arc::new(environment), ..self }
    }

    /// Checks that the pipeline is sound and has everything it needs.
    ///
    /// # Errors
    ///
    /// [`Error::Construct`] for a wiring that `#[pipeline]` would have refused;
    /// [`Error::Compile`] for a model, tool, prompt or checkpointer that is missing, and
    /// for a prompt that does not parse or names what its node does not have.
    pub fn compile(self) -> Result<Graph, Error> {
        ConstructErrors::none_of(self.pipeline.name(), pipeline::check(&self.pipeline))?;
        self.check_tools()?;
        if let (Some(node), None) = (pausing(&self.pipeline), &self.checkpointer) {
            return Err(CompileError::MissingCheckpointer { node: node.to_owned() }.into());
        }
        let given = Given { models: &self.models, tools: &self.tools, prompts: &self.prompts };
        let plan = Arc::new(Plan::new(&self.pipeline, &given)?);
        Ok(Graph {
            inner: Arc::new(Inner {
                pipeline: self.pipeline,
                plan,
                checkpointer: self.checkpointer,
                environment: self.environment,
            }),
        })
    }

    fn check_tools(&self) -> Result<(), CompileError> {
        let mut names: Vec<String> =
            self.tools.iter().map(|tool| tool.spec().qualified_name()).collect();
        names.sort();
        match names.windows(2).find(|pair| pair[0] == pair[1]) {
            Some(pair) => Err(CompileError::DuplicateTool { tool: pair[0].clone() }),
            None => Ok(()),
        }
    }
}

/// The first node that may pause the run.
fn pausing(pipeline: &Pipeline) -> Option<&str> {
    pipeline.nodes().iter().find_map(|node| {
        let inside = || node.sub_pipeline().and_then(pausing);
        node.interrupt_when().map(|_| node.name()).or_else(inside)
    })
}

impl fmt::Debug for GraphBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GraphBuilder")
            .field("pipeline", &self.pipeline.name())
            .field("models", &self.models.keys())
            .finish_non_exhaustive()
    }
}
