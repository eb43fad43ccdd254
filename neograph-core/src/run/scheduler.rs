//! Starts what is ready and takes in what has ended, until nothing is left to start.

use std::sync::Arc;

use tokio::task::{JoinError, JoinSet};

use super::{
    RunContext,
    state::RunState,
    task::{self, Ended, Task, Unit},
};
use crate::{AnyValue, Error, error::ExecutionError, graph::Plan, pipeline::Source};

/// Drives a turn until every unit of work is done or waits for a human.
///
/// There is no barrier: a unit starts as soon as what it reads is there. A unit that is
/// alone is polled in place; several run on the runtime's threads. Dropping the future
/// cancels all of them, and so does the first that fails.
pub(crate) async fn drive(context: &Arc<RunContext>, state: &mut RunState) -> Result<(), Error> {
    let mut running = JoinSet::new();
    let driven = advance(context, state, &mut running).await;
    running.shutdown().await;
    driven
}

async fn advance(
    context: &Arc<RunContext>,
    state: &mut RunState,
    running: &mut JoinSet<Result<(Unit, Ended), Error>>,
) -> Result<(), Error> {
    let plan = context.graph.plan();
    loop {
        let alone = running.is_empty() && state.ready.len() == 1;
        let has_room = running.len() < context.config.max_concurrency;
        let next = if has_room { state.ready.pop_front() } else { None };
        let ended = match next {
            Some(unit) if alone => {
                task::run(Arc::clone(context), prepare(plan, state, unit)?).await
            }
            Some(unit) => {
                running.spawn(task::run(Arc::clone(context), prepare(plan, state, unit)?));
                continue;
            }
            None => match running.join_next().await {
                None => return Ok(()),
                Some(joined) => joined.unwrap_or_else(|error| Err(panicked(&error))),
            },
        };
        let (unit, ended) = ended?;
        state.settle(plan, unit, ended);
    }
}

/// A unit's panic is caught where it runs, so this one is the framework's own.
fn panicked(error: &JoinError) -> Error {
    ExecutionError::Panic { node: "unknown".to_owned(), message: error.to_string() }.into()
}

/// What a unit starts from: the outputs it reads, and the manifests before it.
fn prepare(plan: &Plan, state: &mut RunState, unit: Unit) -> Result<Task, Error> {
    let spec = plan.spec(unit.node);
    let mut upstream: Vec<Option<AnyValue>> = Vec::with_capacity(spec.params().len());
    for (param, source) in spec.params().iter().zip(plan.upstream(unit.node)) {
        let value = match (param.source(), source) {
            (Source::Upstream, Some(node)) => {
                let from = plan.spec(*node);
                match &state.values[*node] {
                    Some(value) => Some(value.typed(&from.output(), from.name())?.clone()),
                    None => None,
                }
            }
            _ => None,
        };
        upstream.push(value);
    }
    let manifest = plan
        .manifest_sources(unit.node)
        .iter()
        .filter_map(|node| state.progress[*node].as_deref())
        .flat_map(|progress| progress.refs.values().cloned())
        .collect();
    Ok(Task { unit, upstream, manifest, progress: state.progress[unit.node].take() })
}
