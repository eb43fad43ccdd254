//! One call of a tool.

use std::{fmt, sync::Arc};

use neograph_core::{
    BoxFuture,
    tool::{ProgressSink, Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest};
use serde_json::{Map, Value};

use super::output::OutputType;
use crate::{
    error::{McpError, Operation},
    oddities,
    server::{Resend, Server},
};

/// A tool of a server, called over the server's connection.
#[derive(Clone)]
pub(crate) struct McpTool {
    pub(super) spec: ToolSpec,
    pub(super) server: Arc<Server>,
    pub(super) output: Option<OutputType>,
}

impl McpTool {
    async fn answer(&self, call: ToolCall) -> Result<ToolOutput, McpError> {
        let resend = if self.spec.idempotent { Resend::Once } else { Resend::Never };
        let result =
            self::call(&self.server, &self.spec.name, call.args, resend, &call.progress).await?;
        let failed = result.get("isError") == Some(&Value::Bool(true));
        let typed = result.get("structuredContent").filter(|typed| !typed.is_null()).cloned();
        if let Some(output) = self.output.as_ref().filter(|_| !failed) {
            output.check(&self.server.key, &self.spec.name, typed.as_ref())?;
        }
        let output = ToolOutput::new(result);
        Ok(match typed {
            Some(typed) => output.typed(typed),
            None => output,
        })
    }
}

impl Tool for McpTool {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let answer = self.answer(call);
        Box::pin(async { answer.await.map_err(|error| ToolError::Failed(error.into())) })
    }
}

impl fmt::Debug for McpTool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("McpTool").field(&self.spec.qualified_name()).finish()
    }
}

/// Calls a tool and returns its raw result as the server wrote it. What the server tells of the
/// call goes into the sink.
pub(crate) async fn call(
    server: &Server,
    tool: &str,
    mut args: Map<String, Value>,
    resend: Resend,
    sink: &ProgressSink,
) -> Result<Value, McpError> {
    let operation = Operation::Call { tool: tool.to_owned() };
    identify(server, tool, &operation, &mut args).await?;
    let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(args);
    let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
    let result = server.request_with(&operation, request, resend, sink).await?;
    let Some(object) = result.as_object() else {
        let message = "the result is no object".to_owned();
        return Err(McpError::Malformed { server: server.key.clone(), operation, message });
    };
    server.report(&operation, oddities::of_call(object));
    Ok(result)
}

/// Sets the argument that says who calls, if the tool declares it, over what a model gave.
async fn identify(
    server: &Server,
    tool: &str,
    operation: &Operation,
    args: &mut Map<String, Value>,
) -> Result<(), McpError> {
    let Some(identity) = server.spec.identity() else { return Ok(()) };
    let listed = server.tool(tool).await?;
    let declared = listed.as_ref().and_then(|tool| tool.get("inputSchema")?.get("properties"));
    if declared.is_none_or(|properties| properties.get(&identity.argument).is_none()) {
        return Ok(());
    }
    let token = server.token(operation, &*identity.provider).await?;
    args.insert(identity.argument.clone(), Value::String(token));
    Ok(())
}
