//! MCP servers as the fetcher, the replayer and the tools of neograph.
//!
//! [`mcp_resource_fetcher`] is all that a run needs: it turns servers into the two
//! callables that hydration works with.
//!
//! ```
//! use neograph_mcp::{StdioServer, mcp_resource_fetcher};
//!
//! let crm = StdioServer::new("crm-server").arg("--stdio").idempotent(["get_deal"]);
//! let (fetcher, replayer) = mcp_resource_fetcher([("crm", crm)]);
//! // RunConfig::new().fetcher(fetcher).replayer(replayer)
//! ```
//!
//! Both share one connection per server, made on first use; [`McpFetcher::servers`] leads to
//! the [`McpServers`] behind them, which also hand out the servers' tools and end the
//! connections. [`StdioServer`] says how a server is started, how long it may take, what of
//! our environment it sees and which of its tools may be called twice; `HttpServer` does so
//! for one behind a URL; [`McpConfig`] reads both from the files that people already have.
//! Whatever goes wrong is an [`McpError`], whatever is merely odd a [`Diagnostic`]. [`probe`]
//! asks a server what it does.
//!
//! What a server writes is passed on as it was written: link blocks keep every field, URIs
//! every byte, and a block that nobody knows costs nothing but itself. Contents are never
//! cached here. Every request has a time limit, and a message may have 64 MiB.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::panic, reason = "that is how a test fails"))]

mod config;
mod connection;
mod decode;
mod diagnostics;
mod error;
mod fetcher;
#[cfg(feature = "http")]
mod http;
mod oddities;
mod paging;
pub mod probe;
mod process;
mod progress;
mod replayer;
mod routing;
mod secrets;
mod server;
mod servers;
mod spec;
mod stderr;
mod templates;
mod tools;
mod wire;

pub use config::{ConfigError, McpConfig};
pub use diagnostics::Diagnostic;
pub use error::{McpError, Operation};
pub use fetcher::McpFetcher;
pub use replayer::McpReplayer;
pub use servers::McpServers;
#[cfg(feature = "http")]
pub use spec::HttpServer;
pub use spec::{McpServer, ProtocolEra, StdioServer, TokenProvider};
pub use tools::{LazyTool, McpTools, TemplateListing};

/// The code in the book's chapter compiles.
#[cfg(doctest)]
#[doc = include_str!("../../docs/mcp.md")]
struct Book;

/// A fetcher and a replayer over the same connections to the servers.
///
/// Each server has the key that its references and URIs call it by. Nothing is started
/// before the first read; see [`McpServers`] for how long it then runs.
///
/// ```no_run
/// use neograph_mcp::{StdioServer, mcp_resource_fetcher};
///
/// # async fn tools() -> Result<(), neograph_mcp::McpError> {
/// let (fetcher, replayer) = mcp_resource_fetcher([("crm", StdioServer::new("crm-server"))]);
/// let tools = fetcher.servers().tools().await?;
/// // … run graphs …
/// fetcher.servers().close().await;
/// # Ok(()) }
/// ```
pub fn mcp_resource_fetcher<K: Into<String>, S: Into<McpServer>>(
    servers: impl IntoIterator<Item = (K, S)>,
) -> (McpFetcher, McpReplayer) {
    let servers = McpServers::new(servers);
    (servers.fetcher(), servers.replayer())
}
