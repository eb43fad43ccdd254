//! What an agent may call.

mod arguments;
mod asking;
mod blob;
mod function;
mod handle;
mod interaction;
mod progress;
mod reader;

use std::{any::Any, fmt, sync::Arc, time::Duration};

use serde_json::{Map, Value};

pub use asking::interrupt;
pub(crate) use asking::with_answer;
pub use blob::{ReadBlob, read_blob};
pub use function::FunctionTool;
pub use handle::ToolHandle;
pub use interaction::ToolInteraction;
pub use progress::{Progress, ProgressSink};
pub use reader::{ReaderTool, ResourceReader};

use crate::{
    BoxError, BoxFuture,
    environment::Environment,
    resource::{FetchRequest, Fetched, Fetcher},
    run::{RunConfig, RunId, StatsCounter},
};

/// A tool that an `agent` or `act` node may call.
#[doc(alias = "BaseTool")]
pub trait Tool: Send + Sync + 'static {
    /// What the tool is: its name, its arguments, and whether it is idempotent.
    fn spec(&self) -> &ToolSpec;

    /// Calls the tool. An error is reported to the model, which may try something else;
    /// an error of the [`ToolError::Fatal`] kind ends the run.
    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>>;
}

/// A tool of the program as a type: what `#[tool]` and `#[resource_reader]` put beside a
/// function, usable in `tools = [...]` by its name.
///
/// ```
/// use std::sync::Arc;
/// use neograph_core::{Graph, Pipeline, tool::{Tool, ToolType}};
///
/// fn names<T: ToolType>() -> String {
///     T::tool().spec().qualified_name()
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tool",
    label = "not a tool",
    note = "a tool list takes the names of server tools as strings, and `#[tool]`s and `#[resource_reader]`s as paths"
)]
pub trait ToolType: 'static {
    /// The tool itself.
    fn tool() -> Arc<dyn Tool>;
}

/// What a tool is.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
#[allow(
    clippy::struct_excessive_bools,
    reason = "they are facts of a tool that go together freely"
)]
pub struct ToolSpec {
    /// The tool's name, on its server if it has one.
    pub name: String,
    /// The key of the MCP server the tool belongs to.
    pub server: Option<String>,
    /// What the tool does, for the model.
    pub description: String,
    /// The JSON schema of the arguments.
    pub input_schema: Value,
    /// Whether a call may be made again. Only then may neograph replay it.
    pub idempotent: bool,
    /// Whether the tool needs the async driver.
    pub async_only: bool,
    /// How many calls one node may make; unlimited when absent.
    pub budget: Option<u32>,
    /// Whether a result may hold `resource_link`s. A tool that reads resources emits none.
    pub emits_links: bool,
    /// Whether a call may ask a human, with [`interrupt`].
    pub asks_human: bool,
    /// What the tool takes from the run's configuration.
    pub handles: Vec<ToolHandle>,
}

impl ToolSpec {
    /// A tool with a name and no arguments, not idempotent.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            server: None,
            description: String::new(),
            input_schema: serde_json::json!({ "type": "object", "properties": {} }),
            idempotent: false,
            async_only: true,
            budget: None,
            emits_links: true,
            asks_human: false,
            handles: Vec::new(),
        }
    }

    /// Sets the MCP server.
    #[must_use]
    pub fn server(self, server: impl Into<String>) -> Self {
        Self { server: Some(server.into()), ..self }
    }

    /// Sets the description.
    #[must_use]
    pub fn description(self, description: impl Into<String>) -> Self {
        Self { description: description.into(), ..self }
    }

    /// Sets the JSON schema of the arguments.
    #[must_use]
    pub fn input_schema(self, input_schema: Value) -> Self {
        Self { input_schema, ..self }
    }

    /// Declares whether a call may be made again.
    #[must_use]
    pub fn idempotent(self, idempotent: bool) -> Self {
        Self { idempotent, ..self }
    }

    /// Caps the calls one node may make.
    #[must_use]
    pub fn budget(self, budget: u32) -> Self {
        Self { budget: Some(budget), ..self }
    }

    /// Declares whether the tool waits for I/O, which it does when nothing is said. The blocking
    /// driver takes only tools that do not.
    #[must_use]
    pub fn async_only(self, async_only: bool) -> Self {
        Self { async_only, ..self }
    }

    /// Declares whether a result may hold `resource_link`s, for lint.
    #[must_use]
    pub fn emits_links(self, emits_links: bool) -> Self {
        Self { emits_links, ..self }
    }

    /// Declares that a call may ask a human, for lint.
    #[must_use]
    pub fn asks_human(self, asks_human: bool) -> Self {
        Self { asks_human, ..self }
    }

    /// Declares a handle of the run's configuration that the tool takes with
    /// [`ToolCall::handle`]. A run without it fails before any node runs.
    #[must_use]
    pub fn handle<T: Any + Send + Sync>(mut self, name: impl Into<String>) -> Self {
        self.handles.push(ToolHandle::new::<T>(name.into(), true));
        self
    }

    /// The same for a handle that the tool can do without.
    #[must_use]
    pub fn optional_handle<T: Any + Send + Sync>(mut self, name: impl Into<String>) -> Self {
        self.handles.push(ToolHandle::new::<T>(name.into(), false));
        self
    }

    /// The name in tool lists and to the model: `server::name`, or `name` without a server.
    pub fn qualified_name(&self) -> String {
        match &self.server {
            Some(server) => format!("{server}::{}", self.name),
            None => self.name.clone(),
        }
    }
}

