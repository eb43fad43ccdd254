//! What a driver call gives back.

use std::{collections::BTreeMap, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ResourceStats, state::NodeValue};
use crate::{
    Error, Graph,
    error::{ConfigurationError, ExecutionError},
    pipeline::Node,
    tool::ToolInteraction,
};

/// How a run ended that did not fail.
#[derive(Debug)]
#[must_use = "a run may be paused, waiting for answers"]
pub enum Outcome {
    /// Every node is done.
    Completed(Output),
    /// The run waits for answers: give them with [`Resume`](super::Resume).
    Interrupted {
        /// What is asked.
        interrupts: Vec<Interrupt>,
        /// What is done so far.
        output: Output,
    },
}

impl Outcome {
    /// The output of a node, typed by the node: `outcome.get::<flow::brief>()?`.
    pub fn get<N: Node>(&self) -> Result<&N::Output, Error> {
        self.output().get::<N>()
    }

    /// The outputs of all nodes that are done.
    pub fn output(&self) -> &Output {
        match self {
            Self::Completed(output) | Self::Interrupted { output, .. } => output,
        }
    }

    /// What is asked; nothing when the run completed.
    pub fn interrupts(&self) -> &[Interrupt] {
        match self {
            Self::Completed(_) => &[],
            Self::Interrupted { interrupts, .. } => interrupts,
        }
    }

    /// Whether every node is done.
    pub fn is_completed(&self) -> bool {
        matches!(self, Self::Completed(_))
    }

    /// How often this run read its resources.
    pub fn resources(&self) -> &ResourceStats {
        &self.output().resources
    }
}

/// A question to a human.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Interrupt {
    /// The id to answer by.
    pub id: String,
    /// The node that asks.
    pub node: String,
    /// What it asks: the value of `interrupt_when`, or the call whose outcome is unknown.
    pub payload: Value,
    /// What kind of question it is: `gate` or `unknown_outcome`.
    pub reason: String,
    /// For a call whose outcome is unknown: which of the node's calls it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) call: Option<u32>,
}

/// The reason of an interrupt that asks what became of a call.
pub(crate) const UNKNOWN_OUTCOME: &str = "unknown_outcome";
pub(crate) const GATE: &str = "gate";

/// The outputs of the nodes that are done.
#[derive(Debug)]
pub struct Output {
    pub(super) graph: Graph,
    pub(super) values: BTreeMap<&'static str, Arc<NodeValue>>,
    pub(super) tool_logs: BTreeMap<&'static str, Vec<ToolInteraction>>,
    pub(super) resources: ResourceStats,
}

impl Output {
    /// The output of a node, typed by the node.
    pub fn get<N: Node>(&self) -> Result<&N::Output, Error> {
        let no_output = |reason| ConfigurationError::NoOutput { node: N::NAME.to_owned(), reason };
        let Some(value) = self.values.get(N::NAME) else {
            let known = self.graph.node(N::NAME).is_some();
            return Err(no_output(if known {
                "it has not run yet"
            } else {
                "it is no node of this pipeline"
            })
            .into());
        };
        let output = self.graph.node(N::NAME).map(|node| node.output());
        let value = match output {
            Some(output) => value.typed(&output, N::NAME)?,
            None => return Err(no_output("it is no node of this pipeline").into()),
        };
        value
            .downcast_ref()
            .ok_or_else(|| no_output("another pipeline has a node of this name").into())
    }

    /// The names of the nodes that are done.
    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        self.values.keys().copied()
    }

    /// The tool calls of an agent, in order.
    pub fn tool_log(&self, node: &str) -> &[ToolInteraction] {
        self.tool_logs.get(node).map_or(&[], Vec::as_slice)
    }

    /// The outputs as a JSON object by node.
    pub fn to_json(&self) -> Result<Value, Error> {
        let mut object = serde_json::Map::new();
        for (name, value) in &self.values {
            if let Some(node) = self.graph.node(name) {
                let value = value.json(&node.output()).map_err(|source| {
                    ExecutionError::Unstorable { what: "output", node: (*name).to_owned(), source }
                })?;
                object.insert((*name).to_owned(), value);
            }
        }
        Ok(Value::Object(object))
    }
}
