//! A question to a human.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::checkpoint::Key;

/// A question to a human.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Interrupt {
    /// The id to answer by.
    pub id: String,
    /// The node that asks.
    pub node: String,
    /// The address of who asks in it: the node's name, or an item, an iteration or a node of a
    /// sub-pipeline, as in `verify[3]/check`.
    pub path: String,
    /// What it asks: the value of `interrupt_when`, what a tool asks, or the call whose outcome
    /// is unknown.
    pub payload: Value,
    /// What kind of question it is: `gate`, `tool` or `unknown_outcome`.
    pub reason: String,
    /// For a question of or about a call: which of the node's calls it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) call: Option<u32>,
}

impl Interrupt {
    /// The address of who asks.
    pub(crate) fn key(&self) -> Option<Key> {
        self.path.parse().ok()
    }
}

/// The reason of an interrupt that asks what became of a call.
pub(crate) const UNKNOWN_OUTCOME: &str = "unknown_outcome";
/// The reason of an interrupt that a tool raised in the middle of its call.
pub(crate) const TOOL: &str = "tool";
/// The reason of an interrupt that a node's condition raised.
pub(crate) const GATE: &str = "gate";
