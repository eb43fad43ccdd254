//! What rustc asks of the types around a node, in the words of neograph.
//!
//! Each trait has one blanket implementation, marked `do_not_recommend` so that rustc
//! stops at the trait's own message and does not explain the implementation's bounds.

use schemars::JsonSchema;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{Slice, Text, Whole};
use crate::{
    BoxError, lossless,
    pipeline::{NodeResult, Output},
    resource::{ResourceContent, holds_links},
    tool::{ToolError, ToolOutput},
};

/// A parameter's type, seen from the output of the node it names: the same type.
#[diagnostic::on_unimplemented(
    message = "the edge carries `{O}`, and the parameter takes `{Self}`",
    label = "the upstream node returns `{O}`",
    note = "an edge's type is the upstream node's output: take `{O}`, `&{O}` or `Arc<{O}>`; `Arc` and `Option` are known by name, so an alias of one is a type like any other"
)]
pub trait EdgeFrom<O> {}
impl<T> EdgeFrom<T> for T {}

/// The type in the `Option` of a parameter, seen from the output of a node that may be
/// skipped: the same type.
#[diagnostic::on_unimplemented(
    message = "the edge carries `{O}` or nothing, and the parameter takes `Option<{Self}>`",
    label = "the upstream node returns `{O}`, and may be skipped",
    note = "an edge from a node that may be skipped is an `Option` of its output: take `Option<{O}>`, `Option<&{O}>` or `Option<Arc<{O}>>`"
)]
pub trait OptionFrom<O> {}
impl<T> OptionFrom<T> for T {}

/// A type that a parameter takes by value although others may read it too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is taken by value and is not `Clone`",
    label = "every reader of a shared value needs a copy of its own",
    note = "derive `Clone` for `{Self}`, or borrow it: `&{Self}`"
)]
pub trait ByValue: Clone {}
#[diagnostic::do_not_recommend]
impl<T: Clone> ByValue for T {}

/// The type of a `#[from_input]` parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from the run's input",
    label = "not an input type",
    note = "an input must implement `serde::Deserialize` and be `Send + Sync + 'static`"
)]
pub trait FromInput: DeserializeOwned + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + Send + Sync + 'static> FromInput for T {}

/// The type of a `#[from_config]` parameter, and of whatever else a body is handed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be shared between the threads of a run",
    label = "not shared between threads",
    note = "what a node takes must be `Send + Sync + 'static`"
)]
pub trait Handle: Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: Send + Sync + 'static> Handle for T {}

/// The type of a `#[from_resource]` parameter without `parse`.
#[diagnostic::on_unimplemented(
    message = "a resource cannot be parsed into `{Self}`",
    label = "not a resource type",
    note = "a resource must implement `serde::Deserialize` and be `Send + Sync + 'static`; for any other type give the parameter `parse = f`"
)]
pub trait FromResource: DeserializeOwned + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + Send + Sync + 'static> FromResource for T {}

/// The type of a `#[human_feedback]` parameter.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a human's answer",
    label = "not an answer type",
    note = "an answer must implement `serde::Deserialize` and be `Send + Sync + 'static`"
)]
pub trait Feedback: DeserializeOwned + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + Send + Sync + 'static> Feedback for T {}

/// A parameter of a node, seen from the condition of the node: the same type.
#[diagnostic::on_unimplemented(
    message = "the node's parameter is `{O}`, and the condition takes `{Self}`",
    label = "the parameter is `{O}`",
    note = "a condition takes a parameter of its node as it is: `&T` of a `T`, and `Option<&T>` of an `Option<T>`"
)]
pub trait AskedAs<O> {}
impl<T> AskedAs<T> for T {}

/// A value that goes into a prompt or a URI.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written into a prompt or a URI",
    label = "not serialisable",
    note = "what a prompt or a URI template names must implement `serde::Serialize`"
)]
pub trait Rendered: Serialize + 'static {}
#[diagnostic::do_not_recommend]
impl<T: Serialize + 'static> Rendered for T {}

/// The error of a node's body.
#[diagnostic::on_unimplemented(
    message = "a node cannot fail with `{Self}`",
    label = "not an error that is sent between threads",
    note = "a node's error must convert into `Box<dyn std::error::Error + Send + Sync>`, as `anyhow::Error`, `String` and every `std::error::Error + Send + Sync` do"
)]
pub trait NodeError: Into<BoxError> {}
#[diagnostic::do_not_recommend]
impl<E: Into<BoxError>> NodeError for E {}

/// What a `#[resource_reader]` gives.
#[diagnostic::on_unimplemented(
    message = "a reader cannot return `{Self}`",
    label = "this type cannot be read and shown to a model",
    note = "a reader's output must implement `serde::Deserialize` and `serde::Serialize`, and be `Send + Sync + 'static`"
)]
pub trait ReaderOutput: Output {}
#[diagnostic::do_not_recommend]
impl<T: Output> ReaderOutput for T {}

