//! Conditions: what they ask about is there before the node runs.

use super::{Flow, Graph, NodeSpec, Param, Source, alternatives::twice, edges, flow};
use crate::{
    error::{ConstructError, FlowFault},
    pipeline::Condition,
};

pub(super) fn check(
    graph: &Graph<'_>,
    node: &NodeSpec,
    flow: &Flow,
    faults: &mut Vec<ConstructError>,
) {
    match &flow.condition {
        None => {}
        Some(Condition::When { params, .. }) => when(graph, node, params, faults),
        Some(Condition::Otherwise(skipped)) => {
            let skipped: Vec<&str> = skipped.iter().map(AsRef::as_ref).collect();
            otherwise(graph, node, &skipped, faults);
        }
    }
}

fn when(graph: &Graph<'_>, node: &NodeSpec, params: &[Param], faults: &mut Vec<ConstructError>) {
    let by = "when";
    if params.is_empty() {
        faults.push(flow(node, FlowFault::ReadsNothing));
    }
    for param in params {
        let name = || param.name().to_owned();
        match (param.source(), graph.node(param.name())) {
            (Source::Upstream, None) => {
                faults.push(edges::unknown_name(graph, node, by, param.name()));
            }
            // That a node asks about itself is a cycle.
            (Source::Upstream, Some(upstream)) if upstream.name() != node.name() => {
                let fault = edges::emptiness(by, param, upstream).or_else(|| {
                    let takes = edges::other_type(param, upstream)?.name();
                    let carries = upstream.output().name();
                    Some(FlowFault::ReadType { by, name: name(), carries, takes })
                });
                faults.extend(fault.map(|fault| flow(node, fault)));
            }
            (Source::Item | Source::Carry | Source::Resource(_), _) => {
                faults.push(flow(node, FlowFault::AsksLate { param: name() }));
            }
            _ => {}
        }
    }
}

fn otherwise(
    graph: &Graph<'_>,
    node: &NodeSpec,
    skipped: &[&str],
    faults: &mut Vec<ConstructError>,
) {
    let by = "otherwise";
    if skipped.is_empty() {
        faults.push(flow(node, FlowFault::OtherwiseEmpty));
    }
    faults.extend(twice(by, skipped).map(|fault| flow(node, fault)));
    for name in skipped {
        match graph.node(name) {
            None => faults.push(edges::unknown_name(graph, node, by, name)),
            Some(upstream) if !upstream.is_conditional() => {
                let name = (*name).to_owned();
                faults.push(flow(node, FlowFault::OtherwiseNever { name }));
            }
            Some(_) => {}
        }
    }
}
