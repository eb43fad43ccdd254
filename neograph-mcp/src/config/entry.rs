//! One server of a configuration file.

use serde_json::{Map, Value};

use super::{
    ConfigError, Variables,
    expand::{Unexpanded, expand, is_name},
};
use crate::{McpServer, ProtocolEra, StdioServer};

#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: String,
    pub(super) server: McpServer,
    pub(super) unknown: Map<String, Value>,
}

/// The fields of a server that are left to be read.
struct Fields<'a> {
    server: &'a str,
    left: Map<String, Value>,
    variables: &'a Variables<'a>,
}

impl Entry {
    /// The server of an entry; `None` if it is disabled.
    pub(super) fn read(
        key: String,
        entry: Value,
        variables: &Variables<'_>,
    ) -> Result<Option<Self>, ConfigError> {
        let Value::Object(left) = entry else {
            let message = "is no object; give it a `command` or a `url`".to_owned();
            return Err(ConfigError::Unsupported { server: key, message });
        };
        if key.is_empty() || key.contains("::") {
            let message = "has a key that cannot be in a tool's name; use letters, digits, `-` \
                           and `_`"
                .to_owned();
            return Err(ConfigError::Unsupported { server: key, message });
        }
        let mut fields = Fields { server: &key, left, variables };
        if fields.bool("disabled")?.unwrap_or(false) || !fields.bool("enabled")?.unwrap_or(true) {
            return Ok(None);
        }
        let server = fields.server()?;
        let server = fields.common(server)?;
        let unknown = fields.left;
        Ok(Some(Self { key, server, unknown }))
    }
}