/// An argument of a `#[resource_reader]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument that a model gives",
    label = "not an argument type",
    note = "an argument must implement `serde::Deserialize`, `serde::Serialize` and `schemars::JsonSchema`"
)]
pub trait ReaderArgument: DeserializeOwned + Serialize + JsonSchema {}
#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + Serialize + JsonSchema> ReaderArgument for T {}

/// An argument of a `#[tool]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be an argument that a model gives",
    label = "not an argument type",
    note = "an argument of a tool must implement `serde::Deserialize` and `schemars::JsonSchema` and be `Send + Sync + 'static`; what the program gives is marked `#[from_config]`"
)]
pub trait ToolArgument: DeserializeOwned + JsonSchema + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned + JsonSchema + Send + Sync + 'static> ToolArgument for T {}

/// What a `#[tool]` answers with.
#[diagnostic::on_unimplemented(
    message = "a tool cannot answer with `{Self}`",
    label = "this type cannot be shown to a model",
    note = "a tool's answer must implement `serde::Serialize`, or be a `ToolOutput`"
)]
pub trait ToolAnswer: 'static {
    /// The answer for the model, and for the next node.
    fn into_output(self) -> Result<ToolOutput, ToolError>;
}
#[diagnostic::do_not_recommend]
impl<T: Serialize + 'static> ToolAnswer for T {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        let typed = lossless::to_value(&self).map_err(|error| ToolError::Fatal(error.into()))?;
        // Links are lifted out of blocks; whatever else it is, the model reads it as JSON.
        let content = match &typed {
            Value::String(_) | Value::Null => typed.clone(),
            value if holds_links(value) => typed.clone(),
            value => Value::String(value.to_string()),
        };
        Ok(ToolOutput::new(content).typed(typed))
    }
}
#[diagnostic::do_not_recommend]
impl ToolAnswer for ToolOutput {
    fn into_output(self) -> Result<ToolOutput, ToolError> {
        Ok(self)
    }
}

/// What a `#[tool]` fails with.
#[diagnostic::on_unimplemented(
    message = "a tool cannot fail with `{Self}`",
    label = "not an error that is sent between threads",
    note = "a tool's error must convert into `Box<dyn std::error::Error + Send + Sync>`, as `ToolError`, `anyhow::Error`, `String` and every `std::error::Error + Send + Sync` do"
)]
pub trait ToolFailure: Into<BoxError> {}
#[diagnostic::do_not_recommend]
impl<E: Into<BoxError>> ToolFailure for E {}

/// A function for `parse = f`.
#[diagnostic::on_unimplemented(
    message = "`parse` needs a function from `ResourceContent` to `Result<{T}, _>`",
    label = "not such a function",
    note = "write `fn parse(content: ResourceContent) -> Result<{T}, E>` with an `E` that converts into `Box<dyn Error + Send + Sync>`"
)]
pub trait ResourceParser<T>: Send + Sync + 'static {
    /// Parses one content.
    fn parse(&self, content: ResourceContent) -> Result<T, BoxError>;
}
#[diagnostic::do_not_recommend]
impl<F, R, T> ResourceParser<T> for F
where
    F: Fn(ResourceContent) -> R + Send + Sync + 'static,
    R: NodeResult<Ok = T>,
    R::Err: Into<BoxError>,
{
    fn parse(&self, content: ResourceContent) -> Result<T, BoxError> {
        self(content).into_result().map_err(Into::into)
    }
}

/// A function for `interrupt_when = f`. `By` is how it takes the output.
#[diagnostic::on_unimplemented(
    message = "`interrupt_when` needs a function from `&{O}` to `Option<_>`",
    label = "not such a function",
    note = "write `fn condition(output: &{O}) -> Option<P>`, or take the `&[T]` of a `Vec<T>`, the `&str` of a `String`; `P: serde::Serialize` is the payload that the human sees"
)]
pub trait InterruptCondition<O, By>: Send + Sync + 'static {
    /// What the human is shown.
    type Payload: Serialize;
    /// The payload, when the run is to pause.
    fn payload(&self, output: &O) -> Option<Self::Payload>;
}
#[diagnostic::do_not_recommend]
impl<F, O, P> InterruptCondition<O, Whole> for F
where
    F: Fn(&O) -> Option<P> + Send + Sync + 'static,
    P: Serialize,
{
    type Payload = P;

    fn payload(&self, output: &O) -> Option<P> {
        self(output)
    }
}
#[diagnostic::do_not_recommend]
impl<F, T, P> InterruptCondition<Vec<T>, Slice> for F
where
    F: Fn(&[T]) -> Option<P> + Send + Sync + 'static,
    P: Serialize,
{
    type Payload = P;

    fn payload(&self, output: &Vec<T>) -> Option<P> {
        self(output)
    }
}
#[diagnostic::do_not_recommend]
impl<F, P> InterruptCondition<String, Text> for F
where
    F: Fn(&str) -> Option<P> + Send + Sync + 'static,
    P: Serialize,
{
    type Payload = P;

    fn payload(&self, output: &String) -> Option<P> {
        self(output)
    }
}
