//! A loop: the function is called again while a condition on its output holds.

use std::sync::Arc;

use super::{Given, Inside, Site};
use crate::{
    Error,
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
    let (mut inside, mut carry) = (Inside::default(), None);
    for number in 1..=repeat.max_iterations {
        let iteration = unit.iteration(number);
        let given = Given { carry: carry.take(), ..given.clone() };
        let value = match site.call_anew(iteration, given, Gate::Asks).await? {
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
        let is_last = number == repeat.max_iterations;
        if !goes_on || (is_last && on_exhaust == OnExhaust::Last) {
            let progress = inside.into_progress();
            let ended = Ended::Output { value, progress, interrupt: None };
            return task::store(context, unit, ended, Gate::Passes).await;
        }
        carry = Some(value);
    }
    let max_iterations = repeat.max_iterations;
    Err(ExecutionError::LoopExhausted { node: node(), max_iterations }.into())
}
