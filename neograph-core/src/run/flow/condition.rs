//! Whether a node runs.

use super::Site;
use crate::{
    AnyValue, Error,
    error::ExecutionError,
    pipeline::{Args, Condition, Source},
    run::{Unit, bind},
};

/// Asks the node's condition, before anything is fetched for it.
pub(super) fn holds(
    site: &Site,
    mut values: Vec<Option<AnyValue>>,
    otherwise: bool,
) -> Result<bool, Error> {
    let context = &site.context;
    let spec = context.plan.spec(site.node);
    let (params, holds) = match site.flow().and_then(|flow| flow.condition.as_ref()) {
        None => return Ok(true),
        Some(Condition::Otherwise(_)) => return Ok(otherwise),
        Some(Condition::When { params, holds, .. }) => (params, holds),
    };
    for (slot, param) in values.iter_mut().zip(params) {
        match param.source() {
            Source::Input => *slot = Some(bind::input(&context.input, spec, param)?),
            Source::Config => *slot = Some(bind::config(context, spec, param)?),
            Source::Feedback(asker) => {
                *slot = Some(bind::feedback(context, Unit::node(site.node), param, asker)?);
            }
            _ => {}
        }
    }
    let failed = |source| ExecutionError::Node { node: spec.name().to_owned(), source };
    Ok(holds(Args::new(values)).map_err(failed)?)
}
