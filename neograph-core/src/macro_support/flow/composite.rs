//! What is asked of loops, ensembles and sub-pipelines, and the constructors that ask it.

use std::marker::PhantomData;

use super::{Slice, Text, Whole};
use crate::{
    BoxError,
    pipeline::{
        GivesOutput, Merged, NodeSpec, NodeType, Output, Param, Pipeline, ReadsInput, TakesInput,
    },
};

/// A function for `repeat_while = f`. `By` is how it takes the output.
#[diagnostic::on_unimplemented(
    message = "`repeat_while` needs a function from `&{O}` to `bool`",
    label = "not such a function",
    note = "write `fn condition(output: &{O}) -> bool`, or take the `&[T]` of a `Vec<T>`, the `&str` of a `String`; the node runs again while it is true"
)]
pub trait RepeatCondition<O, By>: Send + Sync + 'static {
    /// Whether another iteration follows.
    fn holds(&self, output: &O) -> bool;
}
#[diagnostic::do_not_recommend]
impl<F, O> RepeatCondition<O, Whole> for F
where
    F: Fn(&O) -> bool + Send + Sync + 'static,
{
    fn holds(&self, output: &O) -> bool {
        self(output)
    }
}
#[diagnostic::do_not_recommend]
impl<F, T> RepeatCondition<Vec<T>, Slice> for F
where
    F: Fn(&[T]) -> bool + Send + Sync + 'static,
{
    fn holds(&self, output: &Vec<T>) -> bool {
        self(output)
    }
}
#[diagnostic::do_not_recommend]
impl<F> RepeatCondition<String, Text> for F
where
    F: Fn(&str) -> bool + Send + Sync + 'static,
{
    fn holds(&self, output: &String) -> bool {
        self(output)
    }
}

/// The type of a `#[carry]` parameter, seen from the output of its own node: the same type.
#[diagnostic::on_unimplemented(
    message = "the loop carries `{O}`, and the parameter takes `{Self}`",
    label = "the node itself returns `{O}`",
    note = "what is carried is what the iteration before returned: take `Option<&{O}>`, `Option<{O}>` or `Option<Arc<{O}>>`"
)]
pub trait CarriedFrom<O> {}
impl<T> CarriedFrom<T> for T {}

/// A function for `merge = f`.
#[diagnostic::on_unimplemented(
    message = "`merge` needs a function from `Vec<{O}>` to `{O}`",
    label = "not such a function",
    note = "write `fn merge(candidates: Vec<{O}>) -> {O}`; it may return a `Result<{O}, E>` with an `E` that converts into `Box<dyn Error + Send + Sync>`"
)]
pub trait Merge<O>: Send + Sync + 'static {
    /// One output of those of the members.
    fn merge(&self, candidates: Vec<O>) -> Result<O, BoxError>;
}
#[diagnostic::do_not_recommend]
impl<F, R, O> Merge<O> for F
where
    F: Fn(Vec<O>) -> R + Send + Sync + 'static,
    R: Merged<O>,
{
    fn merge(&self, candidates: Vec<O>) -> Result<O, BoxError> {
        self(candidates).into_merged()
    }
}

/// The return type of a node that is a pipeline, seen from that pipeline's output.
#[diagnostic::on_unimplemented(
    message = "the sub-pipeline gives `{O}`, and the node returns `{Self}`",
    label = "the output of the sub-pipeline is `{O}`",
    note = "the node's output is the sub-pipeline's: write `-> Result<{O}>`, or name another node's output with `#[pipeline(output = node)]`"
)]
pub trait GivenBy<O> {}
impl<T> GivenBy<T> for T {}

/// The type of a parameter of such a node, seen from the input that it is.
#[diagnostic::on_unimplemented(
    message = "the sub-pipeline reads `{I}`, and the parameter gives `{Self}`",
    label = "the input of this name is `{I}`",
    note = "a parameter of a node with `pipeline` is an input of that pipeline: give it a `{I}`"
)]
pub trait GivenAs<I> {}
impl<T> GivenAs<T> for T {}

/// A pipeline and its output's type, on the way to a node. Two steps, so that the pipeline
/// says what the type is, and not the node's function.
#[derive(Debug)]
pub struct SubNode<O> {
    pipeline: fn() -> Pipeline,
    output: &'static str,
    gives: PhantomData<O>,
}

/// The first step: `P` is the pipeline.
pub fn sub_node<P: GivesOutput<O>, O>(
    pipeline: fn() -> Pipeline,
    output: &'static str,
) -> SubNode<O> {
    SubNode { pipeline, output, gives: PhantomData }
}

impl<O> SubNode<O> {
    /// The second: `Leaf` is what the node's function returns.
    pub fn spec<N, Leaf>(self) -> NodeSpec
    where
        N: NodeType,
        Leaf: Output + GivenBy<O>,
    {
        NodeSpec::__inside::<Leaf>(N::NAME, (self.pipeline)(), self.output)
    }
}

#[doc(hidden)]
impl NodeSpec {
    /// `O` is what the node's function returns.
    #[must_use]
    pub fn __repeat_by<O, F, By>(self, max_iterations: u32, condition: F, _: By) -> Self
    where
        O: 'static,
        F: RepeatCondition<O, By>,
    {
        let spec = self.__repeat_while::<O>(max_iterations, move |output| condition.holds(output));
        spec.named_loop::<F>()
    }

    /// The same for an ensemble.
    #[must_use]
    pub fn __ensemble_by<O, F>(self, members: u32, merge: F) -> Self
    where
        O: Send + Sync + 'static,
        F: Merge<O>,
    {
        self.__ensemble::<O, _>(members, move |candidates| merge.merge(candidates))
    }
}

#[doc(hidden)]
impl Param {
    /// What the iteration before gave: `T` is the parameter's type and `O` the node's output.
    pub fn __carry_of<T, O>(name: &'static str) -> Self
    where
        T: CarriedFrom<O> + Send + Sync + 'static,
    {
        Self::__carry::<T>(name)
    }

    /// A parameter of a node that is the pipeline `P`, and so an input of it.
    #[must_use]
    pub fn __given_to<P, const INPUT: usize, T, I>(self) -> Self
    where
        // First, so that the pipeline says what `I` is.
        P: TakesInput<INPUT, I> + ReadsInput<INPUT, T>,
        T: GivenAs<I>,
    {
        self
    }
}
