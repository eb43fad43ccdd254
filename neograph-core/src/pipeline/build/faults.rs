//! What is wrong with a node and cannot be seen in its data.

use crate::{
    error::ConstructError,
    pipeline::{Mode, NodeSpec},
};

/// Faults that are noticed while a node is built.
#[derive(Debug, Default)]
pub(super) struct Faults {
    twice: Vec<&'static str>,
    pub(super) two_prompts: bool,
}

/// Sets what a node has once.
pub(super) fn once<T>(slot: &mut Option<T>, value: T, key: &'static str, faults: &mut Faults) {
    if slot.replace(value).is_some() && !faults.twice.contains(&key) {
        faults.twice.push(key);
    }
}

impl Faults {
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
            faults.push(ConstructError::AsksNoModel { node: node(), key: "output" });
        }
    }
}
