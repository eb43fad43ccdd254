//! What is wrong with a node and cannot be seen in its data.

use crate::{
    error::{ConstructError, FlowFault},
    pipeline::{Mode, NodeSpec},
};

/// Faults that are noticed while a node is built.
#[derive(Debug, Default)]
pub(super) struct Faults {
    twice: Vec<&'static str>,
    pub(super) two_prompts: bool,
    flow: Vec<FlowFault>,
}

/// Sets what a node has once.
pub(super) fn once<T>(slot: &mut Option<T>, value: T, key: &'static str, faults: &mut Faults) {
    if slot.replace(value).is_some() && !faults.twice.contains(&key) {
        faults.twice.push(key);
    }
}

impl Faults {
    /// A fault of control flow, told once.
    pub(super) fn flow(&mut self, fault: FlowFault) {
        if !self.flow.contains(&fault) {
            self.flow.push(fault);
        }
    }

    pub(super) fn of_flow(&mut self) -> &mut Vec<FlowFault> {
        &mut self.flow
    }

    pub(super) fn report(
        &self,
        spec: &NodeSpec,
        has_output: bool,
        faults: &mut Vec<ConstructError>,
    ) {
        let node = || spec.name().to_owned();
        if spec.name() == "pipeline" {
            faults.push(ConstructError::ReservedName { node: node() });
        }
        if self.two_prompts {
            faults.push(ConstructError::TwoPrompts { node: node() });
        }
        let twice = self.twice.iter();
        faults.extend(twice.map(|key| ConstructError::GivenTwice { node: node(), key }));
        if has_output && spec.mode() == Mode::Scripted {
            let key = "output";
            faults.push(match spec.sub_pipeline() {
                Some(_) => {
                    let fault = FlowFault::OfNodesInside { key };
                    ConstructError::Flow { node: node(), fault }
                }
                None => ConstructError::AsksNoModel { node: node(), key },
            });
        }
        let flow = self.flow.iter().cloned();
        faults.extend(flow.map(|fault| ConstructError::Flow { node: node(), fault }));
    }
}
