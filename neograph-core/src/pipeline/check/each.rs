//! Fan-outs: there is one collection, it is always there, and its items are taken as what
//! they are.

use super::{Flow, Graph, NodeSpec, Source, edges, flow};
use crate::{
    error::{ConstructError, FlowFault},
    pipeline::OnError,
};

pub(super) fn check(
    graph: &Graph<'_>,
    node: &NodeSpec,
    of: &Flow,
    faults: &mut Vec<ConstructError>,
) {
    let by = "each";
    let items = || node.params().iter().filter(|param| matches!(param.source(), Source::Item));
    let Some(each) = &of.each else {
        let given = [
            of.concurrency.map(|_| "concurrency"),
            of.on_error.filter(|on_error| *on_error == OnError::Collect).map(|_| "collect_errors"),
            items().next().map(|_| "item"),
        ];
        let refused = given.into_iter().flatten();
        faults.extend(refused.map(|key| flow(node, FlowFault::NoFanOut { key })));
        return;
    };
    if of.concurrency == Some(0) {
        faults.push(flow(node, FlowFault::NoConcurrency));
    }
    for item in items().filter(|item| item.binding().value_type().id() != each.holds.id()) {
        let fault = FlowFault::ItemType {
            param: item.name().to_owned(),
            holds: each.holds.name(),
            takes: item.binding().value_type().name(),
        };
        faults.push(flow(node, fault));
    }
    let Some(root) = graph.node(&each.root) else {
        faults.push(edges::unknown_name(graph, node, by, &each.root));
        return;
    };
    let (name, output) = (|| root.name().to_owned(), root.output());
    if root.is_conditional() && root.name() != node.name() {
        let fault = FlowFault::MayBeSkipped { by, name: name(), takes: output.name() };
        faults.push(flow(node, fault));
    } else if output.id() != each.of.id() && !output.is_undeclared() {
        let (carries, takes) = (output.name(), each.of.name());
        faults.push(flow(node, FlowFault::ReadType { by, name: name(), carries, takes }));
    }
}
