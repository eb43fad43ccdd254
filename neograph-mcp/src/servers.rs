//! A set of servers under their keys.

use std::{fmt, path::Path, sync::Arc};

use futures_util::future::{join_all, try_join_all};
use serde_json::Value;

use crate::{
    Diagnostic,
    config::{ConfigError, McpConfig},
    diagnostics::Diagnostics,
    error::McpError,
    fetcher::McpFetcher,
    replayer::McpReplayer,
    routing::{Route, route},
    server::Server,
    spec::{McpServer, TokenProvider},
    templates,
    tools::{LazyTool, McpTools, TemplateListing},
};

/// MCP servers, each under the key that references and tool names call it by.
///
/// A server is connected to on first use, and then one connection carries reads, replays and
/// calls, run after run, until [`close`](Self::close) or until the last clone, fetcher,
/// replayer and tool is dropped. A connection that has ended is made again on the next use.
///
/// Cloning is cheap and shares the connections.
///
/// ```no_run
/// use neograph_mcp::{McpServers, StdioServer};
///
/// # async fn run() -> Result<(), neograph_mcp::McpError> {
/// let servers = McpServers::new([
///     ("crm", StdioServer::new("crm-server").idempotent(["get_deal"])),
///     ("files", StdioServer::new("npx").args(["-y", "@modelcontextprotocol/server-filesystem", "."])),
/// ]);
/// let tools = servers.tools().await?;
/// let (fetcher, replayer) = (servers.fetcher(), servers.replayer());
/// // … run graphs with them …
/// servers.close().await;
/// # Ok(()) }
/// ```
#[derive(Clone)]
pub struct McpServers {
    servers: Arc<[Arc<Server>]>,
    diagnostics: Diagnostics,
}

impl McpServers {
    /// Servers under their keys. None is started yet. Of two servers under one key the later
    /// one counts.
    ///
    /// Programs and services are told apart by their types; for a mixed set make each a
    /// [`McpServer`].
    pub fn new<K: Into<String>, S: Into<McpServer>>(
        servers: impl IntoIterator<Item = (K, S)>,
    ) -> Self {
        let diagnostics = Diagnostics::default();
        let mut known: Vec<Arc<Server>> = Vec::new();
        for (key, spec) in servers {
            let server = Arc::new(Server::new(key.into(), spec.into(), diagnostics.clone()));
            match known.iter_mut().find(|known| known.key == server.key) {
                Some(earlier) => *earlier = server,
                None => known.push(server),
            }
        }
        Self { servers: known.into(), diagnostics }
    }

