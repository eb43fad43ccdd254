//! Which tools of the servers, and what is declared about them.

use std::{fmt, future::IntoFuture, sync::Arc};

use futures_util::future::try_join_all;
use neograph_core::{BoxFuture, tool::Tool};
use serde::de::DeserializeOwned;

use super::{McpTool, listed, output::OutputType};
use crate::{McpError, McpServers};

/// The tools of the servers, once awaited: what
/// [`McpServers::tools`] gives.
///
/// A tool is named `server::tool`, or just `tool` where one server alone has it. A name that
/// no server has is an error, so a misspelt one does not go unnoticed.
///
/// ```no_run
/// use neograph_mcp::{McpServers, StdioServer};
/// use serde::Deserialize;
///
/// #[derive(Deserialize)]
/// struct Deal { id: String }
///
/// # async fn run() -> Result<(), neograph_mcp::McpError> {
/// let servers = McpServers::new([("crm", StdioServer::new("crm-server"))]);
/// let tools = servers
///     .tools()
///     .only(["crm::get_deal", "crm::list_deals"])
///     .idempotent(["crm::get_deal"])
///     .output_type::<Deal>("crm::get_deal")
///     .await?;
/// // Graph::builder(…).tools(tools)
/// # Ok(()) }
/// ```
#[must_use = "the tools are listed when this is awaited"]
#[derive(Clone)]
pub struct McpTools {
    servers: McpServers,
    only: Option<Vec<String>>,
    idempotent: Vec<String>,
    outputs: Vec<(String, OutputType)>,
}

impl McpTools {
    pub(crate) fn new(servers: McpServers) -> Self {
        Self { servers, only: None, idempotent: Vec::new(), outputs: Vec::new() }
    }

    /// Picks tools; a model gets no others. If all names say their server, no other server is
    /// connected to. Picking again adds.
    pub fn only(mut self, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.only.get_or_insert_default().extend(tools.into_iter().map(Into::into));
        self
    }

    /// Declares tools whose calls may be made again: their dead links are replayed, and their
    /// calls are sent again when the server dies over them. Name only tools that change
    /// nothing when they are called twice.
    pub fn idempotent(mut self, tools: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.idempotent.extend(tools.into_iter().map(Into::into));
        self
    }

    /// Says what the `structuredContent` of a tool is. A call whose result lacks it or does
    /// not fit the type fails with [`McpError::NoStructuredContent`] or
    /// [`McpError::StructuredContent`]; a result that says it is an error stays one.
    pub fn output_type<T: DeserializeOwned + 'static>(mut self, tool: impl Into<String>) -> Self {
        self.outputs.push((tool.into(), OutputType::of::<T>()));
        self
    }

    async fn list(self) -> Result<Vec<Arc<dyn Tool>>, McpError> {
        let mut tools = self.listed().await?;
        for name in &self.idempotent {
            let place = find(&tools, name)?;
            tools[place].spec.idempotent = true;
        }
        for (name, output) in self.outputs {
            let place = find(&tools, &name)?;
            tools[place].output = Some(output);
        }
        if let Some(only) = &self.only {
            let places: Result<Vec<_>, _> = only.iter().map(|name| find(&tools, name)).collect();
            let places = places?;
            let mut place = 0..;
            tools.retain(|_| place.next().is_some_and(|place| places.contains(&place)));
        }
        Ok(tools.into_iter().map(|tool| Arc::new(tool) as Arc<dyn Tool>).collect())
    }

    /// The tools of the servers that may be meant.
    async fn listed(&self) -> Result<Vec<McpTool>, McpError> {
        let named = self.only.as_ref().and_then(|only| {
            let servers = only.iter().map(|name| name.split_once("::").map(|(server, _)| server));
            servers.collect::<Option<Vec<_>>>()
        });
        let servers = match &named {
            Some(named) => {
                for server in named {
                    self.servers.named(server)?;
                }
                let servers = self.servers.all().iter();
                servers.filter(|server| named.contains(&&*server.key)).collect()
            }
            None => self.servers.all().iter().collect::<Vec<_>>(),
        };
        let listed = try_join_all(servers.into_iter().map(listed::tools)).await?;
        Ok(listed.into_iter().flatten().collect())
    }
}

/// The position of the tool that a name means.
fn find(tools: &[McpTool], name: &str) -> Result<usize, McpError> {
    let exact = tools.iter().position(|tool| tool.spec.qualified_name() == name);
    let found: Vec<_> = match exact {
        Some(place) => vec![place],
        None => {
            let places = tools.iter().enumerate().filter(|(_, tool)| tool.spec.name == name);
            places.map(|(place, _)| place).collect()
        }
    };
    let tool = name.to_owned();
    let names =
        |places: &[usize]| places.iter().map(|at| tools[*at].spec.qualified_name()).collect();
    match *found {
        [place] => Ok(place),
        [] => {
            let known = tools.iter().map(|tool| tool.spec.qualified_name()).collect();
            Err(McpError::UnknownTool { tool, known })
        }
        _ => Err(McpError::AmbiguousTool { tool, known: names(&found) }),
    }
}

impl IntoFuture for McpTools {
    type Output = Result<Vec<Arc<dyn Tool>>, McpError>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.list())
    }
}

impl fmt::Debug for McpTools {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("McpTools")
            .field("servers", &self.servers)
            .field("only", &self.only)
            .field("idempotent", &self.idempotent)
            .finish_non_exhaustive()
    }
}
