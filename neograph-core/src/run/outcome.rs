//! What a driver call gives back.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{ResourceStats, state::NodeValue};
use crate::{
    Error, Graph,
    error::{ConfigurationError, ExecutionError},
    pipeline::{NodeSpec, NodeType},
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
    pub fn get<N: NodeType>(&self) -> Result<&N::Output, Error> {
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
    /// By node, in declaration order.
    pub(super) values: Vec<Option<NodeValue>>,
    pub(super) tool_logs: BTreeMap<String, Vec<ToolInteraction>>,
    pub(super) resources: ResourceStats,
}

impl Output {
    /// The output of a node, typed by the node.
    ///
    /// # Errors
    ///
    /// [`ConfigurationError::NoOutput`] when the node has not run or is of another pipeline.
    pub fn get<N: NodeType>(&self) -> Result<&N::Output, Error> {
        let no_output = |reason| ConfigurationError::NoOutput { node: N::NAME.to_owned(), reason };
        let node = self.graph.pipeline().nodes().iter().position(|node| node.name() == N::NAME);
        let node = node.ok_or_else(|| no_output("it is no node of this pipeline"))?;
        let value = self.values.get(node).and_then(Option::as_ref);
        let value = value.ok_or_else(|| no_output("it has not run yet"))?;
        let value = value.typed(&self.graph.plan().spec(node).output(), N::NAME)?;
        let other = || no_output("this pipeline's node of that name returns another type").into();
        value.downcast_ref().ok_or_else(other)
    }

    /// The names of the nodes that are done.
    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        self.done().map(|(spec, _)| spec.name())
    }

    /// The tool calls of an agent, in order.
    pub fn tool_log(&self, node: &str) -> &[ToolInteraction] {
        self.tool_logs.get(node).map_or(&[], Vec::as_slice)
    }

    /// The outputs as a JSON object by node.
    ///
    /// # Errors
    ///
    /// [`ExecutionError::Unstorable`] for an output without a JSON form.
    pub fn to_json(&self) -> Result<Value, Error> {
        let mut object = serde_json::Map::new();
        for (spec, value) in self.done() {
            let node = || spec.name().to_owned();
            let value = value.json(&spec.output()).map_err(|source| {
                ExecutionError::Unstorable { what: "output", node: node(), source }
            })?;
            object.insert(node(), value);
        }
        Ok(Value::Object(object))
    }

    fn done(&self) -> impl Iterator<Item = (&NodeSpec, &NodeValue)> {
        let nodes = self.graph.pipeline().nodes().iter().zip(&self.values);
        nodes.filter_map(|(spec, value)| Some((spec, value.as_ref()?)))
    }
}
