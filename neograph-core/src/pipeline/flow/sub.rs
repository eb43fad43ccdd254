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
    note = "say which node's output it is: `#[pipeline(output = node)]`"
)]
pub trait SubPipeline: 'static {
    /// The type of its output.
    type Output: 'static;
    /// The node whose output it is.
    const OUTPUT: &'static str;
    /// The inputs that it cannot run without.
    const REQUIRED: &'static [&'static str];

    /// The pipeline.
    fn pipeline() -> Pipeline;
}

/// An input of a sub-pipeline, by the hash of its name.
#[diagnostic::on_unimplemented(
    message = "the sub-pipeline takes no input of this parameter's name",
    label = "no node of the sub-pipeline reads it with `#[from_input]`",
    note = "name the parameter like an input of the sub-pipeline, or remove it"
)]
pub trait TakesInput<const NAME: u64> {
    /// The input's type; of an optional one, the type inside.
    type Input;
}

/// The pipeline inside a node, and which of its outputs is the node's.
#[derive(Debug, Clone)]
pub(crate) struct Sub {
    pub(crate) pipeline: Arc<Pipeline>,
    pub(crate) output: Name,
}
