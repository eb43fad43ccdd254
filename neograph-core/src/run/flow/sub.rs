//! A sub-pipeline: the node is a pipeline of its own.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::Inside;
use crate::{
    BoxError, BoxFuture, Error,
    error::ExecutionError,
    graph::SubPlan,
    pipeline::Source,
    run::{
        RunContext, bind, scheduler,
        state::RunState,
        task::{Ended, Slots, Unit},
    },
};

/// Runs the pipeline inside a unit. Its inputs are the node's parameters, by name.
// A box of a known type, because the nodes inside may be pipelines again.
pub(in crate::run) fn sub_pipeline<'a>(
    context: &'a Arc<RunContext>,
    unit: Unit,
    sub: &'a SubPlan,
    slots: &'a Slots<'a>,
) -> BoxFuture<'a, Result<Ended, Error>> {
    Box::pin(drive(context, unit, sub, slots))
}

async fn drive(
    context: &Arc<RunContext>,
    unit: Unit,
    sub: &SubPlan,
    slots: &Slots<'_>,
) -> Result<Ended, Error> {
    let input = inputs(context, unit, slots)?;
    let inner = Arc::new(context.enter(unit, Arc::clone(&sub.plan), input, slots.manifest.into()));
    let mut state = RunState::new(&inner);
    let asked_before = state.open().len();
    scheduler::drive(&inner, &mut state).await?;
    let mut inside = Inside::default();
    for node in 0..sub.plan.len() {
        inside.add(&inner, Unit::node(node), state.progress[node].take());
    }
    let progress = inside.into_progress();
    let (mut values, mut open) = state.into_parts();
    if !open.is_empty() {
        return Ok(Ended::Paused { progress, interrupts: open.split_off(asked_before) });
    }
    let spec = sub.plan.spec(sub.output);
    let value = values.swap_remove(sub.output);
    let value = value.map(|value| value.into_typed(&spec.output(), spec.name())).transpose()?;
    let value = value.flatten().ok_or_else(|| ExecutionError::Node {
        node: context.plan.spec(unit.node).name().to_owned(),
        source: format!("`{}`, whose output it gives, was skipped", spec.name()).into(),
    })?;
    Ok(Ended::Output { value, progress, interrupt: None })
}

/// The parameters as the input of the pipeline inside.
fn inputs(
    context: &RunContext,
    unit: Unit,
    slots: &Slots<'_>,
) -> Result<Map<String, Value>, Error> {
    let spec = context.plan.spec(unit.node);
    let mut input = Map::new();
    for (param, value) in spec.params().iter().zip(&slots.values) {
        let rendered = match (param.source(), value) {
            (Source::Input, _) => context.input.get(param.name()).cloned().map(Ok),
            (Source::Feedback(asker), _) => {
                let answer = bind::feedback(context, unit, param, asker)?;
                param.binding().pass_on(&answer)
            }
            (_, Some(value)) => param.binding().pass_on(value),
            _ => None,
        };
        let failed = |error: BoxError| ExecutionError::Node {
            node: spec.name().to_owned(),
            source: format!(
                "parameter `{}` (`{}`) cannot be an input of the pipeline inside: {error}",
                param.name(),
                param.binding().type_name(),
            )
            .into(),
        };
        if let Some(value) = rendered {
            input.insert(param.name().to_owned(), value.map_err(failed)?);
        }
    }
    Ok(input)
}
