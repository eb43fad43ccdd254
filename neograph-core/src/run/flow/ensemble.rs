//! An ensemble: the function is called several times at once, and one output is made of all.

use std::sync::Arc;

use super::{Given, Inside, Site, pool};
use crate::{
    BoxFuture, Error,
    error::ExecutionError,
    pipeline::Ensemble,
    run::task::{self, Ended, Gate, Unit},
};

/// Runs all members and merges what they gave.
pub(super) async fn run(
    site: &Arc<Site>,
    unit: Unit,
    given: Given,
    ensemble: &Ensemble,
) -> Result<Ended, Error> {
    let context = &site.context;
    let spec = context.plan.spec(site.node);
    let members = ensemble.members as usize;
    let call = {
        let site = Arc::clone(site);
        move |index| {
            let (site, given) = (Arc::clone(&site), given.clone());
            let called: BoxFuture<'static, Result<Ended, Error>> =
                Box::pin(
                    async move { site.call_anew(member(unit, index), given, Gate::Passes).await },
                );
            called
        }
    };
    let ended = pool::run(members, members, call).await?;
    let (mut inside, mut values) = (Inside::default(), Vec::with_capacity(members));
    let (mut asked, mut waits) = (Vec::new(), false);
    for (index, ended) in ended.into_iter().enumerate() {
        match ended {
            Ended::Output { value, progress, .. } => {
                inside.add(context, member(unit, index), progress);
                values.push(value);
            }
            Ended::Paused { progress, interrupts } => {
                inside.add(context, member(unit, index), progress);
                waits = true;
                asked.extend(interrupts);
            }
            Ended::Skipped => return Ok(Ended::Skipped),
        }
    }
    let progress = inside.into_progress();
    if waits {
        return Ok(Ended::Paused { progress, interrupts: asked });
    }
    let failed = |source| ExecutionError::Node { node: spec.name().to_owned(), source };
    let value = ensemble.merge(values, &spec.unit()).map_err(failed)?;
    let ended = Ended::Output { value, progress, interrupt: None };
    task::store(context, unit, ended, Gate::Asks).await
}

/// A member of the unit's ensemble.
fn member(unit: Unit, index: usize) -> Unit {
    unit.iteration(u32::try_from(index).map_or(u32::MAX, |index| index + 1))
}
