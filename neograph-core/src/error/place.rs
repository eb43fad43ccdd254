//! Whose error it is.

use super::{Error, ExecutionError};

impl Error {
    /// Says of an error of this node where in the run the node stands.
    pub(crate) fn located(mut self, name: &str, place: impl FnOnce() -> String) -> Self {
        if let Self::Execution(error) = &mut self
            && let Some(node) = error.node_mut()
            && node == name
        {
            *node = place();
        }
        self
    }
}

impl ExecutionError {
    /// Whether the error is that of a node's work, and not of the store that keeps it.
    pub(crate) fn is_of_a_node(&self) -> bool {
        !matches!(self, Self::Commit(_) | Self::StoredValue { .. })
    }

    fn node_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Body(_) | Self::StoredValue { .. } | Self::Commit(_) => None,
            Self::Node { node, .. }
            | Self::Panic { node, .. }
            | Self::Timeout { node, .. }
            | Self::LoopExhausted { node, .. }
            | Self::ResourceFetch { node, .. }
            | Self::ResourceKindMissing { node, .. }
            | Self::ResourceTooLarge { node, .. }
            | Self::ResourceParse { node, .. }
            | Self::ResourceExpired { node, .. }
            | Self::NonIdempotentReplay { node, .. }
            | Self::ResourceUri { node, .. }
            | Self::Prompt { node, .. }
            | Self::Model { node, .. }
            | Self::ModelOutput { node, .. }
            | Self::TurnsExhausted { node, .. }
            | Self::Tool { node, .. }
            | Self::UnknownOutcome { node, .. }
            | Self::Unstorable { node, .. } => Some(node),
        }
    }
}
