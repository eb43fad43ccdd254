//! What happens in a run, as it happens.

use std::time::Duration;

use serde_json::Value;
use tokio::sync::mpsc;

use crate::model::Usage;

/// Something that happened in a run.
///
/// A node goes by its address: its name, and for an item of a fan-out, an iteration of a loop
/// or a node of a sub-pipeline as in `score[3]`, `refine#2` and `verify[3]/check`.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// A node was entered.
    NodeStarted {
        /// The node.
        node: String,
    },
    /// A node's output is there, and stored if the graph has a checkpointer.
    NodeFinished {
        /// The node.
        node: String,
        /// How long it took.
        duration: Duration,
    },
    /// A node's condition does not hold: it was skipped.
    NodeSkipped {
        /// The node.
        node: String,
    },
    /// An attempt failed with an error that may pass; another one follows.
    NodeRetried {
        /// The node.
        node: String,
        /// Which attempt follows; the first of all was 1.
        attempt: u32,
        /// How long it is waited before.
        wait: Duration,
        /// What failed.
        error: String,
    },
    /// A model is asked for a turn. A stored turn is not asked for again.
    ModelAsked {
        /// The node.
        node: String,
        /// Which turn; the first is 1.
        turn: u32,
    },
    /// A model took a turn.
    ModelTurn {
        /// The node.
        node: String,
        /// Which turn; the first is 1.
        turn: u32,
        /// The tools it calls.
        calls: Vec<String>,
        /// What it cost.
        usage: Usage,
    },
    /// A tool that is being called told how far it is.
    ToolProgress {
        /// The node.
        node: String,
        /// The tool's qualified name.
        tool: String,
        /// What is done, in a unit of the tool's own.
        progress: f64,
        /// How much there is to do, if the tool knows.
        total: Option<f64>,
        /// What the tool says about it.
        message: Option<String>,
    },
    /// A tool answered.
    ToolCalled {
        /// The node.
        node: String,
        /// The tool's qualified name.
        tool: String,
        /// The arguments.
        args: Value,
        /// Whether the model was told that the call failed.
        is_error: bool,
        /// How long it took.
        duration: Duration,
    },
    /// A link went into a node's manifest.
    ResourceLifted {
        /// The node.
        node: String,
        /// The kind.
        kind: String,
        /// The URI.
        uri: String,
    },
    /// Something in a tool's result was odd and was passed over.
    ToolOddity {
        /// The node.
        node: String,
        /// The tool's qualified name.
        tool: String,
        /// What was odd.
        message: String,
    },
    /// A resumed run is about to read a link whose last read, by an earlier run, is older than
    /// its server said that it stays fresh. It is read all the same.
    ResourceStale {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI.
        uri: String,
        /// How long ago it was read.
        age: Duration,
        /// How long the server said that what it gave stays fresh.
        ttl: Duration,
    },
    /// A resource was read.
    ResourceFetched {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI.
        uri: String,
        /// The size in decoded bytes.
        bytes: u64,
    },
    /// A resource was had from this run's cache.
    ResourceCached {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI.
        uri: String,
    },
    /// A read failed. What follows says whether the link was healed.
    ResourceReadFailed {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI.
        uri: String,
        /// What the fetcher said.
        error: String,
    },
    /// A dead link was re-derived by calling its producing tool again.
    ResourceHealed {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The kind.
        kind: String,
        /// The URI of the dead link.
        old_uri: String,
        /// The URI that was read instead; often the same.
        new_uri: String,
        /// The tool that was called again.
        tool: String,
    },
    /// A dead link was not re-derived.
    ResourceRefused {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI of the dead link.
        uri: String,
        /// Why.
        reason: String,
    },
    /// A node asks a human.
    Interrupted {
        /// The node.
        node: String,
        /// The id to answer by.
        id: String,
        /// What it asks.
        payload: Value,
    },
}

/// The sending half of a run's one event channel; sends nowhere when nobody listens.
#[derive(Debug, Clone, Default)]
pub(crate) struct Events(Option<mpsc::UnboundedSender<Event>>);

impl Events {
    pub(crate) fn channel() -> (Self, mpsc::UnboundedReceiver<Event>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (Self(Some(sender)), receiver)
    }

    /// Whether an event would reach anybody.
    pub(crate) fn is_heard(&self) -> bool {
        self.0.is_some() || tracing::enabled!(target: "neograph", tracing::Level::DEBUG)
    }

    /// Sends an event that is only made if somebody listens.
    pub(crate) fn emit(&self, event: impl FnOnce() -> Event) {
        if !self.is_heard() {
            return;
        }
        let event = event();
        tracing::debug!(target: "neograph", ?event);
        if let Some(sender) = &self.0 {
            // A listener that went away no longer wants events.
            sender.send(event).ok();
        }
    }
}
