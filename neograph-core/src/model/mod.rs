//! The language model as a small trait.

mod message;

pub use message::{
    ChatRequest, ChatResponse, Message, OutputSchema, ToolRequest, ToolSchema, Usage,
};

use crate::{BoxError, BoxFuture};

/// A chat model with tools and structured output.
///
/// Adapters serve real providers; [`ScriptedModel`](crate::testing::ScriptedModel) serves
/// tests and keyless examples.
pub trait ChatModel: Send + Sync + 'static {
    /// One turn: the conversation so far in, text or tool calls out.
    fn chat(&self, request: ChatRequest) -> BoxFuture<'_, Result<ChatResponse, BoxError>>;
}
