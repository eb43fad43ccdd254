//! What can go wrong between us and a server.

use std::{fmt, time::Duration};

/// Why a server gave no answer.
///
/// Every error names the server by its key. `stderr` holds the last lines that the server
/// wrote there, or is empty; values set with [`StdioServer::env`](crate::StdioServer::env)
/// are taken out of it.
///
/// ```
/// use neograph_mcp::{McpError, McpServers, StdioServer};
///
/// # #[tokio::main(flavor = "current_thread")] async fn main() {
/// let servers = McpServers::new([("crm", StdioServer::new("/no/such/program"))]);
/// let error = servers.tools().await.err();
/// assert!(matches!(error, Some(McpError::Spawn { server, .. }) if server == "crm"));
/// # }
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum McpError {
    /// A request names a server that is none of ours.
    #[error("no MCP server has the key `{server}`; {}", listed(.known))]
    UnknownServer {
        /// The key that was asked for.
        server: String,
        /// The keys there are.
        known: Vec<String>,
    },
    /// Nothing says which server a URI belongs to.
    #[error(
        "`{uri}` does not say which MCP server to read it from; name the server of the resource, \
         or give the URI its key as authority; {}", listed(.known)
    )]
    Unrouted {
        /// The URI.
        uri: String,
        /// The keys there are.
        known: Vec<String>,
    },
    /// The program did not start.
    #[error(
        "MCP server `{server}` did not start: cannot run `{program}`; check the program and the `PATH`"
    )]
    Spawn {
        /// The server's key.
        server: String,
        /// The program.
        program: String,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The program started, but did not greet us.
    #[error("MCP server `{server}` started but refused the connection: {message}{}", tail(.stderr))]
    Connect {
        /// The server's key.
        server: String,
        /// What went wrong.
        message: String,
        /// The server's last words.
        stderr: String,
    },
    /// The program started, but took too long to greet us.
    #[error(
        "MCP server `{server}` did not answer within {limit:?} of its start; raise \
         `connect_timeout` or check the program{}", tail(.stderr)
    )]
    ConnectTimeout {
        /// The server's key.
        server: String,
        /// The limit that passed.
        limit: Duration,
        /// The server's last words.
        stderr: String,
    },
    /// The server answered with an error.
    #[error("MCP server `{server}` refused {operation}: {message} (code `{code}`)")]
    Refused {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
        /// The JSON-RPC error code. It does not tell an expired link from a wrong one:
        /// servers use five different codes for both.
        code: i32,
        /// The server's message.
        message: String,
    },
    /// The server has no such method, so that asking again is no use.
    #[error("MCP server `{server}` does not offer {operation}: {message}; use a server that does")]
    Unsupported {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
        /// The server's message.
        message: String,
    },
    /// The server took too long, and the request was cancelled.
    #[error(
        "MCP server `{server}` did not answer {operation} within {limit:?}; raise \
         `request_timeout` or ask for less{}", tail(.stderr)
    )]
    Timeout {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
        /// The limit that passed.
        limit: Duration,
        /// The server's last words.
        stderr: String,
    },
    /// [`McpServers::close`](crate::McpServers::close) ended the server during the request.
    #[error("MCP server `{server}` was closed during {operation}; close it after the last run")]
    Closed {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
    },
    /// The server died, was started again, and died again. Nothing was changed by it.
    #[error("MCP server `{server}` died over {operation}, twice{}", tail(.stderr))]
    Died {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
        /// The server's last words.
        stderr: String,
    },
    /// The server died during a call that may have taken effect, so it was not made again.
    #[error(
        "MCP server `{server}` died during {operation}, and whether the call took effect is \
         unknown; it was not made again because the tool is not declared `idempotent`{}",
        tail(.stderr)
    )]
    OutcomeUnknown {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
        /// The server's last words.
        stderr: String,
    },
    /// The server wants to ask something back before it answers.
    #[error(
        "MCP server `{server}` answered {operation} with `{result_type}`, which neograph does \
         not carry on with; ask for something the server can answer at once"
    )]
    InputRequired {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
        /// The kind of result the server gave instead of a complete one.
        result_type: String,
    },
    /// The server's answer has not the shape the protocol says.
    #[error("MCP server `{server}` answered {operation} with something else: {message}")]
    Malformed {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
        /// What is wrong.
        message: String,
    },
    /// The server's list has no end.
    #[error(
        "MCP server `{server}` does not end its answer to {operation}: {message} after {pages} pages"
    )]
    Endless {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
        /// What gave it away.
        message: String,
        /// How many pages were read.
        pages: usize,
    },
}

/// What was asked of a server.
///
/// ```
/// use neograph_mcp::Operation;
///
/// let read = Operation::Read { uri: "crm://deals/D1".to_owned() };
/// assert_eq!(read.to_string(), "a read of `crm://deals/D1`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Operation {
    /// `resources/read`.
    Read {
        /// The URI.
        uri: String,
    },
    /// `tools/call`.
    Call {
        /// The tool.
        tool: String,
    },
    /// `tools/list`.
    ListTools,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { uri } => write!(f, "a read of `{uri}`"),
            Self::Call { tool } => write!(f, "a call of `{tool}`"),
            Self::ListTools => f.write_str("`tools/list`"),
        }
    }
}

fn listed(servers: &[String]) -> String {
    if servers.is_empty() {
        return "there are no servers".to_owned();
    }
    let keys: Vec<_> = servers.iter().map(|server| format!("`{server}`")).collect();
    format!("the servers are {}", keys.join(", "))
}

fn tail(stderr: &str) -> String {
    if stderr.is_empty() {
        return String::new();
    }
    format!("; its last words on stderr:\n{stderr}")
}
