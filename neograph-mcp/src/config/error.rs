//! What can be wrong with a configuration file.

use std::path::PathBuf;

/// Why a configuration was not loaded.
///
/// Every error about a server names the server and the field. No value of a variable is in
/// any of them.
///
/// ```
/// use neograph_mcp::{ConfigError, McpConfig};
///
/// let json = r#"{ "mcpServers": { "crm": { "command": "crm", "args": ["${NO_SUCH}"] } } }"#;
/// let error = McpConfig::from_json(json).unwrap_err();
/// assert!(matches!(error, ConfigError::UnsetVariable { .. }));
/// assert_eq!(
///     error.to_string(),
///     "`args[0]` of MCP server `crm` needs the variable `NO_SUCH`, which is not set; set it, or \
///      give a default with `${NO_SUCH:-…}`",
/// );
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// The file cannot be read.
    #[error("cannot read the MCP configuration `{}`; check the path", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// The text is no JSON; comments and trailing commas would be all right.
    #[error("the MCP configuration is no JSON: {message}")]
    Syntax {
        /// What is wrong, and where.
        message: String,
    },
    /// There is no list of servers.
    #[error("the MCP configuration has neither `mcpServers` nor `servers`; add one of them")]
    NoServers,
    /// A field is missing or has a wrong value.
    #[error("`{field}` of MCP server `{server}` {message}")]
    Field {
        /// The server's key.
        server: String,
        /// The field, with the place in it.
        field: String,
        /// What is wrong and what to do.
        message: String,
    },
    /// A variable has no value.
    #[error(
        "`{field}` of MCP server `{server}` needs the variable `{variable}`, which is not set; \
         set it, or give a default with `${{{variable}:-…}}`"
    )]
    UnsetVariable {
        /// The server's key.
        server: String,
        /// The field, with the place in it.
        field: String,
        /// The variable.
        variable: String,
    },
    /// The server is of a kind that is not spoken to.
    #[error("MCP server `{server}` {message}")]
    Unsupported {
        /// The server's key.
        server: String,
        /// Which kind it is and what to do.
        message: String,
    },
    /// A server that the configuration does not have was to be configured further.
    #[error("the MCP configuration has no server `{server}`; its servers are {}", .known.join(", "))]
    UnknownServer {
        /// The key that was asked for.
        server: String,
        /// The keys there are.
        known: Vec<String>,
    },
}
