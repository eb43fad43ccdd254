//! What can go wrong between us and a server.

use std::{fmt, time::Duration};

/// Why a server gave no answer.
///
/// Every error names the server by its key. `stderr` holds the last lines that the server
/// wrote there, or is empty. Values set with [`StdioServer::env`](crate::StdioServer::env) or
/// as headers, and tokens, are taken out of what servers say.
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
        "`{uri}` does not say which MCP server to read it from, and {}; name the server of the \
         resource with `server = \"…\"`, or give the URI its key as authority", candidates(.known)
    )]
    Unrouted {
        /// The URI.
        uri: String,
        /// The servers it may be on: those that list it or a template for it, or all of them
        /// if none does.
        known: Vec<String>,
    },
    /// A tool that no server has was picked, or declared something.
    #[error("no MCP server has a tool `{tool}`; the tools are {}", quoted(.known))]
    UnknownTool {
        /// The name that was asked for.
        tool: String,
        /// The tools there are.
        known: Vec<String>,
    },
    /// A name of a tool that several servers have.
    #[error("`{tool}` is a tool of several MCP servers; write one of {}", quoted(.known))]
    AmbiguousTool {
        /// The name that was asked for.
        tool: String,
        /// The names that say which one.
        known: Vec<String>,
    },
    /// Nobody answers at the server's URL.
    #[error(
        "MCP server `{server}` cannot be reached at `{url}`: {message}; check the URL and that \
         the server runs"
    )]
    Unreachable {
        /// The server's key.
        server: String,
        /// The URL, without what may be a key.
        url: String,
        /// What went wrong.
        message: String,
    },
    /// The server wants to know who asks, and does not take the answer it got.
    #[error("MCP server `{server}` refused {operation} with HTTP {status}: {}", auth(*.status, .challenge))]
    Unauthorized {
        /// The server's key.
        server: String,
        /// What was asked.
        operation: Operation,
        /// 401 for a token that is missing or wrong, 403 for one that does not allow this.
        status: u16,
        /// What the server says about the token it wants (`WWW-Authenticate`), or nothing.
        challenge: String,
    },
    /// The token to ask with is not to be had. Nothing was sent.
    #[error("there is no token for {operation} of MCP server `{server}`: {message}")]
    NoToken {
        /// The server's key.
        server: String,
        /// What was to be asked.
        operation: Operation,
        /// What the provider of tokens said.
        message: String,
    },
    /// A tool that was given an output type answered without a structured result.
    #[error(
        "`{tool}` of MCP server `{server}` answered without `structuredContent`, which its \
         output type needs; take `output_type` away or use a tool that has one"
    )]
    NoStructuredContent {
        /// The server's key.
        server: String,
        /// The tool.
        tool: String,
    },
    /// A structured result does not fit the output type that the tool was given.
    #[error(
        "`structuredContent` of `{tool}` of MCP server `{server}` does not fit its output type \
         at `{path}`: {message}"
    )]
    StructuredContent {
        /// The server's key.
        server: String,
        /// The tool.
        tool: String,
        /// Where in the result.
        path: String,
        /// What is wrong there.
        message: String,
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
    /// The server is there, but did not greet us.
    #[error("MCP server `{server}` is there but refused the connection: {message}{}", tail(.stderr))]
    Connect {
        /// The server's key.
        server: String,
        /// What went wrong.
        message: String,
        /// The server's last words.
        stderr: String,
    },
    /// The server took too long to greet us.
    #[error(
        "MCP server `{server}` did not answer within {limit:?} of its start; raise \
         `connect_timeout` or check the server{}", tail(.stderr)
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
         `request_timeout`, or `total_timeout` if it told of progress, or ask for less{}",
        tail(.stderr)
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
    /// `resources/list`.
    ListResources,
    /// `resources/templates/list`.
    ListTemplates,
    /// The greeting.
    Connect,
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Read { uri } => write!(f, "a read of `{uri}`"),
            Self::Call { tool } => write!(f, "a call of `{tool}`"),
            Self::ListTools => f.write_str("`tools/list`"),
            Self::ListResources => f.write_str("`resources/list`"),
            Self::ListTemplates => f.write_str("`resources/templates/list`"),
            Self::Connect => f.write_str("the connection"),
        }
    }
}

fn listed(servers: &[String]) -> String {
    if servers.is_empty() {
        return "there are no servers".to_owned();
    }
    format!("the servers are {}", quoted(servers))
}

fn candidates(servers: &[String]) -> String {
    if servers.is_empty() {
        return "there are no servers".to_owned();
    }
    format!("it may be on {}", quoted(servers))
}

fn quoted(names: &[String]) -> String {
    if names.is_empty() {
        return "none".to_owned();
    }
    let names: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

fn auth(status: u16, challenge: &str) -> String {
    let what = match status {
        403 => "the token does not allow it; use one that does",
        _ => "it wants a token, or another one; give it one with `HttpServer::bearer`",
    };
    if challenge.is_empty() {
        return what.to_owned();
    }
    format!("{what}; the server says `{challenge}`")
}

fn tail(stderr: &str) -> String {
    if stderr.is_empty() {
        return String::new();
    }
    format!("; its last words on stderr:\n{stderr}")
}
