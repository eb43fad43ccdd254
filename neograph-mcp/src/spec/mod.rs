//! What a server is: how it is reached, how long it may take, what it may see.

mod era;
#[cfg(feature = "http")]
mod http;
mod identity;
mod settings;
mod stdio;

use std::{fmt, sync::Arc};

pub use era::ProtocolEra;
#[cfg(feature = "http")]
pub use http::HttpServer;
pub(crate) use identity::Identity;
pub use identity::TokenProvider;
pub(crate) use settings::{Settings, redact, setters};
pub use stdio::StdioServer;

/// A server of either kind: a program of ours, or a service behind a URL.
///
/// Whatever takes servers takes both kinds; this is what they have in common, and what a set
/// of mixed ones is made of.
///
/// ```
/// use neograph_mcp::{McpServer, McpServers, StdioServer};
///
/// let crm = McpServer::from(StdioServer::new("crm-server")).idempotent(["get_deal"]);
/// let servers = McpServers::new([("crm", crm)]);
/// assert_eq!(servers.keys().collect::<Vec<_>>(), ["crm"]);
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub enum McpServer {
    /// A program that speaks over its stdin and stdout.
    Stdio(StdioServer),
    /// A service that speaks streamable HTTP.
    #[cfg(feature = "http")]
    Http(HttpServer),
}

impl McpServer {
    setters!();

    pub(crate) fn settings(&self) -> &Settings {
        match self {
            Self::Stdio(server) => &server.settings,
            #[cfg(feature = "http")]
            Self::Http(server) => &server.settings,
        }
    }

    fn settings_mut(&mut self) -> &mut Settings {
        match self {
            Self::Stdio(server) => &mut server.settings,
            #[cfg(feature = "http")]
            Self::Http(server) => &mut server.settings,
        }
    }

    /// The values that must not show up in an error message.
    pub(crate) fn secrets(&self) -> Vec<String> {
        match self {
            Self::Stdio(server) => server.secrets(),
            #[cfg(feature = "http")]
            Self::Http(server) => server.secrets(),
        }
    }

    /// Where the server is, as it may be shown: its program or its URL.
    pub(crate) fn place(&self) -> String {
        match self {
            Self::Stdio(server) => server.program(),
            #[cfg(feature = "http")]
            Self::Http(server) => server.shown_url(),
        }
    }

    /// The server as somebody else speaks to it.
    pub(crate) fn with_identity(self, provider: &Arc<dyn TokenProvider>) -> Self {
        match self {
            Self::Stdio(mut server) => {
                if let Some(identity) = &mut server.identity {
                    identity.provider = Arc::clone(provider);
                }
                Self::Stdio(server)
            }
            #[cfg(feature = "http")]
            Self::Http(server) => Self::Http(server.bearer(Arc::clone(provider))),
        }
    }

    /// Who makes the calls, if the server is told by an argument.
    pub(crate) fn identity(&self) -> Option<&Identity> {
        match self {
            Self::Stdio(server) => server.identity.as_ref(),
            #[cfg(feature = "http")]
            Self::Http(_) => None,
        }
    }
}

impl From<StdioServer> for McpServer {
    fn from(server: StdioServer) -> Self {
        Self::Stdio(server)
    }
}

#[cfg(feature = "http")]
impl From<HttpServer> for McpServer {
    fn from(server: HttpServer) -> Self {
        Self::Http(server)
    }
}

impl fmt::Debug for McpServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stdio(server) => server.fmt(f),
            #[cfg(feature = "http")]
            Self::Http(server) => server.fmt(f),
        }
    }
}
