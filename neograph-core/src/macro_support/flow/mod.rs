//! What control flow asks of types, and the constructors with those bounds.

mod asked;
mod composite;
mod each;
mod taking;

pub use asked::{
    Always, AnyEdge, Asked, Asking, AtHand, Holds, Lent, OrNone, Own, OwnPerhaps, Perhaps,
    Questions, ask, holds, own,
};
pub use composite::{CarriedFrom, GivenAs, GivenBy, Merge, RepeatCondition, SubNode, sub_node};
pub use each::{Copies, Item, ItemOf, Items, RootOf, items};
pub use taking::{Slice, Takes, TakesAny, TakesLent, TakesWhole, Text, Whole, takes};

use super::Rendered;
use crate::pipeline::Param;

/// A parameter's type, seen from the output of one of the nodes that it may come from.
#[diagnostic::on_unimplemented(
    message = "the edge carries `{O}`, and the parameter takes `{Self}`",
    label = "this node returns `{O}`",
    note = "all nodes of `#[first_of(…)]` return the type of the parameter"
)]
pub trait ArmOf<O> {}
impl<T> ArmOf<T> for T {}

/// The same of an `Option` that is the nodes' own, because one of them always runs.
#[diagnostic::on_unimplemented(
    message = "the edge carries `{O}`, and the parameter takes `{Self}`",
    label = "this node returns `{O}`",
    note = "one of the nodes of `#[first_of(…)]` always runs, so the parameter is never empty: take `{O}`, `&{O}` or `Arc<{O}>`"
)]
pub trait SureArmOf<O> {}
impl<T> SureArmOf<T> for T {}

#[doc(hidden)]
impl Param {
    /// One of the nodes of a `#[first_of(…)]`: `O` is its output.
    #[must_use]
    pub fn __arm<T: ArmOf<O>, O>(self) -> Self {
        self
    }

    /// The same where one of the nodes always runs and the parameter is an `Option`.
    #[must_use]
    pub fn __sure_arm<T: SureArmOf<O>, O>(self) -> Self {
        self
    }

    /// A field that a URI names. Never called.
    #[must_use]
    pub fn __field<T, F: Rendered>(self, _: fn(&T) -> &F) -> Self {
        self
    }
}
