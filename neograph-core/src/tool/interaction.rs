//! The record of one tool call.

use std::time::Duration;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// One tool call of an agent: what the model asked, what it was told, what came back typed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolInteraction {
    /// The tool, as `server::name` or `name`.
    pub tool: String,
    /// The arguments of the call.
    pub args: Map<String, Value>,
    /// The text of the answer, without the links, which are in the manifest.
    pub text: String,
    /// The typed result, as JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub typed_result: Option<Value>,
    /// Whether the model was told that the call failed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
    /// Whether the call was not made at all: an unknown tool, wrong arguments, no budget left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refused: bool,
    /// How long the call took.
    #[serde(rename = "duration_ms", with = "millis")]
    pub duration: Duration,
}

impl ToolInteraction {
    /// A call that has no answer yet, and fails unless it gets one.
    pub(crate) fn unanswered(tool: impl Into<String>, args: Map<String, Value>) -> Self {
        Self {
            tool: tool.into(),
            args,
            text: String::new(),
            typed_result: None,
            is_error: true,
            refused: false,
            duration: Duration::ZERO,
        }
    }

    /// The typed result as the type the tool declares.
    ///
    /// `None` when the call has no typed result, `Some(Err)` when it is of another type.
    pub fn result<T: DeserializeOwned>(&self) -> Option<Result<T, serde_json::Error>> {
        self.typed_result.as_ref().map(T::deserialize)
    }
}

mod millis {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(value.as_millis()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}
