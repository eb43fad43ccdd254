//! One tool that is known before its server is.

use std::{fmt, sync::Arc};

use neograph_core::{
    BoxFuture,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{McpTool, output::OutputType};
use crate::server::Server;

/// A tool of a server that is connected to at the first call: what [`McpServers::tool`] gives.
///
/// Nobody asks the server what the tool is, so a model knows of it what is said here. Without
/// [`args`](Self::args) it may give any arguments.
///
/// [`McpServers::tool`]: crate::McpServers::tool
///
/// ```
/// use neograph_mcp::{McpServers, StdioServer};
/// use schemars::JsonSchema;
///
/// #[derive(JsonSchema)]
/// struct Args { deal_id: String }
///
/// let servers = McpServers::new([("crm", StdioServer::new("crm-server"))]);
/// let get_deal = servers
///     .tool("crm::get_deal")?
///     .description("A deal with its mails.")
///     .args::<Args>()
///     .idempotent(true);
/// // Graph::builder(…).tools([std::sync::Arc::new(get_deal) as _])
/// # Ok::<_, neograph_mcp::McpError>(())
/// ```
#[must_use = "a tool does nothing before it is given to a graph"]
#[derive(Clone)]
pub struct LazyTool(McpTool);

impl LazyTool {
    pub(crate) fn new(server: Arc<Server>, name: &str) -> Self {
        let idempotent = server.spec.settings().idempotent.contains(name);
        let spec = ToolSpec::new(name)
            .server(&server.key)
            .input_schema(json!({ "type": "object" }))
            .idempotent(idempotent);
        Self(McpTool { spec, server, output: None })
    }

    fn with(self, change: impl FnOnce(ToolSpec) -> ToolSpec) -> Self {
        Self(McpTool { spec: change(self.0.spec), ..self.0 })
    }

    /// Says what the tool does, for the model.
    pub fn description(self, description: impl Into<String>) -> Self {
        self.with(|spec| spec.description(description))
    }

    /// Says which arguments the tool takes, by the type that they make up.
    pub fn args<T: JsonSchema>(self) -> Self {
        self.input_schema(schemars::schema_for!(T).to_value())
    }

    /// Says which arguments the tool takes, by their JSON schema.
    pub fn input_schema(self, schema: Value) -> Self {
        self.with(|spec| spec.input_schema(schema))
    }

    /// Declares whether a call may be made again. Say so only of a tool that changes nothing
    /// when it is called twice.
    pub fn idempotent(self, idempotent: bool) -> Self {
        self.with(|spec| spec.idempotent(idempotent))
    }

    /// Caps the calls one node may make.
    pub fn budget(self, calls: u32) -> Self {
        self.with(|spec| spec.budget(calls))
    }

    /// Says what the `structuredContent` of the tool is, as
    /// [`McpTools::output_type`](crate::McpTools::output_type) does.
    pub fn output_type<T: DeserializeOwned + 'static>(mut self) -> Self {
        self.0.output = Some(OutputType::of::<T>());
        self
    }
}

impl Tool for LazyTool {
    fn spec(&self) -> &ToolSpec {
        self.0.spec()
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        self.0.call(call)
    }
}

impl fmt::Debug for LazyTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("LazyTool").field(&self.0.spec.qualified_name()).finish()
    }
}
