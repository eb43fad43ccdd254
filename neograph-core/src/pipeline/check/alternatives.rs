//! Several nodes of which one is read: `first_of`.

use std::collections::HashSet;

use super::{Graph, NodeSpec, Param, Source, edges, flow};
use crate::{
    error::{ConstructError, FlowFault},
    pipeline::Condition,
};

pub(super) fn check(graph: &Graph<'_>, node: &NodeSpec, faults: &mut Vec<ConstructError>) {
    for param in node.params() {
        let Source::FirstOf(arms) = param.source() else { continue };
        let arms: Vec<&str> = arms.iter().map(AsRef::as_ref).collect();
        check_arms(graph, node, param, &arms, faults);
        let told = told(graph, param, &arms);
        faults.extend(told.map(|fault| flow(node, fault)));
    }
}

/// Each of the nodes is there, once, and of the parameter's type.
fn check_arms(
    graph: &Graph<'_>,
    node: &NodeSpec,
    param: &Param,
    arms: &[&str],
    faults: &mut Vec<ConstructError>,
) {
    let by = "first_of";
    faults.extend(twice(by, arms).map(|fault| flow(node, fault)));
    let takes = param.binding().value_type();
    for arm in arms {
        let Some(upstream) = graph.node(arm) else {
            faults.push(edges::unknown_name(graph, node, by, arm));
            continue;
        };
        let output = upstream.output();
        if output.id() != takes.id() && !output.is_undeclared() {
            let (name, carries) = ((*arm).to_owned(), output.name());
            let fault = FlowFault::ReadType { by, name, carries, takes: takes.name() };
            faults.push(flow(node, fault));
        }
    }
}

/// A list of nodes names each of them once.
pub(super) fn twice<'a>(
    by: &'static str,
    names: &'a [&'a str],
) -> impl Iterator<Item = FlowFault> + 'a {
    let (mut seen, mut told) = (HashSet::new(), HashSet::new());
    let twice = names.iter().filter(move |name| !seen.insert(**name) && told.insert(**name));
    twice.map(move |name| FlowFault::NamedTwice { by, name: (*name).to_owned() })
}

/// What may be empty is an `Option`, what never is is none, and each of the nodes may be the one.
fn told(graph: &Graph<'_>, param: &Param, arms: &[&str]) -> Option<FlowFault> {
    let (param, is_optional) = (param.name().to_owned(), param.is_optional());
    if arms.len() < 2 {
        return Some(FlowFault::FewAlternatives { param });
    }
    let nodes = || arms.iter().map(|arm| (*arm).to_owned()).collect();
    let never = arms.iter().enumerate().find(|(at, _)| one_runs(graph, &arms[..*at], false));
    if let Some((_, arm)) = never {
        return Some(FlowFault::NeverTaken { param, name: (*arm).to_owned() });
    }
    if !is_optional && !one_runs(graph, arms, true) {
        return Some(FlowFault::AllSkipped { param, nodes: nodes() });
    }
    (is_optional && one_runs(graph, arms, false))
        .then(|| FlowFault::NeverEmpty { param, nodes: nodes() })
}

/// Whether one of these nodes always runs: one without a condition, or one that runs otherwise
/// than others of them. `unknown` stands for names that are no node's.
fn one_runs(graph: &Graph<'_>, arms: &[&str], unknown: bool) -> bool {
    arms.iter().any(|arm| match graph.node(arm) {
        None => unknown,
        Some(node) => match node.flow().and_then(|flow| flow.condition.as_ref()) {
            None => true,
            Some(Condition::When { .. }) => false,
            Some(Condition::Otherwise(skipped)) => {
                !skipped.is_empty() && skipped.iter().all(|name| arms.contains(&&**name))
            }
        },
    })
}
