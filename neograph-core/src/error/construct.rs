//! Faults of the wiring.

/// The pipeline is wired wrongly.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConstructError {
    /// A parameter names no node.
    #[error("parameter `{param}` of node `{node}` names no node; {}", offer(suggestion.as_deref(), nodes))]
    UnknownUpstream {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The node whose name is closest.
        suggestion: Option<String>,
        /// The nodes there are.
        nodes: Vec<String>,
    },
    /// Nodes that wait for each other.
    #[error("the nodes wait for each other: {}", path.join(" → "))]
    Cycle {
        /// The nodes in the direction of the data; the first is also the last.
        path: Vec<String>,
    },
    /// Two nodes of one name.
    #[error("two nodes are named `{node}`; a node's name is its address, so rename one")]
    DuplicateNode {
        /// The name.
        node: String,
    },
    /// A pipeline without nodes.
    #[error("pipeline `{pipeline}` has no nodes")]
    Empty {
        /// The pipeline.
        pipeline: String,
    },
}

fn offer(suggestion: Option<&str>, nodes: &[String]) -> String {
    match suggestion {
        Some(suggestion) => format!("did you mean `{suggestion}`?"),
        None => {
            let nodes: Vec<String> = nodes.iter().map(|node| format!("`{node}`")).collect();
            format!("the nodes are {}", nodes.join(", "))
        }
    }
}
