//! Edges: they name a node, are of its output's type, and no input goes by its name.

use super::{Graph, NodeSpec, Param, Source};
use crate::error::ConstructError;

pub(super) fn check(graph: &Graph<'_>, faults: &mut Vec<ConstructError>) {
    for node in graph.nodes {
        for param in node.params() {
            let upstream = graph.find(param.name()).and_then(|index| graph.nodes.get(index));
            let fault = match (param.source(), upstream) {
                (Source::Upstream, None) => Some(unknown(graph, node, param)),
                (Source::Upstream, Some(upstream)) => other_type(node, param, upstream),
                (Source::Input, Some(_)) => Some(ConstructError::InputNamedLikeNode {
                    node: node.name().to_owned(),
                    param: param.name().to_owned(),
                }),
                _ => None,
            };
            faults.extend(fault);
        }
    }
}

fn unknown(graph: &Graph<'_>, node: &NodeSpec, param: &Param) -> ConstructError {
    let names = graph.nodes.iter().map(NodeSpec::name);
    let others: Vec<&str> = names.filter(|name| *name != node.name()).collect();
    ConstructError::UnknownUpstream {
        node: node.name().to_owned(),
        param: param.name().to_owned(),
        suggestion: closest(param.name(), &others).map(str::to_owned),
        nodes: others.into_iter().map(str::to_owned).collect(),
    }
}

fn other_type(node: &NodeSpec, param: &Param, upstream: &NodeSpec) -> Option<ConstructError> {
    let (output, binding) = (upstream.output(), param.binding());
    if output.id() == binding.type_id() || output.is_undeclared() {
        return None;
    }
    Some(ConstructError::EdgeType {
        node: node.name().to_owned(),
        param: param.name().to_owned(),
        carries: output.name(),
        takes: binding.type_name(),
    })
}

/// The candidate that a misspelt name most likely means: within a third of its length.
fn closest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let allowed = (name.chars().count() / 3).max(1);
    candidates
        .iter()
        .map(|candidate| (strsim::osa_distance(name, candidate), *candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_the_nearest_name_within_a_third_of_its_length() {
        assert_eq!(closest("reserch", &["gate", "research"]), Some("research"));
        assert_eq!(closest("gaet", &["gate", "research"]), Some("gate"));
        assert_eq!(closest("summary", &["gate", "research"]), None);
        assert_eq!(closest("", &["gate"]), None);
    }
}
