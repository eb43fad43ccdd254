//! The types of the edges between the nodes of a list.

use crate::{__private::PipelineNode, pipeline::NodeSpec};

/// What comes along an edge.
pub trait Upstream {
    /// The output of the node at the other end.
    type Output;
}

/// An edge from a node.
#[derive(Debug)]
pub struct Carrying<O>(O);

/// An edge from a node that there is not, which is reported elsewhere.
#[derive(Debug)]
pub struct Anything;

impl<O> Upstream for Carrying<O> {
    type Output = O;
}
impl Upstream for Anything {
    type Output = ();
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
impl<T, O> Carries<T, O> for Anything {}

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
pub trait Wired<U> {}

/// The data of a node that is wired rightly.
pub fn wired<N, U>() -> NodeSpec
where
    N: PipelineNode + Wired<U>,
{
    N::spec()
}