    /// The servers of a configuration file, as [`McpConfig::from_file`] reads it.
    ///
    /// ```no_run
    /// use neograph_mcp::McpServers;
    ///
    /// let servers = McpServers::from_file(".mcp.json")?;
    /// # Ok::<_, neograph_mcp::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// A file that cannot be read, and whatever is wrong in it.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, ConfigError> {
        McpConfig::from_file(path).map(|config| config.servers())
    }

    /// The servers of a configuration file's text, as [`McpConfig::from_json`] reads it.
    ///
    /// # Errors
    ///
    /// Whatever is wrong in the text.
    pub fn from_json(json: &str) -> Result<Self, ConfigError> {
        McpConfig::from_json(json).map(|config| config.servers())
    }

    /// The keys, in the order the servers were given.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.servers.iter().map(|server| server.key.as_str())
    }

    /// A fetcher over these servers' connections.
    pub fn fetcher(&self) -> McpFetcher {
        McpFetcher::new(self.clone())
    }

    /// A replayer over these servers' connections.
    pub fn replayer(&self) -> McpReplayer {
        McpReplayer::new(self.clone())
    }

    /// The tools of the servers: every tool of every server, in the order of the servers,
    /// unless [`McpTools::only`] picks some. Awaiting it connects to the servers that are
    /// needed.
    ///
    /// A tool is called `server::tool`. Its result keeps the server's content blocks as they
    /// were sent, `isError` included; `structuredContent` is its typed result. A server that
    /// offers no tools adds none.
    pub fn tools(&self) -> McpTools {
        McpTools::new(self.clone())
    }

    /// One tool, known by its name alone: nothing is started before its first call.
    ///
    /// `name` is `server::tool`, or just the tool's if there is one server.
    ///
    /// ```
    /// use neograph_mcp::{McpServers, StdioServer};
    ///
    /// let servers = McpServers::new([("crm", StdioServer::new("crm-server"))]);
    /// let tool = servers.tool("crm::get_deal")?.description("A deal.").idempotent(true);
    /// # Ok::<_, neograph_mcp::McpError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`McpError::UnknownServer`], or [`McpError::AmbiguousTool`] for a name without a server
    /// among several.
    pub fn tool(&self, name: &str) -> Result<LazyTool, McpError> {
        if let Some((server, tool)) = name.split_once("::") {
            return Ok(LazyTool::new(Arc::clone(self.named(server)?), tool));
        }
        match &*self.servers {
            [server] => Ok(LazyTool::new(Arc::clone(server), name)),
            servers => {
                let known = servers.iter().map(|server| format!("{}::{name}", server.key));
                Err(McpError::AmbiguousTool { tool: name.to_owned(), known: known.collect() })
            }
        }
    }

    /// The URI templates that each server lists, in the order of the servers. Connects to all
    /// of them.
    ///
    /// # Errors
    ///
    /// The first server that cannot be connected to or listed.
    pub async fn templates(&self) -> Result<Vec<TemplateListing>, McpError> {
        let listed = try_join_all(self.servers.iter().map(|server| server.templates())).await?;
        let listed = self.servers.iter().zip(listed);
        Ok(listed
            .flat_map(|(server, templates)| TemplateListing::all(&server.key, &templates))
            .collect())
    }

    /// The same servers as somebody else speaks to them, for a run of their own.
    ///
    /// Services are sent the provider's token, over connections of their own. Programs keep
    /// their connections, and are told with each call as [`StdioServer::identity`] says; one
    /// without such an argument is not told. Drop the new set when its run is over;
    /// [`close`](Self::close) would end the programs that both share.
    ///
    /// [`StdioServer::identity`]: crate::StdioServer::identity
    ///
    /// ```
    /// use neograph_mcp::{McpServers, StdioServer};
    ///
    /// let crm = StdioServer::new("crm-server").identity("access_token", "nobody");
    /// let servers = McpServers::new([("crm", crm)]);
    /// let as_ada = servers.with_identity("ada's token");
    /// let (fetcher, replayer) = (as_ada.fetcher(), as_ada.replayer());
    /// ```
    #[must_use]
    pub fn with_identity(&self, provider: impl TokenProvider) -> Self {
        let provider: Arc<dyn TokenProvider> = Arc::new(provider);
        let servers = self.servers.iter();
        let servers = servers.map(|server| Arc::new(server.with_identity(&provider)));
        Self { servers: servers.collect(), diagnostics: self.diagnostics.clone() }
    }

    /// Tells of each oddity in what the servers send, as long as these servers live. All
    /// clones are meant.
    pub fn on_diagnostic(&self, observer: impl Fn(&Diagnostic) + Send + Sync + 'static) {
        self.diagnostics.observe(Arc::new(observer));
    }

    /// Ends every connection. A program and whatever it has started end too: stdin is closed,
    /// after 3 seconds the process group is asked to terminate, after another 2 it is killed.
    /// Requests that are under way fail.
    ///
    /// Dropping kills at once instead. A use after `close` connects again.
    pub async fn close(&self) {
        join_all(self.servers.iter().map(|server| server.close())).await;
    }

    pub(crate) fn all(&self) -> &[Arc<Server>] {
        &self.servers
    }

    pub(crate) fn named(&self, key: &str) -> Result<&Arc<Server>, McpError> {
        self.servers
            .iter()
            .find(|server| server.key == key)
            .ok_or_else(|| McpError::UnknownServer { server: key.to_owned(), known: self.known() })
    }

    /// The server to read a URI from.
    pub(crate) async fn route(
        &self,
        uri: &str,
        named: Option<&str>,
    ) -> Result<&Arc<Server>, McpError> {
        let keys: Vec<_> = self.keys().collect();
        match route(&keys, uri, named) {
            Route::To(position) => Ok(&self.servers[position]),
            Route::Unknown => self.named(named.unwrap_or_default()),
            Route::Unsaid => self.listing(uri).await,
        }
    }

    /// The only server that lists the URI, or a template for it.
    async fn listing(&self, uri: &str) -> Result<&Arc<Server>, McpError> {
        let listed = try_join_all(self.servers.iter().map(|server| server.resources())).await?;
        let text = |item: &Value, field: &str| {
            item.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        let candidates = self.servers.iter().zip(&listed).filter(|(_, (resources, all))| {
            resources.iter().any(|resource| text(resource, "uri") == uri)
                || all.iter().any(|one| templates::matches(&text(one, "uriTemplate"), uri))
        });
        let candidates: Vec<_> = candidates.map(|(server, _)| server).collect();
        match candidates.as_slice() {
            [server] => Ok(server),
            [] => Err(McpError::Unrouted { uri: uri.to_owned(), known: self.known() }),
            several => {
                let known = several.iter().map(|server| server.key.clone()).collect();
                Err(McpError::Unrouted { uri: uri.to_owned(), known })
            }
        }
    }

    fn known(&self) -> Vec<String> {
        self.keys().map(str::to_owned).collect()
    }
}

impl fmt::Debug for McpServers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.servers.iter().map(|server| (&server.key, &server.spec)))
            .finish()
    }
}
