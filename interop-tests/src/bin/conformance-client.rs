//! The client that the official conformance suite tests: `conformance-client URL`.
//!
//! The suite names a scenario in its environment, starts a server for it and watches what this
//! program sends. Whatever can be told apart is told apart by the tools that the server lists,
//! so that what is tested is what every user of the battery does.

use std::{env, process::ExitCode};

use neograph_core::{
    BoxError,
    resource::{FetchRequest, Fetcher as _},
    tool::{Tool, ToolCall},
};
use neograph_mcp::{HttpServer, McpServers, ProtocolEra};
use serde_json::{Map, Value, json};

const SERVER: &str = "conformance";

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<(), BoxError> {
    let url = env::args().nth(1).ok_or("usage: conformance-client URL")?;
    let scenario = env::var("MCP_CONFORMANCE_SCENARIO")?;
    let era = match &*scenario {
        // The server of this scenario answers any question, also the one about the latest revision.
        "initialize" => ProtocolEra::Legacy,
        _ => ProtocolEra::Auto,
    };
    let servers = McpServers::new([(SERVER, HttpServer::new(url).protocol_era(era))]);
    let done = act(&servers, &scenario).await;
    servers.close().await;
    done
}

async fn act(servers: &McpServers, scenario: &str) -> Result<(), BoxError> {
    let tools = servers.tools().await?;
    match scenario {
        "initialize" | "json-schema-ref-no-deref" => Ok(()),
        "tools_call" => call(find(&tools, "add_numbers")?, json!({ "a": 5, "b": 3 })).await,
        "http-custom-headers" => {
            let context: Value = serde_json::from_str(&env::var("MCP_CONFORMANCE_CONTEXT")?)?;
            for wanted in context["toolCalls"].as_array().ok_or("no calls are asked for")? {
                let name = wanted["name"].as_str().ok_or("a call without a name")?;
                call(find(&tools, name)?, wanted["arguments"].clone()).await?;
            }
            Ok(())
        }
        "json-schema-2020-12-preservation" => {
            let schema = &find(&tools, "json_schema_2020_12_tool")?.spec().input_schema;
            let echo = tools
                .iter()
                .find(|tool| tool.spec().input_schema.pointer("/properties/schema").is_some());
            call(&**echo.ok_or("no tool takes a schema")?, json!({ "schema": schema })).await
        }
        _ => {
            for tool in &tools {
                call(&**tool, arguments(&tool.spec().input_schema)).await?;
            }
            if scenario == "http-standard-headers" {
                servers.templates().await?;
                let read = FetchRequest::new("file:///path/to/file%20name.txt");
                servers.fetcher().fetch(read).await?;
            }
            Ok(())
        }
    }
}

fn find<'a>(tools: &'a [std::sync::Arc<dyn Tool>], name: &str) -> Result<&'a dyn Tool, BoxError> {
    let tool = tools.iter().find(|tool| tool.spec().name == name);
    Ok(&**tool.ok_or_else(|| format!("no tool `{name}`"))?)
}

async fn call(tool: &dyn Tool, args: Value) -> Result<(), BoxError> {
    let Value::Object(args) = args else { return Err("the arguments are no object".into()) };
    tool.call(ToolCall::new(args)).await?;
    Ok(())
}

/// A text for each argument that a tool needs.
fn arguments(schema: &Value) -> Value {
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    Value::Object(required.map(|name| (name.to_owned(), json!("x"))).collect::<Map<_, _>>())
}
