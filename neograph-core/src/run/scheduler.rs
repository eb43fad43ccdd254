//! Starts what is ready and takes in what has ended, until nothing is left to start.

use std::sync::Arc;

use tokio::task::{JoinError, JoinSet};

use super::{
    Progress, RunContext,
    state::{NodeValue, RunState},
    task::{self, Ended, FlowTask, Task, Unit},
};
use crate::{
    AnyValue, Error,
    error::ExecutionError,
    graph::{Feed, Plan},
    pipeline::{Condition, Param},
};

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
    let plan = &context.plan;
    loop {
        let alone = running.is_empty() && state.ready.len() == 1;
        let ended = match state.ready.pop_front() {
            Some(unit) if alone => {
                task::run(Arc::clone(context), prepare(context, state, unit)?).await
            }
            Some(unit) => {
                running.spawn(task::run(Arc::clone(context), prepare(context, state, unit)?));
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
fn prepare(context: &RunContext, state: &mut RunState, unit: Unit) -> Result<Task, Error> {
    let plan = &context.plan;
    let spec = plan.spec(unit.node);
    let upstream = take(plan, state, spec.params(), plan.feeds(unit.node))?;
    let manifest = if plan.asks_links(unit.node) {
        let sources = plan.manifest_sources(unit.node).iter();
        let before = sources.filter_map(|node| state.progress[*node].as_deref());
        let own = before.flat_map(Progress::manifests);
        context.inherited.iter().chain(own).cloned().collect()
    } else {
        Vec::new()
    };
    let flow = match spec.flow() {
        None => None,
        Some(flow) => {
            let params = flow.condition.as_ref().map_or(&[][..], Condition::params);
            let was_skipped =
                |node: &usize| state.values[*node].as_ref().is_some_and(NodeValue::is_skipped);
            Some(Box::new(FlowTask {
                condition: take(plan, state, params, plan.condition(unit.node))?,
                otherwise: plan.skipped(unit.node).iter().all(was_skipped),
                root: match plan.root(unit.node) {
                    Some(root) => value(plan, state, root)?,
                    None => None,
                },
            }))
        }
    };
    Ok(Task { unit, upstream, manifest, progress: state.progress[unit.node].take(), flow })
}

/// The outputs that parameters read; `None` for those that read none.
fn take(
    plan: &Plan,
    state: &RunState,
    params: &[Param],
    feeds: &[Feed],
) -> Result<Vec<Option<AnyValue>>, Error> {
    let mut values = Vec::with_capacity(params.len());
    for (param, feed) in params.iter().zip(feeds) {
        let found = match feed {
            Feed::Elsewhere => {
                values.push(None);
                continue;
            }
            Feed::Node(node) => value(plan, state, *node)?,
            Feed::FirstOf(nodes) => {
                let ran = |node: &&usize| {
                    state.values[**node].as_ref().is_some_and(|value| !value.is_skipped())
                };
                nodes.iter().find(ran).map_or(Ok(None), |node| value(plan, state, *node))?
            }
        };
        values.push(found.or_else(|| param.binding().absent()));
    }
    Ok(values)
}

/// A node's output; `None` when it was skipped.
fn value(plan: &Plan, state: &RunState, node: usize) -> Result<Option<AnyValue>, Error> {
    let from = plan.spec(node);
    match &state.values[node] {
        Some(value) => Ok(value.typed(&from.output(), from.name())?.cloned()),
        None => Ok(None),
    }
}
