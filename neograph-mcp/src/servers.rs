//! A set of servers under their keys.

use std::{fmt, sync::Arc};

use futures_util::future::{join_all, try_join_all};
use neograph_core::tool::Tool;

use crate::{
    error::McpError,
    fetcher::McpFetcher,
    replayer::McpReplayer,
    routing::{Astray, route},
    server::Server,
    spec::StdioServer,
    tools,
};

/// MCP servers, each under the key that references and tool names call it by.
///
/// A server is started on first use, and then one process answers reads, replays and calls,
/// run after run, until [`close`](Self::close) or until the last clone, fetcher, replayer
/// and tool is dropped. A server that dies is started again on the next use.
///
/// Cloning is cheap and shares the processes.
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
}

impl McpServers {
    /// Servers under their keys. Nothing is started yet. Of two servers under one key the
    /// later one counts.
    pub fn new<K: Into<String>>(servers: impl IntoIterator<Item = (K, StdioServer)>) -> Self {
        let mut known: Vec<Arc<Server>> = Vec::new();
        for (key, spec) in servers {
            let server = Arc::new(Server::new(key.into(), spec));
            match known.iter_mut().find(|known| known.key == server.key) {
                Some(earlier) => *earlier = server,
                None => known.push(server),
            }
        }
        Self { servers: known.into() }
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

    /// Every tool of every server, in the order of the servers. Starts all of them.
    ///
    /// A tool is called `server::tool`. Its result keeps the server's content blocks as they
    /// were sent, `isError` included; `structuredContent` is its typed result. A server that
    /// offers no tools adds none.
    ///
    /// # Errors
    ///
    /// The first server that cannot be started or listed.
    pub async fn tools(&self) -> Result<Vec<Arc<dyn Tool>>, McpError> {
        let listed = try_join_all(self.servers.iter().map(tools::list)).await?;
        Ok(listed.into_iter().flatten().collect())
    }

    /// Ends every server and whatever it has started: stdin is closed, after 3 seconds the
    /// process group is asked to terminate, after another 2 it is killed. Requests that are
    /// under way fail.
    ///
    /// Dropping kills at once instead. A use after `close` starts the server again.
    pub async fn close(&self) {
        join_all(self.servers.iter().map(|server| server.close())).await;
    }

    pub(crate) fn named(&self, key: &str) -> Result<&Arc<Server>, McpError> {
        self.servers.iter().find(|server| server.key == key).ok_or_else(|| self.unknown(key))
    }

    pub(crate) fn route(&self, uri: &str, named: Option<&str>) -> Result<&Arc<Server>, McpError> {
        let keys: Vec<_> = self.keys().collect();
        match route(&keys, uri, named) {
            Ok(position) => Ok(&self.servers[position]),
            Err(Astray::Unknown) => Err(self.unknown(named.unwrap_or_default())),
            Err(Astray::Unsaid) => {
                Err(McpError::Unrouted { uri: uri.to_owned(), known: self.known() })
            }
        }
    }

    fn unknown(&self, key: &str) -> McpError {
        McpError::UnknownServer { server: key.to_owned(), known: self.known() }
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
