//! Names: there, unique, writable as part of a key, and not taken by neograph itself.

use std::collections::HashSet;

use super::{NodeSpec, Pipeline};
use crate::error::ConstructError;

pub(super) fn check(pipeline: &Pipeline, faults: &mut Vec<ConstructError>) {
    text(None, "name", pipeline.name(), faults);
    if pipeline.nodes().is_empty() {
        faults.push(ConstructError::Empty { pipeline: pipeline.name().to_owned() });
    }
    let (mut seen, mut told) = (HashSet::new(), HashSet::new());
    for node in pipeline.nodes() {
        check_node(node, faults);
        if !seen.insert(node.name()) && told.insert(node.name()) {
            faults.push(ConstructError::DuplicateNode { node: node.name().to_owned() });
        }
    }
}

fn check_node(node: &NodeSpec, faults: &mut Vec<ConstructError>) {
    name(node, "node", node.name(), faults);
    if node.name().starts_with("neo_") {
        faults.push(ConstructError::KeptPrefix { node: node.name().to_owned() });
    }
    let mut seen = HashSet::new();
    for param in node.params() {
        name(node, "parameter", param.name(), faults);
        if !seen.insert(param.name()) {
            faults.push(ConstructError::DuplicateParam {
                node: node.name().to_owned(),
                param: param.name().to_owned(),
            });
        }
    }
}

fn name(node: &NodeSpec, of: &'static str, name: &str, faults: &mut Vec<ConstructError>) {
    text(Some(node.name()), "name", name, faults);
    let may_stand = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    let is_valid = name.chars().all(may_stand) && !name.starts_with(|c: char| c.is_numeric());
    if !name.trim().is_empty() && !is_valid {
        faults.push(ConstructError::InvalidName { name: name.to_owned(), of });
    }
}

/// A text that must not be empty.
pub(in crate::pipeline) fn text(
    node: Option<&str>,
    key: &'static str,
    text: &str,
    faults: &mut Vec<ConstructError>,
) {
    if text.trim().is_empty() {
        faults.push(ConstructError::EmptyText { node: node.map(str::to_owned), key });
    }
}
