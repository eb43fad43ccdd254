//! The rules of wiring at run time, for pipelines that rustc did not see: what
//! `#[pipeline]` refuses, in the same words. One file a rule family; all faults come back.

mod alternatives;
mod condition;
mod cycle;
mod each;
mod edges;
mod feedback;
mod mode;
mod names;
mod repeat;
mod sub;

pub(super) use names::text;

use std::collections::HashMap;

use super::{Flow, NodeSpec, Param, Pipeline, Source};
use crate::error::{ConstructError, FlowFault};

/// Every fault of a pipeline, and of the pipelines inside.
pub(crate) fn check(pipeline: &Pipeline) -> Vec<ConstructError> {
    check_graph(pipeline, &Graph::new(pipeline.nodes()))
}

/// The same for a pipeline whose nodes were made by hand.
pub(super) fn check_by_hand(pipeline: &Pipeline) -> Vec<ConstructError> {
    let graph = Graph::new(pipeline.nodes());
    let mut faults = check_graph(pipeline, &graph);
    edges::check_by_hand(&graph, &mut faults);
    faults
}

fn check_graph(pipeline: &Pipeline, graph: &Graph<'_>) -> Vec<ConstructError> {
    let mut faults = Vec::new();
    names::check(pipeline, &mut faults);
    for node in pipeline.nodes() {
        mode::check(node, &mut faults);
    }
    edges::check(graph, &mut faults);
    let plain = Flow::default();
    for node in pipeline.nodes() {
        alternatives::check(graph, node, &mut faults);
        feedback::check(graph, node, &mut faults);
        let flow = node.flow().unwrap_or(&plain);
        let mut told = Vec::new();
        condition::check(graph, node, flow, &mut faults);
        each::check(graph, node, flow, &mut faults);
        repeat::check(node, flow, &mut told);
        sub::check(node, flow, &mut told);
        faults.extend(told.into_iter().map(|fault| self::flow(node, fault)));
        inside(node, &mut faults);
    }
    cycle::check(graph, &mut faults);
    faults
}

/// The nodes with their names at hand.
struct Graph<'a> {
    nodes: &'a [NodeSpec],
    /// The first node of each name; further ones are faults.
    by_name: HashMap<&'a str, usize>,
}

impl<'a> Graph<'a> {
    fn new(nodes: &'a [NodeSpec]) -> Self {
        let mut by_name = HashMap::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            by_name.entry(node.name()).or_insert(index);
        }
        Self { nodes, by_name }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    fn node(&self, name: &str) -> Option<&'a NodeSpec> {
        self.nodes.get(self.find(name)?)
    }

    /// The names of the other nodes.
    fn others(&self, node: &NodeSpec) -> Vec<&'a str> {
        self.nodes.iter().map(NodeSpec::name).filter(|name| *name != node.name()).collect()
    }
}

/// A fault of a node's control flow.
fn flow(node: &NodeSpec, fault: FlowFault) -> ConstructError {
    ConstructError::Flow { node: node.name().to_owned(), fault }
}

/// The pipeline that a node is follows the same rules.
fn inside(node: &NodeSpec, faults: &mut Vec<ConstructError>) {
    let inside = node.sub_pipeline().map(check).unwrap_or_default();
    faults.extend(inside.into_iter().map(|fault| ConstructError::Inside {
        node: node.name().to_owned(),
        fault: Box::new(fault),
    }));
}
