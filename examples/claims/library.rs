//! A library that knows two things.

use neograph::{
    BoxFuture,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde_json::json;

/// The tool `library::search`.
pub struct Library {
    spec: ToolSpec,
}

impl Library {
    pub fn new() -> Self {
        Self { spec: ToolSpec::new("search").server("library").idempotent(true) }
    }
}

impl Tool for Library {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let found = match call.args["query"].as_str().unwrap_or_default() {
                query if query.contains("300 m") => "the guide book: yes",
                query if query.contains("1889") => "the city archive: yes",
                _ => "nothing was found",
            };
            Ok(ToolOutput::new(json!([{ "type": "text", "text": found }])))
        })
    }
}
