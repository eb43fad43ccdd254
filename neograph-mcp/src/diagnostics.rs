//! What servers do oddly, told one by one.

use std::{
    fmt,
    sync::{Arc, PoisonError, RwLock},
};

use crate::Operation;

/// Something odd in what a server sent. It cost itself, and nothing else of the answer.
///
/// Each is a `tracing` event at `warn` with the target `neograph_mcp::diagnostic`, and goes to
/// those who asked with [`McpServers::on_diagnostic`](crate::McpServers::on_diagnostic).
///
/// ```
/// use std::sync::{Arc, Mutex};
/// use neograph_mcp::{McpServers, StdioServer};
///
/// let servers = McpServers::new([("crm", StdioServer::new("crm-server"))]);
/// let oddities = Arc::new(Mutex::new(Vec::new()));
/// let sink = Arc::clone(&oddities);
/// servers.on_diagnostic(move |odd| sink.lock().unwrap().push(odd.to_string()));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// The server's key.
    pub server: String,
    /// What it was asked.
    pub operation: Operation,
    /// What is odd, and what became of it.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { server, operation, message } = self;
        write!(f, "MCP server `{server}`, {operation}: {message}")
    }
}

type Observer = Arc<dyn Fn(&Diagnostic) + Send + Sync>;

/// Those who asked.
#[derive(Clone, Default)]
pub(crate) struct Diagnostics(Arc<RwLock<Vec<Observer>>>);

impl Diagnostics {
    pub(crate) fn observe(&self, observer: Observer) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).push(observer);
    }

    pub(crate) fn report(&self, server: &str, operation: &Operation, oddities: Vec<String>) {
        if oddities.is_empty() {
            return;
        }
        let observers = self.0.read().unwrap_or_else(PoisonError::into_inner).clone();
        for message in oddities {
            tracing::warn!(
                target: "neograph_mcp::diagnostic", server, %operation, "{message}"
            );
            let (server, operation) = (server.to_owned(), operation.clone());
            let diagnostic = Diagnostic { server, operation, message };
            for observer in &observers {
                observer(&diagnostic);
            }
        }
    }
}
