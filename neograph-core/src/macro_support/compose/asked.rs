//! The types of the edges that a condition is asked about, where only rustc knows the
//! function.
//!
//! They are inferred in the body of a function, and what such a function returns cannot be
//! written in a bound. So it returns an opaque type in which they are; of an opaque type
//! rustc sees whether it is `Unpin`, and [`TakesEdge`] is that where the types fit.

use std::marker::PhantomData;

use super::{Anything, Carrying, Skippable, Upstream};
use crate::{__private::Asked, BoxError};

/// A function takes a `T`, or a `W` which may be an `Option` of that, and the edge is an `E`.
/// It is `Unpin` where these fit.
#[derive(Debug)]
pub struct TakesEdge<T, W, E>(PhantomData<(T, W, E)>);

impl<T, W, E> Unpin for TakesEdge<T, W, E> where
    E: Upstream + CarriesAsked<T, W, <E as Upstream>::Output> + AsksAbout<T, W>
{
}

/// A node whose condition takes its edges in some way.
pub trait Questioned<U> {
    /// A [`TakesEdge`] for each edge of which only the body of a function tells.
    #[must_use]
    fn asked() -> impl Sized {}
}

/// What a function takes, by what it is handed.
pub fn takes_edge<'a, E, A: Asked<'a>>(_: &Result<A, BoxError>) -> TakesEdge<A::Held, A::Whole, E> {
    TakesEdge(PhantomData)
}

/// An edge whose type is that of a condition's parameter.
#[diagnostic::on_unimplemented(
    message = "the edge carries `{O}`, and the condition takes `{W}`",
    label = "`when` takes `{W}` where the upstream node returns `{O}`",
    note = "a condition is asked about the upstream node's output: take `&{O}` or `Arc<{O}>`, in an `Option` if the node may be skipped"
)]
pub trait CarriesAsked<T, W, O> {}
#[diagnostic::do_not_recommend]
impl<T, W> CarriesAsked<T, W, W> for Carrying<W> {}
#[diagnostic::do_not_recommend]
impl<T, W> CarriesAsked<T, W, T> for Skippable<T> {}
#[diagnostic::do_not_recommend]
impl<T, W, O> CarriesAsked<T, W, O> for Anything {}

/// An edge that is never empty, or is asked about as an `Option`.
#[diagnostic::on_unimplemented(
    message = "the upstream node may be skipped, and the condition takes `{W}`",
    label = "`when` is asked about a node that may be skipped",
    note = "take `Option<&{W}>`"
)]
pub trait AsksAbout<T, W> {}
#[diagnostic::do_not_recommend]
impl<T, W, O> AsksAbout<T, W> for Carrying<O> {}
#[diagnostic::do_not_recommend]
impl<T, O> AsksAbout<T, Option<T>> for Skippable<O> {}
#[diagnostic::do_not_recommend]
impl<T, W> AsksAbout<T, W> for Anything {}
