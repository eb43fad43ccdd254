//! Control flow of a node: when it runs, over what, how often, and what runs in it.
//!
//! The stages stand in one order: the condition, then the items of the fan-out, then the
//! iterations of the loop or the members of the ensemble, and inside the body, the model or
//! the sub-pipeline.

mod condition;
mod each;
mod ensemble;
mod repeat;
mod spec;
mod sub;

pub(crate) use condition::Condition;
pub use each::{Collection, ItemError};
pub(crate) use each::{Each, OnError};
pub(crate) use ensemble::Ensemble;
pub use ensemble::Merged;
pub(crate) use repeat::{OnExhaust, Repeat};
pub(crate) use sub::Sub;
pub use sub::{GivesOutput, ReadsInput, SubInput, SubPipeline, TakesInput};

use super::{OutputType, node::Name};

/// The name of a function, for pictures; a closure has none.
pub(super) fn function_name<F>() -> Name {
    let path = std::any::type_name::<F>();
    let name = path.rsplit("::").next().unwrap_or_default();
    let is_name = !name.contains(|c: char| !c.is_alphanumeric() && c != '_');
    if is_name { name.into() } else { Name::default() }
}

/// What a node with control flow has besides others.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flow {
    pub(crate) condition: Option<Condition>,
    pub(crate) each: Option<Each>,
    pub(crate) concurrency: Option<u32>,
    pub(crate) on_error: Option<OnError>,
    pub(crate) repeat: Option<Repeat>,
    pub(crate) on_exhaust: Option<OnExhaust>,
    pub(crate) ensemble: Option<Ensemble>,
    /// The models of the ensemble's members, in turn.
    pub(crate) models: Vec<Name>,
    pub(crate) sub: Option<Sub>,
    /// What one run of the function gives, when the node gives a collection of it.
    pub(crate) unit: Option<OutputType>,
}

impl Flow {
    /// Whether the node is run by more than one call of its function.
    pub(crate) fn is_composite(&self) -> bool {
        self.each.is_some()
            || self.repeat.is_some()
            || self.ensemble.is_some()
            || self.sub.is_some()
    }
}
