//! A question to a human.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A question to a human.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Interrupt {
    /// The id to answer by.
    pub id: String,
    /// The node that asks.
    pub node: String,
    /// What it asks: the value of `interrupt_when`, what a tool asks, or the call whose outcome
    /// is unknown.
    pub payload: Value,
    /// What kind of question it is: `gate`, `tool` or `unknown_outcome`.
    pub reason: String,
    /// For a question of or about a call: which of the node's calls it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) call: Option<u32>,
}

/// The reason of an interrupt that asks what became of a call.
pub(crate) const UNKNOWN_OUTCOME: &str = "unknown_outcome";
/// The reason of an interrupt that a tool raised in the middle of its call.
pub(crate) const TOOL: &str = "tool";
/// The reason of an interrupt that a node's condition raised.
pub(crate) const GATE: &str = "gate";
