//! What a driver call gives back.

use std::{
    any::{TypeId, type_name},
    collections::BTreeMap,
};

use serde_json::Value;

use super::{Interrupt, ResourceStats, state::NodeValue};
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

    /// The output of a node by its name, for nodes that were built by hand.
    ///
    /// ```
    /// # use neograph_core::{Graph, Node, Pipeline, run::{Input, RunConfig}};
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> neograph_core::Result<()> {
    /// let dice = Pipeline::builder("dice").node(Node::scripted("roll").run(async |_| Ok(4)));
    /// let graph = Graph::builder(dice.build()?).compile()?;
    /// let outcome = graph.arun(Input::new(), &RunConfig::new()).await?;
    /// assert_eq!(*outcome.value::<i32>("roll")?, 4);
    ///
    /// let error = outcome.value::<String>("roll").unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "node `roll` returns `i32`, not `alloc::string::String`; ask for `value::<i32>(\"roll\")`"
    /// );
    /// # Ok(()) }
    /// ```
    pub fn value<T: 'static>(&self, node: &str) -> Result<&T, Error> {
        self.output().value(node)
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
    /// [`ConfigurationError::NoOutput`] when the node has not run or is of another pipeline,
    /// [`ConfigurationError::OutputType`] when this pipeline's node of that name returns
    /// another type.
    pub fn get<N: NodeType>(&self) -> Result<&N::Output, Error> {
        self.value(N::NAME)
    }

    /// The output of a node by its name, for nodes that were built by hand.
    ///
    /// # Errors
    ///
    /// [`ConfigurationError::NoOutput`] when the node has not run or is of another pipeline,
    /// [`ConfigurationError::OutputType`] when it returns another type.
    ///
    /// ```
    /// # use neograph_core::run::Output;
    /// fn price(output: &Output) -> neograph_core::Result<u64> {
    ///     Ok(*output.value::<u64>("offer")?)
    /// }
    /// ```
    pub fn value<T: 'static>(&self, node: &str) -> Result<&T, Error> {
        let no_output = |reason| ConfigurationError::NoOutput { node: node.to_owned(), reason };
        let index = self.graph.pipeline().nodes().iter().position(|spec| spec.name() == node);
        let index = index.ok_or_else(|| no_output("it is no node of this pipeline"))?;
        let output = self.graph.plan().spec(index).output();
        let other = || ConfigurationError::OutputType {
            node: node.to_owned(),
            asked: type_name::<T>(),
            returns: output.name(),
        };
        if output.id() != TypeId::of::<T>() {
            return Err(other().into());
        }
        let value = self.values.get(index).and_then(Option::as_ref);
        let value = value.ok_or_else(|| no_output("it has not run yet"))?;
        let value = value.typed(&output, node)?.ok_or_else(|| no_output("it was skipped"))?;
        value.downcast_ref().ok_or_else(|| other().into())
    }

    /// Whether a node was skipped because its condition did not hold.
    pub fn is_skipped(&self, node: &str) -> bool {
        let index = self.graph.plan().find(node);
        let value = index.and_then(|index| self.values.get(index)?.as_ref());
        value.is_some_and(NodeValue::is_skipped)
    }

    /// The names of the nodes that are done. Those that were skipped gave nothing and are not
    /// among them.
    pub fn nodes(&self) -> impl Iterator<Item = &str> {
        self.done().map(|(spec, _)| spec.name())
    }

    /// The tool calls of an agent, in order. One inside another node goes by its address, as in
    /// `verify[3]/check`.
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
        let given = nodes.filter_map(|(spec, value)| Some((spec, value.as_ref()?)));
        given.filter(|(_, value)| !value.is_skipped())
    }
}
