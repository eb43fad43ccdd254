//! A loop: a node runs again while a condition on its output holds.

use std::{fmt, sync::Arc};

use super::function_name;
use crate::{
    AnyValue,
    pipeline::{ValueType, node::Name},
};

type Goes = Arc<dyn Fn(&AnyValue) -> Option<bool> + Send + Sync>;

/// What becomes of a loop that reached its bound while its condition still holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum OnExhaust {
    /// The node fails.
    #[default]
    Raise,
    /// The last output is the node's.
    Last,
}

/// A loop: its condition and its bound.
#[derive(Clone)]
pub(crate) struct Repeat {
    pub(crate) max_iterations: u32,
    /// Its condition's name, for pictures; empty if it has none.
    pub(crate) name: Name,
    /// What its condition looks at.
    pub(crate) takes: ValueType,
    while_: Goes,
}

impl Repeat {
    pub(crate) fn new<Leaf: 'static, F>(max_iterations: u32, while_: F) -> Self
    where
        F: Fn(&Leaf) -> bool + Send + Sync + 'static,
    {
        let name = function_name::<F>();
        let while_: Goes = Arc::new(move |value| Some(while_(value.downcast_ref()?)));
        Self { max_iterations, name, takes: ValueType::of::<Leaf>(), while_ }
    }

    /// Whether another iteration follows this output; `None` when it is of another type.
    pub(crate) fn goes_on(&self, value: &AnyValue) -> Option<bool> {
        (self.while_)(value)
    }
}

impl fmt::Debug for Repeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Repeat")
            .field("max_iterations", &self.max_iterations)
            .finish_non_exhaustive()
    }
}
