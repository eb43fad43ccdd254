//! What goes to a model and what comes back.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// One turn asked of a model.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ChatRequest {
    /// The node that asks.
    pub node: String,
    /// The conversation, oldest first.
    pub messages: Vec<Message>,
    /// The tools the model may call in this turn.
    pub tools: Vec<ToolSchema>,
    /// What the final answer must look like.
    pub output: OutputSchema,
}

impl ChatRequest {
    /// The node's prompt: the first thing that was said by the user. For adapters and scripts
    /// that look at it.
    ///
    /// ```
    /// use neograph_core::{model::ChatResponse, testing::ScriptedModel};
    ///
    /// let echo = ScriptedModel::from_fn(|request| Ok(ChatResponse::text(request.prompt())));
    /// ```
    pub fn prompt(&self) -> &str {
        let said = self.messages.iter().find_map(|message| match message {
            Message::User(text) => Some(text.as_str()),
            _ => None,
        });
        said.unwrap_or_default()
    }

    /// What tools have answered in this conversation, oldest first.
    ///
    /// ```
    /// use neograph_core::{model::ChatResponse, testing::ScriptedModel};
    /// use serde_json::json;
    ///
    /// let model = ScriptedModel::from_fn(|request| match request.tool_answers().next() {
    ///     None => Ok(ChatResponse::call("library::search", json!({ "query": "towers" }))),
    ///     Some(found) => Ok(ChatResponse::text(found)),
    /// });
    /// ```
    pub fn tool_answers(&self) -> impl Iterator<Item = &str> {
        self.messages.iter().filter_map(|message| match message {
            Message::Tool { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Message {
    /// Instructions of the program.
    System(String),
    /// The prompt, or feedback about a malformed answer.
    User(String),
    /// A turn of the model.
    Assistant(ChatResponse),
    /// The answer to one tool call of the turn before.
    Tool {
        /// The id the model gave its call.
        call_id: String,
        /// The tool's qualified name.
        tool: String,
        /// What the model sees of the answer.
        text: String,
    },
}

/// A tool as a model sees it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ToolSchema {
    /// The qualified name, `server::name` or `name`.
    pub name: String,
    /// What the tool does.
    pub description: String,
    /// The JSON schema of the arguments.
    pub input_schema: Value,
}

/// The JSON schema of a node's output.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct OutputSchema {
    /// The node's name, by which providers that want a name for a schema may call it.
    pub name: String,
    /// The schema.
    pub schema: Value,
}

/// A model's turn. It is journaled, so that a resumed run does not pay for it again.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChatResponse {
    /// What the model says: the answer, when it calls no tool.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The tools it calls.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolRequest>,
    /// What the turn cost.
    #[serde(default)]
    pub usage: Usage,
}

/// One tool call that a model asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolRequest {
    /// The id by which the answer is matched.
    pub id: String,
    /// The tool's name, qualified or not.
    pub name: String,
    /// The arguments: an object, or whatever else the model wrote.
    pub args: Value,
}

/// Tokens of one turn, as the provider counts them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Usage {
    /// Tokens read.
    #[serde(default)]
    pub input_tokens: u64,
    /// Tokens written.
    #[serde(default)]
    pub output_tokens: u64,
}

impl ChatResponse {
    /// A turn that answers.
    pub fn text(text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::default() }
    }

    /// A turn that answers with a value's JSON.
    pub fn json(value: &Value) -> Self {
        Self::text(value.to_string())
    }

    /// A turn that calls one tool; chain [`and_call`](Self::and_call) for more.
    pub fn call(tool: impl Into<String>, args: Value) -> Self {
        Self::default().and_call(tool, args)
    }

    /// Adds a tool call to the turn.
    #[must_use]
    pub fn and_call(mut self, tool: impl Into<String>, args: Value) -> Self {
        let id = format!("call_{}", self.tool_calls.len() + 1);
        self.tool_calls.push(ToolRequest::new(id, tool, args));
        self
    }

    /// Sets what the turn cost.
    #[must_use]
    pub fn usage(self, usage: Usage) -> Self {
        Self { usage, ..self }
    }
}

impl ToolRequest {
    /// A tool call with the id a provider gave it.
    pub fn new(id: impl Into<String>, name: impl Into<String>, args: Value) -> Self {
        Self { id: id.into(), name: name.into(), args }
    }

    /// The arguments as an object; a string that holds one is accepted.
    pub(crate) fn object(&self) -> Option<Map<String, Value>> {
        match &self.args {
            Value::Object(args) => Some(args.clone()),
            Value::Null => Some(Map::new()),
            Value::String(text) => serde_json::from_str(text).ok(),
            _ => None,
        }
    }
}
