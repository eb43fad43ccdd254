//! A sub-pipeline: a node that is a pipeline of its own.

use std::sync::Arc;

use crate::pipeline::{Pipeline, node::Name};

/// A pipeline as a type, for `#[node(pipeline = module)]`.
///
/// `#[pipeline] mod flow { … }` implements it for an empty type `flow::pipeline` when the
/// pipeline has one output: the node that `#[pipeline(output = node)]` names, or the only one
/// that no other node reads.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no output that a node could give",
    label = "several nodes, or one that may be skipped, end this pipeline",
    note = "if several nodes end it, say which node's output it is: `#[pipeline(output = node)]`",
    note = "if the node that ends it may be skipped, let one that always runs read it, as an `Option` or in `#[first_of(…)]`"
)]
pub trait SubPipeline: 'static {
    /// The node whose output it is.
    const OUTPUT: &'static str;
    /// Its inputs; `None` of a pipeline that was refused, which is reported there.
    const INPUTS: Option<&'static [SubInput]>;
    /// Whether the tools of its nodes, or of nodes inside them, may emit links.
    const EMITS_LINKS: bool;
    /// Whether its nodes may read links that nodes before the enclosing one emit.
    const READS_OUTER_LINKS: bool;

    /// The pipeline.
    fn pipeline() -> Pipeline;
}

/// The output of a sub-pipeline, by its type.
///
/// The type is an argument of the trait and not a type in it, because an argument may be as
/// private as a type of the pipeline's module is.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pipeline",
    label = "not made by `#[pipeline]`"
)]
pub trait GivesOutput<O> {}

/// The type of an input of a sub-pipeline, by the input's place in [`SubPipeline::INPUTS`]; of
/// an optional one, the type inside.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pipeline",
    label = "not made by `#[pipeline]`"
)]
pub trait TakesInput<const INPUT: usize, I> {}

/// The types by which further nodes of a pipeline read an input: the same ones. As bounds, so
/// that it is asked only where the pipeline is one inside another.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a pipeline",
    label = "not made by `#[pipeline]`"
)]
pub trait ReadsInput<const INPUT: usize, T> {}

/// An input of a sub-pipeline.
#[derive(Debug, Clone, Copy)]
pub struct SubInput {
    /// Its name.
    pub name: &'static str,
    /// Whether the pipeline cannot run without it.
    pub required: bool,
}

/// The pipeline inside a node, and which of its outputs is the node's.
#[derive(Debug, Clone)]
pub(crate) struct Sub {
    pub(crate) pipeline: Arc<Pipeline>,
    pub(crate) output: Name,
}
