//! The rules of wiring at run time, for pipelines that rustc did not see: what
//! `#[pipeline]` refuses, in the same words. One file a rule family; all faults come back.

mod cycle;
mod edges;
mod mode;
mod names;

pub(super) use names::text;

use std::collections::HashMap;

use super::{NodeSpec, Param, Pipeline, Source};
use crate::error::ConstructError;

/// Every fault of a pipeline.
pub(crate) fn check(pipeline: &Pipeline) -> Vec<ConstructError> {
    let graph = Graph::new(pipeline.nodes());
    let mut faults = Vec::new();
    names::check(pipeline, &mut faults);
    for node in pipeline.nodes() {
        mode::check(node, &mut faults);
    }
    edges::check(&graph, &mut faults);
    cycle::check(&graph, &mut faults);
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
}

/// The parameters of a node that are edges.
fn edges(node: &NodeSpec) -> impl Iterator<Item = &Param> {
    node.params().iter().filter(|param| matches!(param.source(), Source::Upstream))
}
