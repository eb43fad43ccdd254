//! The rules of wiring once more at run time, for pipelines that rustc did not see.

use std::collections::BTreeSet;

use crate::{Pipeline, error::ConstructError, pipeline::Source};

/// Checks that names are unique, edges lead somewhere, and nobody waits for himself.
pub(crate) fn check(pipeline: &Pipeline) -> Result<(), ConstructError> {
    if pipeline.nodes().is_empty() {
        return Err(ConstructError::Empty { pipeline: pipeline.name().to_owned() });
    }
    let mut names = BTreeSet::new();
    for node in pipeline.nodes() {
        if !names.insert(node.name()) {
            return Err(ConstructError::DuplicateNode { node: node.name().to_owned() });
        }
    }
    for node in pipeline.nodes() {
        let upstream =
            node.params().iter().filter(|param| matches!(param.source(), Source::Upstream));
        if let Some(param) = upstream.into_iter().find(|param| !names.contains(param.name())) {
            return Err(ConstructError::UnknownUpstream {
                node: node.name().to_owned(),
                param: param.name().to_owned(),
                suggestion: None,
                nodes: pipeline.nodes().iter().map(|node| node.name().to_owned()).collect(),
            });
        }
    }
    match cycle(pipeline) {
        Some(path) => Err(ConstructError::Cycle { path }),
        None => Ok(()),
    }
}

/// A cycle, in the direction of the data; the first node is also the last.
fn cycle(pipeline: &Pipeline) -> Option<Vec<String>> {
    let reads = |name: &str| -> Vec<&str> {
        let node = pipeline.nodes().iter().find(|node| node.name() == name);
        let params = node.map(|node| node.params()).unwrap_or_default();
        let upstream = params.iter().filter(|param| matches!(param.source(), Source::Upstream));
        upstream.map(|param| param.name()).collect()
    };
    let mut left: BTreeSet<&str> = pipeline.nodes().iter().map(|node| node.name()).collect();
    // Nodes that read nothing that is left can run; what cannot is on or behind a cycle.
    loop {
        let free: Vec<&str> = left
            .iter()
            .copied()
            .filter(|name| !reads(name).iter().any(|up| left.contains(up)))
            .collect();
        if free.is_empty() {
            break;
        }
        left.retain(|name| !free.contains(name));
    }
    // From any of those, walking upstream must come back to a node it has seen.
    let mut path: Vec<&str> = vec![left.first().copied()?];
    loop {
        let here = *path.last()?;
        let next = reads(here).into_iter().find(|up| left.contains(up))?;
        if let Some(start) = path.iter().position(|seen| *seen == next) {
            // The walk went against the data, from readers to what they read.
            let cycle = std::iter::once(next).chain(path[start..].iter().rev().copied());
            return Some(cycle.map(str::to_owned).collect());
        }
        path.push(next);
    }
}
