//! What a tool takes from the run's configuration.

use std::{
    any::{Any, TypeId, type_name},
    sync::Arc,
};

use crate::AnyValue;

/// A handle of the run's configuration that a tool takes. A run that lacks it, or has it in
/// another type, fails before any node runs.
///
/// ```
/// use neograph_core::tool::ToolSpec;
///
/// struct Db;
///
/// let spec = ToolSpec::new("find_deals").handle::<Db>("db");
/// assert_eq!(spec.handles[0].name, "db");
/// assert!(spec.handles[0].required);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ToolHandle {
    /// The name under which the run is given it.
    pub name: String,
    /// The Rust type.
    pub type_name: &'static str,
    /// Whether the tool cannot do without.
    pub required: bool,
    type_id: TypeId,
    /// `RunConfig::with("db", Arc<Db>)` gives a `Db`, too.
    shared_type_id: TypeId,
}

impl ToolHandle {
    pub(super) fn new<T: Any + Send + Sync>(name: String, required: bool) -> Self {
        Self {
            name,
            type_name: type_name::<T>(),
            required,
            type_id: TypeId::of::<T>(),
            shared_type_id: TypeId::of::<Arc<T>>(),
        }
    }

    pub(crate) fn is_met_by(&self, value: &AnyValue) -> bool {
        let given = (**value).type_id();
        given == self.type_id || given == self.shared_type_id
    }
}