impl Fields<'_> {
    fn server(&mut self) -> Result<McpServer, ConfigError> {
        let kind = match self.take("type") {
            None => self.take("transport"),
            kind => kind,
        };
        let kind = match kind {
            None => None,
            Some(Value::String(kind)) => Some(kind),
            Some(_) => return Err(self.wrong("type", "is no text")),
        };
        match kind.as_deref() {
            Some("sse") => Err(self.unsupported(
                "speaks `sse`, the HTTP transport that the protocol has given up; ask its \
                 operator for the streamable HTTP endpoint and set `type` to `http`",
            )),
            Some("stdio") => self.stdio(),
            Some("http" | "streamable-http" | "streamableHttp" | "streamable_http") => self.http(),
            Some(other) => Err(self.wrong(
                "type",
                &format!("is `{other}`, which is not known; use `stdio` or `http`"),
            )),
            None if self.left.contains_key("command") => self.stdio(),
            None if self.left.contains_key("url") => self.http(),
            None => Err(self.unsupported("has neither a `command` nor a `url`; give it one")),
        }
    }

    fn stdio(&mut self) -> Result<McpServer, ConfigError> {
        let Some(command) = self.text("command")? else {
            return Err(self.unsupported("has no `command`; name the program that starts it"));
        };
        let mut server = StdioServer::new(command).args(self.texts("args")?);
        for (name, value) in self.table("env")? {
            server = server.env(name, value);
        }
        if let Some(dir) = self.text("cwd")? {
            server = server.current_dir(dir);
        }
        let inherit = self.bool("inherit_env")?;
        Ok(server.inherit_env(inherit.unwrap_or(false)).into())
    }

    #[cfg(feature = "http")]
    fn http(&mut self) -> Result<McpServer, ConfigError> {
        let Some(url) = self.text("url")? else {
            return Err(self.unsupported("has no `url`; give it the one of its MCP endpoint"));
        };
        let mut server = crate::HttpServer::new(url);
        for (name, value) in self.table("headers")? {
            server = server.header(name, value);
        }
        match self.text("auth")?.as_deref() {
            None => {}
            Some("oauth") => {
                return Err(self.wrong(
                    "auth",
                    "is `oauth`, which neograph does not drive; get a token and send it with \
                     `headers`, or with `HttpServer::bearer`",
                ));
            }
            Some(token) => server = server.bearer(token.to_owned()),
        }
        Ok(server.into())
    }

    #[cfg(not(feature = "http"))]
    fn http(&mut self) -> Result<McpServer, ConfigError> {
        Err(self.unsupported("has a `url`; enable the feature `http` (`mcp-http` of `neograph`)"))
    }

    fn common(&mut self, server: McpServer) -> Result<McpServer, ConfigError> {
        let server = server.idempotent(self.texts("idempotent")?);
        let trust = self.bool("trust_annotations")?;
        let server = server.trust_annotations(trust.unwrap_or(false));
        let era = match self.text("protocolEra")?.as_deref() {
            None | Some("auto") => ProtocolEra::Auto,
            Some("legacy") => ProtocolEra::Legacy,
            Some("modern") => ProtocolEra::Modern,
            Some(_) => {
                return Err(self.wrong("protocolEra", "is none of `auto`, `legacy`, `modern`"));
            }
        };
        Ok(server.protocol_era(era))
    }

    fn take(&mut self, field: &str) -> Option<Value> {
        self.left.remove(field).filter(|value| !value.is_null())
    }

    fn bool(&mut self, field: &str) -> Result<Option<bool>, ConfigError> {
        match self.take(field) {
            None => Ok(None),
            Some(Value::Bool(value)) => Ok(Some(value)),
            Some(_) => Err(self.wrong(field, "is neither `true` nor `false`")),
        }
    }

    fn text(&mut self, field: &str) -> Result<Option<String>, ConfigError> {
        self.take(field).map(|value| self.expanded(field, &value)).transpose()
    }

    fn texts(&mut self, field: &str) -> Result<Vec<String>, ConfigError> {
        let Some(list) = self.take(field) else { return Ok(Vec::new()) };
        let Value::Array(list) = list else { return Err(self.wrong(field, "is no list")) };
        let texts = list.iter().enumerate();
        texts.map(|(place, text)| self.expanded(&format!("{field}[{place}]"), text)).collect()
    }

    fn table(&mut self, field: &str) -> Result<Vec<(String, String)>, ConfigError> {
        let Some(table) = self.take(field) else { return Ok(Vec::new()) };
        let Value::Object(table) = table else { return Err(self.wrong(field, "is no object")) };
        let entries = table.iter();
        entries
            .map(|(name, value)| {
                Ok((name.clone(), self.expanded(&format!("{field}.{name}"), value)?))
            })
            .collect()
    }

    /// A text with its variables expanded; numbers and truth values are texts here, too.
    fn expanded(&self, field: &str, value: &Value) -> Result<String, ConfigError> {
        let text = match value {
            Value::String(text) => text,
            Value::Number(_) | Value::Bool(_) => return Ok(value.to_string()),
            _ => return Err(self.wrong(field, "is no text")),
        };
        expand(text, |name| self.variable(name)).map_err(|error| match error {
            Unexpanded::Wrong(message) => self.wrong(field, &message),
            Unexpanded::Unset(variable) => ConfigError::UnsetVariable {
                server: self.server.to_owned(),
                field: field.to_owned(),
                variable,
            },
        })
    }

    fn variable(&self, name: &str) -> Result<Option<String>, String> {
        if is_name(name) && name != "workspaceFolder" {
            return Ok((self.variables.value)(name));
        }
        match name.split_once(':') {
            Some(("env", name)) if is_name(name) => Ok((self.variables.value)(name)),
            Some(("input", _)) => Err(format!(
                "has `${{{name}}}`, which an editor asks its user for; put the value into an \
                 environment variable and write `${{VARIABLE}}`"
            )),
            None if name == "workspaceFolder" => match &self.variables.workspace {
                Some(workspace) => Ok(Some(workspace.to_string_lossy().into_owned())),
                None => Err("has `${workspaceFolder}`, which only a file has; use \
                             `McpConfig::from_file`"
                    .to_owned()),
            },
            _ => Err(format!(
                "has `${{{name}}}`, which is not known; write `${{VARIABLE}}` or \
                 `${{VARIABLE:-default}}`"
            )),
        }
    }

    fn wrong(&self, field: &str, message: &str) -> ConfigError {
        let (server, field) = (self.server.to_owned(), field.to_owned());
        ConfigError::Field { server, field, message: message.to_owned() }
    }

    fn unsupported(&self, message: &str) -> ConfigError {
        let server = self.server.to_owned();
        ConfigError::Unsupported { server, message: message.to_owned() }
    }
}
