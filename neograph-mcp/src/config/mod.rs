//! Servers from the files that people already have.

mod entry;
mod error;
mod expand;

use std::{
    fs,
    path::{Path, PathBuf},
};

use jsonc_parser::{ParseOptions, parse_to_serde_value};
use serde_json::{Map, Value};

pub use error::ConfigError;

use crate::{McpServer, McpServers};
use entry::Entry;

/// The servers of a configuration file: `.mcp.json`, `claude_desktop_config.json`, Cursor's
/// and VS Code's `mcp.json`.
///
/// The servers stand under `mcpServers` or `servers`. Each has a `command` with `args`, `env`
/// and `cwd`, or a `url` with `headers`; `type` may say which. `${VAR}` and `${VAR:-default}`
/// (also `${env:VAR}`) are expanded in `command`, `args`, `env`, `cwd`, `url` and `headers`;
/// in a file also `${workspaceFolder}`, the directory that holds it or its `.vscode` or
/// `.cursor`. Comments and trailing commas are passed over. Servers that are `disabled` are left
/// out.
///
/// Beyond what other programs write, `inherit_env` (true or false), `idempotent` (a list of
/// tools), `trust_annotations` (true or false) and `protocolEra` (`auto`, `legacy` or
/// `modern`) do what the setters of the same names do. Whatever else there is is kept: see
/// [`unknown`](Self::unknown).
///
/// ```
/// use neograph_mcp::McpConfig;
///
/// let config = McpConfig::from_json(r#"{ "mcpServers": {
///     "crm": { "command": "crm-server", "args": ["--stdio"], "gallery": true },
/// } }"#)?;
/// assert_eq!(config.unknown("crm").unwrap()["gallery"], true);
/// let servers = config.configure("crm", |crm| crm.idempotent(["get_deal"]))?.servers();
/// assert_eq!(servers.keys().collect::<Vec<_>>(), ["crm"]);
/// # Ok::<_, neograph_mcp::ConfigError>(())
/// ```
#[derive(Debug, Clone)]
pub struct McpConfig {
    servers: Vec<Entry>,
    unknown: Map<String, Value>,
}

/// Where the values of variables come from.
struct Variables<'a> {
    value: &'a dyn Fn(&str) -> Option<String>,
    workspace: Option<PathBuf>,
}

impl McpConfig {
    /// Reads a file; variables come from our environment.
    ///
    /// # Errors
    ///
    /// A file that cannot be read, and those of [`from_json`](Self::from_json).
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self, ConfigError> {
        let path = path.as_ref();
        let json = fs::read_to_string(path)
            .map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
        Self::parse(&json, &Variables { value: &environment, workspace: workspace(path) })
    }

    /// Reads the text of such a file; variables come from our environment.
    ///
    /// # Errors
    ///
    /// The first fault of the text: see [`ConfigError`].
    pub fn from_json(json: &str) -> Result<Self, ConfigError> {
        Self::from_json_with(json, environment)
    }

    /// Reads the text of such a file; variables come from `variable`.
    ///
    /// ```
    /// # use neograph_mcp::McpConfig;
    /// let json = r#"{ "servers": { "crm": { "command": "${BIN}/crm" } } }"#;
    /// let config = McpConfig::from_json_with(json, |name| {
    ///     (name == "BIN").then(|| "/opt/bin".to_owned())
    /// })?;
    /// # Ok::<_, neograph_mcp::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The first fault of the text: see [`ConfigError`].
    pub fn from_json_with(
        json: &str,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        Self::parse(json, &Variables { value: &variable, workspace: None })
    }

    fn parse(json: &str, variables: &Variables<'_>) -> Result<Self, ConfigError> {
        let options = ParseOptions {
            allow_comments: true,
            allow_trailing_commas: true,
            allow_loose_object_property_names: false,
            allow_missing_commas: false,
            allow_single_quoted_strings: false,
            allow_hexadecimal_numbers: false,
            allow_unary_plus_numbers: false,
        };
        let json = json.strip_prefix('\u{feff}').unwrap_or(json);
        let parsed = parse_to_serde_value::<Value>(json, &options);
        let parsed = parsed.map_err(|error| ConfigError::Syntax { message: error.to_string() })?;
        let Value::Object(mut unknown) = parsed else { return Err(ConfigError::NoServers) };
        let (mut servers, mut found) = (Vec::new(), false);
        for list in ["mcpServers", "servers"] {
            if let Some(Value::Object(entries)) = unknown.remove(list) {
                found = true;
                for (key, entry) in entries {
                    servers.extend(Entry::read(key, entry, variables)?);
                }
            }
        }
        if found { Ok(Self { servers, unknown }) } else { Err(ConfigError::NoServers) }
    }

    /// The keys of the servers.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.servers.iter().map(|entry| entry.key.as_str())
    }

    /// What the entry of a server has beside what neograph knows; `None` without the server.
    pub fn unknown(&self, server: &str) -> Option<&Map<String, Value>> {
        self.servers.iter().find(|entry| entry.key == server).map(|entry| &entry.unknown)
    }

    /// What the configuration has beside its servers.
    pub fn rest(&self) -> &Map<String, Value> {
        &self.unknown
    }

    /// Says of a server what the file does not say, such as which tools are idempotent.
    ///
    /// # Errors
    ///
    /// [`ConfigError::UnknownServer`] without such a server.
    pub fn configure(
        mut self,
        server: &str,
        configure: impl FnOnce(McpServer) -> McpServer,
    ) -> Result<Self, ConfigError> {
        let Some(entry) = self.servers.iter_mut().find(|entry| entry.key == server) else {
            let known = self.keys().map(|key| format!("`{key}`")).collect();
            return Err(ConfigError::UnknownServer { server: server.to_owned(), known });
        };
        entry.server = configure(entry.server.clone());
        Ok(self)
    }

    /// The servers. None is started yet.
    pub fn servers(&self) -> McpServers {
        McpServers::new(self.servers.iter().map(|entry| (&*entry.key, entry.server.clone())))
    }
}

fn environment(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

/// The directory that a file configures.
fn workspace(file: &Path) -> Option<PathBuf> {
    let dir = std::path::absolute(file).ok()?.parent()?.to_owned();
    let is_settings = dir.file_name().is_some_and(|name| name == ".vscode" || name == ".cursor");
    if is_settings { dir.parent().map(Path::to_owned) } else { Some(dir) }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{ConfigError, McpConfig, workspace};

    #[test]
    fn a_text_without_servers_is_told_from_one_that_is_no_json() {
        for json in ["{}", "[]", "null", r#"{ "mcpServers": [] }"#] {
            let error = McpConfig::from_json(json).unwrap_err();
            assert!(matches!(error, ConfigError::NoServers), "{json}: {error:?}");
        }
        let error = McpConfig::from_json("{ \"mcpServers\": {\n ] }").unwrap_err().to_string();
        assert!(error.contains("line 2"), "{error}");
        assert_eq!(McpConfig::from_json(r#"{ "servers": {} }"#).unwrap().keys().count(), 0);
    }

    #[test]
    fn the_workspace_is_where_the_file_is_or_its_settings_are() {
        assert_eq!(workspace(Path::new("/a/b/.mcp.json")).unwrap(), Path::new("/a/b"));
        assert_eq!(workspace(Path::new("/a/b/.vscode/mcp.json")).unwrap(), Path::new("/a/b"));
    }
}
