//! The types of the edges between the nodes of a list.

use crate::{
    __private::{Item, OptionFrom, PipelineNode},
    pipeline::{Collection, NodeSpec, Output},
};

/// What comes along an edge.
pub trait Upstream {
    /// The output of the node at the other end.
    type Output;
}

/// An edge from a node.
#[derive(Debug)]
pub struct Carrying<O>(O);

/// An edge from a node that may be skipped.
#[derive(Debug)]
pub struct Skippable<O>(O);

/// An edge from a node that there is not, which is reported elsewhere.
#[derive(Debug)]
pub struct Anything;

impl<O> Upstream for Carrying<O> {
    type Output = O;
}
impl<O> Upstream for Skippable<O> {
    type Output = O;
}
impl Upstream for Anything {
    type Output = ();
}

/// Whether a node always runs, as the type of the edges from it.
pub trait Runs {
    /// The edge, with what the node gives.
    type Edge<O>: Upstream<Output = O>;
}

/// A node without a condition.
#[derive(Debug)]
pub struct Unconditionally;

/// A node with a condition.
#[derive(Debug)]
pub struct Conditionally;

impl Runs for Unconditionally {
    type Edge<O> = Carrying<O>;
}
impl Runs for Conditionally {
    type Edge<O> = Skippable<O>;
}

/// An edge whose type is that of the parameter.
#[diagnostic::on_unimplemented(
    message = "the edge carries `{O}`, and the parameter takes `{T}`",
    label = "takes `{T}` where the upstream node returns `{O}`",
    note = "an edge's type is the upstream node's output: take `{O}`, `&{O}` or `Arc<{O}>`; `Arc` and `Option` are known by name, so an alias of one is a type like any other"
)]
pub trait Carries<T, O> {}
#[diagnostic::do_not_recommend]
impl<T> Carries<T, T> for Carrying<T> {}
#[diagnostic::do_not_recommend]
impl<T> Carries<T, T> for Skippable<T> {}
#[diagnostic::do_not_recommend]
impl<T, O> Carries<T, O> for Anything {}

/// An edge that a parameter takes as an `Option`: of a node that may be skipped the output
/// `T`, of any other one the output is that `Option`, `W`.
#[diagnostic::on_unimplemented(
    message = "the edge carries `{O}`, and the parameter takes `{W}`",
    label = "takes `{W}` where the upstream node returns `{O}`",
    note = "take `{O}` or `&{O}`; `Option<{O}>` is for a node with `when` or `otherwise`"
)]
pub trait CarriesPerhaps<T, W, O> {}
#[diagnostic::do_not_recommend]
impl<T, W> CarriesPerhaps<T, W, W> for Carrying<W> {}
// Not `do_not_recommend`: what is wrong is said by the bound.
impl<T: OptionFrom<O>, W, O> CarriesPerhaps<T, W, O> for Skippable<O> {}
#[diagnostic::do_not_recommend]
impl<T, W, O> CarriesPerhaps<T, W, O> for Anything {}

/// An edge to a node in whose output, a `T`, the items of a fan-out are.
#[diagnostic::on_unimplemented(
    message = "the node gives `{O}`, and the items are taken from a `{T}`",
    label = "takes the items from a `{T}` where the upstream node returns `{O}`",
    note = "write `of = {O}`"
)]
pub trait CarriesRoot<T, O> {}
#[diagnostic::do_not_recommend]
impl<T> CarriesRoot<T, T> for Carrying<T> {}
#[diagnostic::do_not_recommend]
impl<T> CarriesRoot<T, T> for Skippable<T> {}
#[diagnostic::do_not_recommend]
impl<T, O> CarriesRoot<T, O> for Anything {}

/// An edge to a collection of which each item is a `T`.
#[diagnostic::on_unimplemented(
    message = "the edge carries `{O}`, which is no collection of `{T}`",
    label = "takes each `{T}` of a `{O}`",
    note = "`#[each(node)]` takes a `Vec`, a `VecDeque`, an array or a boxed slice of the parameter's type; for a field of the output write `#[each(node.field, of = Type)]`"
)]
pub trait CarriesEach<T, O> {
    /// The node, to be run for each item.
    #[must_use]
    fn over(spec: NodeSpec) -> NodeSpec
    where
        T: Item,
    {
        spec
    }
}
#[diagnostic::do_not_recommend]
impl<T, O> CarriesEach<T, O> for Carrying<O>
where
    O: Collection<Item = T> + Output,
{
    fn over(spec: NodeSpec) -> NodeSpec
    where
        T: Item,
    {
        spec.__over::<O>()
    }
}
// That the node may be skipped is reported elsewhere.
#[diagnostic::do_not_recommend]
impl<T, O> CarriesEach<T, O> for Skippable<O> {}
#[diagnostic::do_not_recommend]
impl<T, O> CarriesEach<T, O> for Anything {}

/// The edge from the node of a number in a list.
pub trait At<const NODE: usize> {
    /// The edge.
    type Upstream: Upstream;
}

/// The edges into a node, in the order of its parameters.
#[allow(missing_docs)]
pub trait Upstreams {
    type E0: Upstream;
    type E1: Upstream;
    type E2: Upstream;
    type E3: Upstream;
    type E4: Upstream;
    type E5: Upstream;
    type E6: Upstream;
    type E7: Upstream;
    type E8: Upstream;
    type E9: Upstream;
    type E10: Upstream;
    type E11: Upstream;
    type E12: Upstream;
    type E13: Upstream;
    type E14: Upstream;
    type E15: Upstream;
}

/// A node whose edges have the types of its parameters.
pub trait Wired<U> {
    /// The node, with what only its upstream nodes tell.
    #[must_use]
    fn wire(spec: NodeSpec) -> NodeSpec {
        spec
    }
}

/// The data of a node that is wired rightly, its condition included.
pub fn wired<N, U, F, A>(_: F) -> NodeSpec
where
    N: PipelineNode + Wired<U>,
    F: FnOnce() -> A,
    A: Unpin,
{
    N::wire(N::spec())
}
