//! Nodes that wait for each other.

use super::graph::Graph;
use crate::{
    diag::Errors,
    model::{Pipeline, Source},
};

/// The graph of the edges whose upstream exists.
pub(super) fn graph(pipeline: &Pipeline) -> Graph {
    let upstream = pipeline.nodes.iter().map(|node| {
        let edges = node.params.iter().filter(|param| matches!(param.source, Source::Upstream));
        edges
            .filter_map(|param| pipeline.nodes.iter().position(|node| node.name == param.name))
            .collect()
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
            .and_then(|node| node.params.iter().find(|param| param.name == *last));
        let Some(param) = closing else { continue };
        let path: Vec<String> =
            names.iter().chain([first]).map(|name| format!("`{name}`")).collect();
        let path = path.join(" → ");
        let (fault, help) = if names.len() == 1 {
            (
                format!("`{first}` waits for itself: {path}"),
                "remove the parameter, or mark it with `#[from_input]` if it is no edge",
            )
        } else {
            (
                format!("the nodes wait for each other: {path}"),
                "data flows one way; remove one of these edges",
            )
        };
        errors.at(&param.ident, fault, help);
    }
}
