//! Loops and ensembles: more than one run each, of what the node returns, and not of each other.

use super::{Flow, NodeSpec, Param, Source};
use crate::{
    error::FlowFault,
    pipeline::{OnExhaust, OutputType, ValueType},
};

pub(super) fn check(node: &NodeSpec, flow: &Flow, faults: &mut Vec<FlowFault>) {
    repeat(node, flow, faults);
    ensemble(node, flow, faults);
    if flow.repeat.is_some() && flow.ensemble.is_some() {
        faults.push(FlowFault::LoopAndEnsemble);
    }
}

fn repeat(node: &NodeSpec, flow: &Flow, faults: &mut Vec<FlowFault>) {
    let is_carried = |param: &&Param| matches!(param.source(), Source::Carry);
    let (params, unit): (Vec<&Param>, _) =
        (node.params().iter().filter(is_carried).collect(), node.unit());
    if flow.each.is_some() {
        let given = [flow.repeat.as_ref().map(|_| "repeat_while"), params.first().map(|_| "carry")];
        // One loop is one fault.
        faults
            .extend(given.into_iter().flatten().next().map(|key| FlowFault::FanOutOfLoop { key }));
    }
    for param in &params {
        let (name, takes) = (|| param.name().to_owned(), param.binding().value_type());
        if flow.repeat.is_none() && flow.each.is_none() {
            faults.push(FlowFault::CarryOutsideLoop { param: name() });
        }
        if is_other(takes, &unit) {
            let (carries, takes) = (unit.name(), takes.name());
            faults.push(FlowFault::CarryType { param: name(), carries, takes });
        }
    }
    let Some(repeat) = &flow.repeat else {
        if flow.on_exhaust == Some(OnExhaust::Last) {
            faults.push(FlowFault::NoLoop { key: "on_exhaust_last" });
        }
        return;
    };
    if repeat.max_iterations < 2 {
        faults.push(FlowFault::FewIterations { max_iterations: repeat.max_iterations });
    }
    faults.extend(function("repeat_while", repeat.takes, &unit));
}

fn ensemble(node: &NodeSpec, flow: &Flow, faults: &mut Vec<FlowFault>) {
    let Some(ensemble) = &flow.ensemble else { return };
    if ensemble.members < 2 {
        faults.push(FlowFault::FewMembers { members: ensemble.members });
    } else if flow.models.len() > ensemble.members as usize {
        let (models, members) = (flow.models.len(), ensemble.members);
        faults.push(FlowFault::ManyModels { models, members });
    }
    faults.extend(function("merge", ensemble.takes, &node.unit()));
}

fn function(key: &'static str, takes: ValueType, unit: &OutputType) -> Option<FlowFault> {
    let (output, given) = (unit.name(), takes.name());
    is_other(takes, unit).then_some(FlowFault::FunctionType { key, output, takes: given })
}

fn is_other(takes: ValueType, unit: &OutputType) -> bool {
    takes.id() != unit.id() && !unit.is_undeclared()
}
