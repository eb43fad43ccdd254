//! What can be known to fail before any node runs.

use serde_json::{Map, Value};

use super::{RunConfig, bind, thread::Answered};
use crate::{
    Error,
    checkpoint::{Key, Segment},
    error::ConfigurationError,
    graph::Plan,
    pipeline::{Condition, NodeSpec, Param, Source},
    tool::{ToolHandle, ToolSpec},
};

/// Checks that the nodes that are still to run have their inputs, handles and fetcher.
pub(crate) fn check(
    plan: &Plan,
    is_done: impl Fn(usize) -> bool,
    input: &Map<String, Value>,
    config: &RunConfig,
) -> Result<(), Error> {
    let mut missing: Vec<String> = Vec::new();
    for node in (0..plan.len()).filter(|node| !is_done(*node)) {
        let spec = plan.spec(node);
        for param in params(spec).filter(|param| matches!(param.source(), Source::Input)) {
            let name = param.name();
            let absent = !input.contains_key(name) && !param.is_optional();
            if absent && !missing.iter().any(|known| known == name) {
                missing.push(name.to_owned());
            } else if !absent {
                bind::input(input, spec, param)?;
            }
        }
        given(plan, node, config)?;
    }
    if missing.is_empty() {
        Ok(())
    } else {
        Err(ConfigurationError::MissingInput { names: missing }.into())
    }
}

/// Checks what the run gives to a node and to those inside it. Their inputs are its parameters.
fn given(plan: &Plan, node: usize, config: &RunConfig) -> Result<(), Error> {
    let spec = plan.spec(node);
    for param in params(spec) {
        match param.source() {
            Source::Config => {
                bind::handle(config, spec, param)?;
            }
            Source::Resource(_) if config.fetcher.is_none() && !param.is_optional() => {
                return Err(ConfigurationError::MissingFetcher {
                    node: spec.name().to_owned(),
                    param: param.name().to_owned(),
                }
                .into());
            }
            _ => {}
        }
    }
    for tool in plan.tools(node).iter().map(|tool| tool.spec()) {
        tool.handles.iter().try_for_each(|handle| taken(spec, tool, handle, config))?;
    }
    match plan.sub(node) {
        Some(sub) => (0..sub.plan.len()).try_for_each(|node| given(&sub.plan, node, config)),
        None => Ok(()),
    }
}

/// Checks that a human's answer is of the types that the nodes take which are handed it.
pub(crate) fn check_answer(plan: &Plan, key: &Key, answer: &Answered) -> Result<(), Error> {
    let Some((asker, path)) = key.segments().split_last() else { return Ok(()) };
    let mut plan = plan;
    for Segment { node, .. } in path {
        let Some(sub) = plan.find(node).and_then(|node| plan.sub(node)) else { return Ok(()) };
        plan = &sub.plan;
    }
    for node in 0..plan.len() {
        let spec = plan.spec(node);
        let takes =
            |param: &&Param| matches!(param.source(), Source::Feedback(of) if *of == *asker.node);
        spec.params()
            .iter()
            .filter(takes)
            .try_for_each(|param| bind::answer(spec, param, Some(answer)).map(drop))?;
    }
    Ok(())
}

/// Checks a handle that a tool takes.
fn taken(
    node: &NodeSpec,
    tool: &ToolSpec,
    handle: &ToolHandle,
    config: &RunConfig,
) -> Result<(), Error> {
    let (node, name) = (node.name().to_owned(), handle.name.clone());
    let tool = tool.qualified_name();
    match config.handles.get(&handle.name) {
        Some(given) if !handle.is_met_by(&given.value) => Err(ConfigurationError::ToolHandleType {
            node,
            tool,
            handle: name,
            expected: handle.type_name,
            found: given.type_name,
        }
        .into()),
        None if handle.required => {
            Err(ConfigurationError::MissingToolHandle { node, tool, handle: name }.into())
        }
        _ => Ok(()),
    }
}

/// The parameters of the node and of its condition.
fn params(spec: &NodeSpec) -> impl Iterator<Item = &Param> {
    let condition = spec.flow().and_then(|flow| flow.condition.as_ref());
    spec.params().iter().chain(condition.map_or(&[][..], Condition::params))
}