/// One call of a tool.
#[derive(Clone)]
#[non_exhaustive]
pub struct ToolCall {
    /// The arguments the model gave: a JSON object.
    pub args: Map<String, Value>,
    /// Reads resources through the run's fetcher.
    pub resources: ResourceAccess,
    /// Tells how far the call is.
    pub progress: ProgressSink,
    /// The run that calls; none outside a run.
    pub run_id: Option<RunId>,
    pub(crate) config: Arc<RunConfig>,
}

impl ToolCall {
    /// A call outside a run, as a tool's own tests make it.
    pub fn new(args: Map<String, Value>) -> Self {
        Self {
            args,
            resources: ResourceAccess::default(),
            progress: ProgressSink::default(),
            run_id: None,
            config: Arc::new(RunConfig::new()),
        }
    }

    /// Gives the call a handle, as [`RunConfig::with`] gives it to a run.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(self, name: impl Into<String>, handle: T) -> Self {
        let config = Arc::unwrap_or_clone(self.config).with(name, handle);
        Self { config: Arc::new(config), ..self }
    }

    /// A handle of the run's configuration, given as `T` or as `Arc<T>`; none when the run has
    /// no such handle or has it in another type. Declare it with [`ToolSpec::handle`], so that a
    /// run which lacks it does not begin.
    ///
    /// ```
    /// # use neograph_core::tool::ToolCall;
    /// struct Db(&'static str);
    ///
    /// let call = ToolCall::new(serde_json::Map::new()).with("db", Db("crm"));
    /// assert_eq!(call.handle::<Db>("db").unwrap().0, "crm");
    /// assert!(call.handle::<Db>("cache").is_none());
    /// ```
    pub fn handle<T: Any + Send + Sync>(&self, name: &str) -> Option<Arc<T>> {
        let value = Arc::clone(&self.config.handles.get(name)?.value);
        match value.downcast::<T>() {
            Ok(value) => Some(value),
            Err(value) => value.downcast::<Arc<T>>().ok().map(Arc::unwrap_or_clone),
        }
    }

    /// Gives the call a fetcher.
    #[must_use]
    pub fn fetcher(self, fetcher: Arc<dyn Fetcher>) -> Self {
        let resources = ResourceAccess { fetcher: Some(fetcher), ..ResourceAccess::default() };
        Self { resources, ..self }
    }

    /// Says where the call tells how far it is.
    #[must_use]
    pub fn progress(self, progress: ProgressSink) -> Self {
        Self { progress, ..self }
    }
}

impl fmt::Debug for ToolCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ToolCall").field("args", &self.args).finish_non_exhaustive()
    }
}

/// A tool's way to the run's fetcher.
#[derive(Clone, Default)]
pub struct ResourceAccess {
    fetcher: Option<Arc<dyn Fetcher>>,
    run: Option<Reading>,
}

/// What reads of a run go by.
#[derive(Clone)]
struct Reading {
    stats: Arc<StatsCounter>,
    run_id: RunId,
    environment: Arc<dyn Environment>,
    timeout: Duration,
}

impl ResourceAccess {
    pub(crate) fn new(
        config: &RunConfig,
        stats: Arc<StatsCounter>,
        run_id: RunId,
        environment: Arc<dyn Environment>,
    ) -> Self {
        let timeout = config.fetch_timeout;
        let run = Some(Reading { stats, run_id, environment, timeout });
        Self { fetcher: config.fetcher.clone(), run }
    }

    /// Reads a resource, within the run's
    /// [`fetch_timeout`](crate::run::RunConfig::fetch_timeout); [`ToolError::Fatal`] when the run
    /// has no fetcher.
    pub async fn read(&self, mut request: FetchRequest) -> Result<Fetched, ToolError> {
        let fetcher = self.fetcher.as_ref().ok_or_else(|| {
            ToolError::Fatal(
                "the run has no `mcp_resource_fetcher`; give it one with `RunConfig::fetcher`"
                    .into(),
            )
        })?;
        let Some(Reading { stats, run_id, environment, timeout }) = &self.run else {
            return fetcher.fetch(request).await.map_err(ToolError::Failed);
        };
        stats.fetched(&request.uri);
        request.run_id = Some(*run_id);
        let uri = request.uri.clone();
        tokio::select! {
            read = fetcher.fetch(request) => read.map_err(ToolError::Failed),
            () = environment.sleep(*timeout) => {
                Err(ToolError::Failed(format!("`{uri}`: no answer within {timeout:?}").into()))
            }
        }
    }
}

/// What a tool answered.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolOutput {
    /// The raw result: text, a list of content blocks, or an object with a `content` list.
    /// Its `resource_link` blocks go into the manifest.
    pub content: Value,
    /// The typed result for the next node, as JSON.
    pub typed: Option<Value>,
}

impl ToolOutput {
    /// An answer from a raw result.
    pub fn new(content: impl Into<Value>) -> Self {
        Self { content: content.into(), typed: None }
    }

    /// Adds the typed result.
    #[must_use]
    pub fn typed(self, typed: Value) -> Self {
        Self { typed: Some(typed), ..self }
    }
}

/// Why a call gave no answer.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// The model gave wrong arguments; it is told so and nothing was called.
    #[error("wrong arguments: {0}")]
    Arguments(String),
    /// The call failed; the model is told so.
    #[error(transparent)]
    Failed(BoxError),
    /// The call asks a human and ends until it is answered: what [`interrupt`] returns.
    #[error("the call asks a human and must end here; pass this error on with `?`")]
    Asked(Value),
    /// The program is at fault, so the run ends.
    #[error("{0}")]
    Fatal(#[source] BoxError),
}
