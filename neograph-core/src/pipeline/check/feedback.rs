//! `human_feedback`: the answers to the questions of a node that asks.

use super::{Graph, NodeSpec, Param, Source, edges, flow};
use crate::error::{ConstructError, FlowFault};

pub(super) fn check(graph: &Graph<'_>, node: &NodeSpec, faults: &mut Vec<ConstructError>) {
    for param in node.params() {
        let Source::Feedback(asker) = param.source() else { continue };
        let Some(asking) = graph.node(asker) else {
            faults.push(edges::unknown_name(graph, node, "human_feedback", asker));
            continue;
        };
        faults.extend(check_one(node, param, asking).map(|fault| flow(node, fault)));
    }
}

fn check_one(node: &NodeSpec, param: &Param, asker: &NodeSpec) -> Option<FlowFault> {
    let (param, name) = (param.name().to_owned(), asker.name().to_owned());
    let flow = asker.flow();
    if asker.interrupt_when().is_none() {
        Some(FlowFault::NeverAsks { param, name })
    } else if flow.is_some_and(|flow| flow.each.is_some()) {
        Some(FlowFault::AsksForItems { param, name })
    } else if asker.name() == node.name() && flow.is_none_or(|flow| flow.repeat.is_none()) {
        Some(FlowFault::FeedbackOutsideLoop { param })
    } else {
        None
    }
}
