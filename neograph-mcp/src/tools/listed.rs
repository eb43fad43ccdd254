//! What servers list, as tools and templates of ours.

use std::{collections::HashSet, sync::Arc};

use neograph_core::tool::ToolSpec;
use serde_json::Value;

use super::McpTool;
use crate::{
    error::{McpError, Operation},
    server::Server,
    spec::McpServer,
};

/// A URI template that a server lists.
///
/// ```no_run
/// # use neograph_mcp::{McpServers, StdioServer};
/// # async fn list() -> Result<(), neograph_mcp::McpError> {
/// let servers = McpServers::new([("crm", StdioServer::new("crm-server"))]);
/// for template in servers.templates().await? {
///     println!("{} of {}", template.uri_template, template.server);
/// }
/// # Ok(()) }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TemplateListing {
    /// The server's key.
    pub server: String,
    /// The template (RFC 6570), as the server wrote it.
    pub uri_template: String,
    /// The template's name; empty if the server gives none.
    pub name: String,
    /// What the resources are, if the server says so.
    pub description: Option<String>,
    /// Their media type, if they all have the same.
    pub mime: Option<String>,
}

impl TemplateListing {
    pub(crate) fn all(server: &str, listed: &[Value]) -> Vec<Self> {
        let template = |listed: &Value| {
            let text = |field: &str| listed.get(field)?.as_str().map(str::to_owned);
            Some(Self {
                server: server.to_owned(),
                uri_template: text("uriTemplate")?,
                name: text("name").unwrap_or_default(),
                description: text("description"),
                mime: text("mimeType"),
            })
        };
        listed.iter().filter_map(template).collect()
    }
}

/// The tools of a server; none if it has none.
pub(super) async fn tools(server: &Arc<Server>) -> Result<Vec<McpTool>, McpError> {
    let listed = server.tools().await?;
    let mut names = HashSet::new();
    let specs = listed.iter().filter_map(|tool| spec(&server.key, &server.spec, tool));
    let specs: Vec<_> = specs.filter(|spec| names.insert(spec.name.clone())).collect();
    let declared = server.spec.settings().idempotent.iter();
    let unheard = declared.filter(|name| !names.contains(*name));
    let unheard = unheard.map(|name| format!("no tool `{name}`, which is declared idempotent"));
    server.report(&Operation::ListTools, unheard.collect());
    let tool = |spec| McpTool { spec, server: Arc::clone(server), output: None };
    Ok(specs.into_iter().map(tool).collect())
}

/// What a listed tool is; a tool without a name cannot be called and is none.
fn spec(key: &str, server: &McpServer, tool: &Value) -> Option<ToolSpec> {
    let name = tool.get("name").and_then(Value::as_str).filter(|name| !name.is_empty())?;
    let text = |field: &str| tool.get(field).and_then(Value::as_str);
    let hint =
        |hint: &str| tool.pointer(&format!("/annotations/{hint}")) == Some(&Value::Bool(true));
    let settings = server.settings();
    let idempotent = settings.idempotent.contains(name)
        || settings.trust_annotations && (hint("readOnlyHint") || hint("idempotentHint"));
    let spec = ToolSpec::new(name)
        .server(key)
        .description(text("description").or_else(|| text("title")).unwrap_or_default())
        .idempotent(idempotent);
    let schema = tool.get("inputSchema").filter(|schema| schema.is_object());
    Some(match schema {
        Some(schema) => spec.input_schema(for_model(server, schema.clone())),
        None => spec,
    })
}

/// The schema without the argument that says who calls: a model is not asked for it.
fn for_model(server: &McpServer, mut schema: Value) -> Value {
    if let Some(identity) = server.identity() {
        if let Some(Value::Object(properties)) = schema.get_mut("properties") {
            properties.remove(&identity.argument);
        }
        if let Some(Value::Array(required)) = schema.get_mut("required") {
            required.retain(|name| *name != *identity.argument);
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::spec;
    use crate::StdioServer;

    #[test]
    fn a_tool_is_idempotent_when_it_is_declared_so() {
        let tool = json!({ "name": "get_deal", "annotations": { "idempotentHint": true } });
        let idempotent =
            |server: StdioServer| spec("crm", &server.into(), &tool).unwrap().idempotent;
        assert!(!idempotent(StdioServer::new("crm")));
        assert!(idempotent(StdioServer::new("crm").idempotent(["get_deal"])));
        assert!(idempotent(StdioServer::new("crm").trust_annotations(true)));
    }

    #[test]
    fn an_odd_hint_is_no_hint_and_an_absent_schema_takes_no_arguments() {
        let server = StdioServer::new("crm").trust_annotations(true).into();
        let tool = json!({ "name": "odd", "annotations": { "idempotentHint": "yes" } });
        let spec = spec("crm", &server, &tool).unwrap();
        assert!(!spec.idempotent);
        assert_eq!(spec.input_schema["type"], "object");
        assert_eq!(spec.qualified_name(), "crm::odd");
        assert!(super::spec("crm", &server, &json!({ "title": "nameless" })).is_none());
    }

    #[test]
    fn a_model_does_not_see_the_argument_that_says_who_calls() {
        let server = StdioServer::new("crm").identity("token", "t0ken").into();
        let tool = json!({ "name": "get_deal", "inputSchema": {
            "type": "object", "required": ["id", "token"],
            "properties": { "id": { "type": "string" }, "token": { "type": "string" } },
        } });
        let schema = spec("crm", &server, &tool).unwrap().input_schema;
        let expected = json!({
            "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } },
        });
        assert_eq!(schema, expected);
    }
}
