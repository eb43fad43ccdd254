//! Edges: they name a node, are of its output's type, and no input goes by its name.

use super::{Graph, NodeSpec, Param, Source, flow};
use crate::{
    error::{ConstructError, FlowFault},
    pipeline::ValueType,
};

pub(super) fn check(graph: &Graph<'_>, faults: &mut Vec<ConstructError>) {
    for node in graph.nodes {
        for param in node.params() {
            let upstream = graph.node(param.name());
            let fault = match (param.source(), upstream) {
                (Source::Upstream, None) => Some(unknown(graph, node, param)),
                (Source::Upstream, Some(upstream)) => edge(node, param, upstream),
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
    let others = graph.others(node);
    ConstructError::UnknownUpstream {
        node: node.name().to_owned(),
        param: param.name().to_owned(),
        suggestion: closest(param.name(), &others).map(str::to_owned),
        nodes: others.into_iter().map(str::to_owned).collect(),
    }
}

fn edge(node: &NodeSpec, param: &Param, upstream: &NodeSpec) -> Option<ConstructError> {
    let by = if param.is_optional() { "optional_edge" } else { "edge" };
    let fault = emptiness(by, param, upstream);
    // That a node waits for itself is a cycle.
    if let Some(fault) = fault.filter(|_| upstream.name() != node.name()) {
        return Some(flow(node, fault));
    }
    let takes = other_type(param, upstream)?;
    Some(ConstructError::EdgeType {
        node: node.name().to_owned(),
        param: param.name().to_owned(),
        carries: upstream.output().name(),
        takes: takes.name(),
    })
}

/// What may stay empty is a parameter that does without, and no other.
pub(super) fn emptiness(by: &'static str, param: &Param, upstream: &NodeSpec) -> Option<FlowFault> {
    let name = || upstream.name().to_owned();
    match (param.is_optional(), upstream.is_conditional()) {
        (false, true) => {
            let takes = upstream.output().name();
            Some(FlowFault::MayBeSkipped { by, name: name(), takes })
        }
        (true, false) if !is_literal(param, upstream) => {
            Some(FlowFault::NeverSkipped { by, name: name() })
        }
        _ => None,
    }
}

/// What the parameter takes, if that is not what the node returns.
pub(super) fn other_type(param: &Param, upstream: &NodeSpec) -> Option<ValueType> {
    let (output, takes) = (upstream.output(), param.binding().value_type());
    let fits = output.id() == takes.id()
        || output.is_undeclared()
        || (!upstream.is_conditional() && is_literal(param, upstream));
    (!fits).then_some(takes)
}

/// Whether the parameter's `Option` is what the node itself returns. `compose!` does not know
/// the node when the parameter is made.
fn is_literal(param: &Param, upstream: &NodeSpec) -> bool {
    param.binding().option().is_some_and(|option| option.id() == upstream.output().id())
}

/// What is made by hand says which of the two it is.
pub(super) fn check_by_hand(graph: &Graph<'_>, faults: &mut Vec<ConstructError>) {
    for node in graph.nodes {
        let edges = node.params().iter().filter(|param| matches!(param.source(), Source::Upstream));
        for param in edges {
            let upstream = graph.node(param.name()).filter(|upstream| !upstream.is_conditional());
            if let Some(upstream) = upstream.filter(|upstream| is_literal(param, upstream)) {
                let (name, carries) = (upstream.name().to_owned(), upstream.output().name());
                faults.push(flow(node, FlowFault::OptionOfOutput { name, carries }));
            }
        }
    }
}

/// A name that can be nothing but a node's.
pub(super) fn unknown_name(
    graph: &Graph<'_>,
    node: &NodeSpec,
    by: &'static str,
    name: &str,
) -> ConstructError {
    let others = graph.others(node);
    let fault = FlowFault::UnknownNode {
        by,
        name: name.to_owned(),
        suggestion: closest(name, &others).map(str::to_owned),
        nodes: others.into_iter().map(str::to_owned).collect(),
    };
    flow(node, fault)
}

/// The candidate that a misspelt name most likely means: within a third of its length.
pub(super) fn closest<'a>(name: &str, candidates: &[&'a str]) -> Option<&'a str> {
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
