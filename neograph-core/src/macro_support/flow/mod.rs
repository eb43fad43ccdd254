//! What control flow asks of types, and the constructors with those bounds.

mod asked;
mod composite;
mod each;

pub use asked::{
    Always, AnyEdge, Asked, Asking, AtHand, Holds, Lent, OrNone, Own, OwnPerhaps, Perhaps,
    Questions, ask, holds, own,
};
pub use composite::{CarriedFrom, GivenAs, GivenBy, Merge, RepeatCondition, SubNode, sub_node};
pub use each::{Copies, Item, ItemOf, Items, RootOf, items};

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

#[doc(hidden)]
impl Param {
    /// One of the nodes of a `#[first_of(…)]`: `O` is its output.
    #[must_use]
    pub fn __arm<T: ArmOf<O>, O>(self) -> Self {
        self
    }

    /// A field that a URI names. Never called.
    #[must_use]
    pub fn __field<T, F: Rendered>(self, _: fn(&T) -> &F) -> Self {
        self
    }
}
