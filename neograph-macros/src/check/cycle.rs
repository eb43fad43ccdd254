//! Nodes that wait for each other.

use super::graph::Graph;
use crate::{
    diag::{Errors, fault_at},
    model::{How, Node, Pipeline, Read},
};

/// The graph of the edges whose upstream exists.
pub(super) fn graph(pipeline: &Pipeline) -> Graph {
    let upstream = pipeline.nodes.iter().map(|node| {
        let place = |name: &str| pipeline.nodes.iter().position(|node| node.name == name);
        node.reads().iter().filter_map(|read| place(&read.name)).collect()
    });
    Graph::new(upstream.collect())
}

pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    for cycle in graph(pipeline).cycles() {
        let names: Vec<&str> = cycle
            .iter()
            .filter_map(|node| Some(pipeline.nodes.get(*node)?.name.as_str()))
            .collect();
        // The edge into the first node closes the cycle.
        let (Some(first), Some(last)) = (names.first(), names.last()) else { continue };
        let closing = cycle
            .first()
            .and_then(|node| pipeline.nodes.get(*node))
            .and_then(|node| node.reads().into_iter().find(|read| read.name == *last));
        let Some(read) = closing else { continue };
        let path: Vec<String> =
            names.iter().chain([first]).map(|name| format!("`{name}`")).collect();
        let path = path.join(" → ");
        if names.len() == 1 {
            errors.push(waits_for_itself(&read));
        } else {
            errors.at(
                read.ident,
                format_args!("the nodes wait for each other: {path}"),
                "data flows one way; remove one of these edges",
            );
        }
    }
}

/// The one cycle that a node has by itself.
pub(super) fn check_self(node: &Node, errors: &mut Errors) {
    if let Some(read) = node.reads().into_iter().find(|read| read.name == node.name) {
        errors.push(waits_for_itself(&read));
    }
}

fn waits_for_itself(read: &Read<'_>) -> syn::Error {
    let name = &read.name;
    let help = match read.how {
        How::Edge(_) => "remove the parameter, or mark it with `#[from_input]` if it is no edge",
        How::Asked(_) => "a condition is asked before the node runs; ask about another node",
        How::Arm(_) | How::Root(_) | How::Skipped | How::Answered => "name another node",
    };
    fault_at(read.ident, format_args!("`{name}` waits for itself: `{name}` → `{name}`"), help)
}
