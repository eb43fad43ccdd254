//! A pipeline as data: nodes, their parameters, and where each parameter comes from.
//! Made by `#[pipeline]`, or by hand with [`Pipeline::builder`];
//! [`Graph::builder`](crate::Graph::builder) makes it runnable.

mod args;
mod binding;
mod build;
mod check;
mod draw;
mod flow;
mod node;
mod output;
mod param;
mod value_type;
mod walk;

pub use args::Args;
pub use binding::Binding;
pub use build::{Holds, Node, PipelineBuilder};
pub(crate) use check::check;
pub use flow::{
    Collection, GivesOutput, ItemError, Merged, ReadsInput, SubInput, SubPipeline, TakesInput,
};
pub(crate) use flow::{Condition, Ensemble, Flow, OnError, OnExhaust, Repeat, Sub};
pub use node::{Mode, NodeResult, NodeSpec, NodeType, PromptSource, ToolRef};
pub use output::{Output, OutputType, StructuredOutput};
pub use param::{Locator, Param, ResourceSpec, Source};
pub(crate) use value_type::ValueType;
pub(crate) use walk::reach;

use std::borrow::Cow;

/// A graph of nodes that is not yet bound to models, tools or a checkpointer.
///
/// `#[pipeline] mod flow { … }` puts a function `flow::pipeline()` beside the nodes that
/// returns one; [`Pipeline::builder`] makes one at run time. Bind it with
/// [`Graph::builder`](crate::Graph::builder).
#[derive(Debug, Clone)]
pub struct Pipeline {
    name: Cow<'static, str>,
    nodes: Vec<NodeSpec>,
}

impl Pipeline {
    /// The constructor that the macros expand to. It checks nothing: rustc already has.
    #[doc(hidden)]
    pub fn __unchecked(name: impl Into<Cow<'static, str>>, nodes: Vec<NodeSpec>) -> Self {
        Self { name: name.into(), nodes }
    }

    /// The pipeline's name. A thread remembers it, and refuses to be driven by another.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The nodes in declaration order, which is also the order of merged manifests.
    pub fn nodes(&self) -> &[NodeSpec] {
        &self.nodes
    }
}
