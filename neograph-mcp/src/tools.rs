//! The servers' tools.

use std::{collections::HashSet, fmt, sync::Arc};

use neograph_core::{
    BoxFuture,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, ListToolsRequest, PaginatedRequestParams,
};
use serde_json::{Map, Value};

use crate::{
    error::{McpError, Operation},
    paging::{PagingError, all_pages},
    server::{Resend, Server},
    spec::StdioServer,
};

/// A tool of a server, called over the server's connection.
struct McpTool {
    spec: ToolSpec,
    server: Arc<Server>,
}

impl Tool for McpTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let resend = if self.spec.idempotent { Resend::Once } else { Resend::Never };
        Box::pin(async move {
            let result = self::call(&self.server, &self.spec.name, call.args, resend)
                .await
                .map_err(|error| ToolError::Failed(error.into()))?;
            let typed = result.get("structuredContent").filter(|typed| !typed.is_null()).cloned();
            let output = ToolOutput::new(result);
            Ok(match typed {
                Some(typed) => output.typed(typed),
                None => output,
            })
        })
    }
}

impl fmt::Debug for McpTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("McpTool").field(&self.spec.qualified_name()).finish()
    }
}

/// Calls a tool and returns its raw result as the server wrote it.
pub(crate) async fn call(
    server: &Server,
    tool: &str,
    args: Map<String, Value>,
    resend: Resend,
) -> Result<Value, McpError> {
    let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(args);
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let operation = Operation::Call { tool: tool.to_owned() };
    let result = server.request(&operation, request, resend).await?;
    if !result.is_object() {
        let message = "the result is no object".to_owned();
        return Err(McpError::Malformed { server: server.key.clone(), operation, message });
    }
    Ok(result)
}

/// The tools of a server; none if it has none.
pub(crate) async fn list(server: &Arc<Server>) -> Result<Vec<Arc<dyn Tool>>, McpError> {
    let operation = Operation::ListTools;
    if !server.connection().await?.has_tools() {
        return Ok(Vec::new());
    }
    let listed = all_pages("tools", |cursor| {
        let params = PaginatedRequestParams::default().with_cursor(cursor);
        let request = ClientRequest::ListToolsRequest(ListToolsRequest::with_param(params));
        server.request(&operation, request, Resend::Once)
    });
    let listed = match listed.await {
        Ok(listed) => listed,
        Err(PagingError::Page(McpError::Unsupported { .. })) => return Ok(Vec::new()),
        Err(PagingError::Page(error)) => return Err(error),
        Err(PagingError::Endless { message, pages }) => {
            let server = server.key.clone();
            return Err(McpError::Endless { server, operation, message, pages });
        }
    };
    let mut names = HashSet::new();
    let specs = listed.iter().filter_map(|tool| spec(&server.key, &server.spec, tool));
    let specs: Vec<_> = specs.filter(|spec| names.insert(spec.name.clone())).collect();
    for name in server.spec.idempotent.iter().filter(|name| !names.contains(*name)) {
        tracing::warn!(server = server.key, tool = name, "no such tool is declared idempotent");
    }
    let tool = |spec| Arc::new(McpTool { spec, server: Arc::clone(server) }) as Arc<dyn Tool>;
    Ok(specs.into_iter().map(tool).collect())
}

/// What a listed tool is; a tool without a name cannot be called and is none.
fn spec(key: &str, server: &StdioServer, tool: &Value) -> Option<ToolSpec> {
    let Some(name) = tool.get("name").and_then(Value::as_str) else {
        tracing::warn!(server = key, "a tool without a name was left out");
        return None;
    };
    let text = |field: &str| tool.get(field).and_then(Value::as_str);
    let hint =
        |hint: &str| tool.pointer(&format!("/annotations/{hint}")) == Some(&Value::Bool(true));
    let idempotent = server.idempotent.contains(name)
        || server.trust_annotations && (hint("readOnlyHint") || hint("idempotentHint"));
    let spec = ToolSpec::new(name)
        .server(key)
        .description(text("description").or_else(|| text("title")).unwrap_or_default())
        .idempotent(idempotent);
    Some(match tool.get("inputSchema").filter(|schema| schema.is_object()) {
        Some(schema) => spec.input_schema(schema.clone()),
        None => spec,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::spec;
    use crate::StdioServer;

    #[test]
    fn a_tool_is_idempotent_when_it_is_declared_so() {
        let tool = json!({ "name": "get_deal", "annotations": { "idempotentHint": true } });
        let idempotent = |server| spec("crm", &server, &tool).unwrap().idempotent;
        assert!(!idempotent(StdioServer::new("crm")));
        assert!(idempotent(StdioServer::new("crm").idempotent(["get_deal"])));
        assert!(idempotent(StdioServer::new("crm").trust_annotations(true)));
    }

    #[test]
    fn an_odd_hint_is_no_hint_and_an_absent_schema_takes_no_arguments() {
        let server = StdioServer::new("crm").trust_annotations(true);
        let tool = json!({ "name": "odd", "annotations": { "idempotentHint": "yes" } });
        let spec = spec("crm", &server, &tool).unwrap();
        assert!(!spec.idempotent);
        assert_eq!(spec.input_schema["type"], "object");
        assert_eq!(spec.qualified_name(), "crm::odd");
        assert!(super::spec("crm", &server, &json!({ "title": "nameless" })).is_none());
    }
}
