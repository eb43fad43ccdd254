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
    note = "an edge's type is the upstream node's output: take `{O}`, `&{O}` or `Arc<{O}>`"
)]
pub trait Carries<T, O> {}
impl<T> Carries<T, T> for Carrying<T> {}
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

/// The edges into a node, by the numbers of the nodes that they come from.
#[derive(Debug)]
pub struct Row<
    L,
    const E0: usize,
    const E1: usize,
    const E2: usize,
    const E3: usize,
    const E4: usize,
    const E5: usize,
    const E6: usize,
    const E7: usize,
    const E8: usize,
    const E9: usize,
    const E10: usize,
    const E11: usize,
    const E12: usize,
    const E13: usize,
    const E14: usize,
    const E15: usize,
>(L);

impl<
    L,
    const E0: usize,
    const E1: usize,
    const E2: usize,
    const E3: usize,
    const E4: usize,
    const E5: usize,
    const E6: usize,
    const E7: usize,
    const E8: usize,
    const E9: usize,
    const E10: usize,
    const E11: usize,
    const E12: usize,
    const E13: usize,
    const E14: usize,
    const E15: usize,
> Upstreams for Row<L, E0, E1, E2, E3, E4, E5, E6, E7, E8, E9, E10, E11, E12, E13, E14, E15>
where
    L: At<E0>
        + At<E1>
        + At<E2>
        + At<E3>
        + At<E4>
        + At<E5>
        + At<E6>
        + At<E7>
        + At<E8>
        + At<E9>
        + At<E10>
        + At<E11>
        + At<E12>
        + At<E13>
        + At<E14>
        + At<E15>,
{
    type E0 = <L as At<E0>>::Upstream;
    type E1 = <L as At<E1>>::Upstream;
    type E2 = <L as At<E2>>::Upstream;
    type E3 = <L as At<E3>>::Upstream;
    type E4 = <L as At<E4>>::Upstream;
    type E5 = <L as At<E5>>::Upstream;
    type E6 = <L as At<E6>>::Upstream;
    type E7 = <L as At<E7>>::Upstream;
    type E8 = <L as At<E8>>::Upstream;
    type E9 = <L as At<E9>>::Upstream;
    type E10 = <L as At<E10>>::Upstream;
    type E11 = <L as At<E11>>::Upstream;
    type E12 = <L as At<E12>>::Upstream;
    type E13 = <L as At<E13>>::Upstream;
    type E14 = <L as At<E14>>::Upstream;
    type E15 = <L as At<E15>>::Upstream;
}

/// A node whose edges have the types of its parameters.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a node of a pipeline",
    label = "not made by `#[node]`",
    note = "`compose!` takes the paths of functions under `#[node]`"
)]
pub trait Wired<U> {}

/// The data of a node that is wired rightly.
pub fn wired<N, U>() -> NodeSpec
where
    N: PipelineNode + Wired<U>,
{
    N::spec()
}
