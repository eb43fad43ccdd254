//! A loop: the function is called again while a condition on its output holds.

use std::sync::Arc;

use super::{Given, Inside, Memory, Site};
use crate::{
    AnyValue, Error,
    error::ExecutionError,
    pipeline::{OnExhaust, Repeat},
    run::task::{self, Ended, Gate, Unit},
};

/// Iterates until the condition no longer holds, or the bound is reached.
pub(super) async fn run(
    site: &Arc<Site>,
    unit: Unit,
    given: Given,
    repeat: &Repeat,
    on_exhaust: OnExhaust,
) -> Result<Ended, Error> {
    let context = &site.context;
    let node = || context.plan.spec(site.node).name().to_owned();
    let (mut inside, mut last) = (Inside::default(), None);
    for number in 1.. {
        let iteration = unit.iteration(number);
        let given = Given { carry: last.clone(), ..given.clone() };
        let ended = match site.recall(iteration)? {
            // What was done under a higher bound stays done.
            Memory::Ended(ended) => ended,
            Memory::Begun(progress) if number <= repeat.max_iterations => {
                site.call(iteration, given, progress, Gate::Asks).await?
            }
            Memory::Begun(_) => break,
        };
        let value = match ended {
            Ended::Output { value, progress, interrupt: None } => {
                inside.add(context, iteration, progress);
                value
            }
            Ended::Output { progress, interrupt, .. } => {
                inside.add(context, iteration, progress);
                let interrupts = interrupt.into_iter().map(|asked| *asked).collect();
                return Ok(Ended::Paused { progress: inside.into_progress(), interrupts });
            }
            Ended::Paused { progress, interrupts } => {
                inside.add(context, iteration, progress);
                return Ok(Ended::Paused { progress: inside.into_progress(), interrupts });
            }
            Ended::Skipped => return Ok(Ended::Skipped),
        };
        let goes_on = repeat.goes_on(&value).ok_or_else(|| ExecutionError::Node {
            node: node(),
            source: "the loop's condition looks at another type".into(),
        })?;
        last = Some(value);
        if !goes_on {
            return finish(site, unit, last, inside).await;
        }
    }
    match on_exhaust {
        OnExhaust::Last => finish(site, unit, last, inside).await,
        OnExhaust::Raise => {
            let max_iterations = repeat.max_iterations;
            Err(ExecutionError::LoopExhausted { node: node(), max_iterations }.into())
        }
    }
}

/// Stores the last output as the loop's.
async fn finish(
    site: &Site,
    unit: Unit,
    last: Option<AnyValue>,
    inside: Inside,
) -> Result<Ended, Error> {
    let value = last.ok_or_else(|| ExecutionError::Node {
        node: site.context.plan.spec(site.node).name().to_owned(),
        source: "the loop may not iterate at all".into(),
    })?;
    let ended = Ended::Output { value, progress: inside.into_progress(), interrupt: None };
    task::store(&site.context, unit, ended, Gate::Passes).await
}
