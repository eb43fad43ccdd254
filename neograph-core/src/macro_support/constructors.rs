//! Constructors that only generated code needs, around those of the contract.

use super::{EdgeFrom, InterruptCondition, NodeFacts, OptionFrom, ResourceParser, Runs};
use crate::{
    BoxError,
    pipeline::{Args, Locator, NodeSpec, NodeType, Param},
    tool::ReaderTool,
};

/// A node that can say what it is made of.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a node of a pipeline",
    label = "not made by `#[node]`"
)]
pub trait PipelineNode: NodeType {
    /// Whether the node always runs.
    type Runs: Runs;
    /// What `compose!` knows of the node.
    const FACTS: NodeFacts;

    /// The node as data.
    fn spec() -> NodeSpec;
}

#[doc(hidden)]
impl Param {
    /// An edge: `T` is the parameter's type and `O` the upstream node's output.
    pub fn __edge<T, O>(name: &'static str) -> Self
    where
        T: EdgeFrom<O> + Send + Sync + 'static,
    {
        Self::__upstream::<T>(name)
    }

    /// An edge from a node that may be skipped.
    pub fn __edge_or_none<T, O>(name: &'static str) -> Self
    where
        T: OptionFrom<O> + Send + Sync + 'static,
    {
        Self::__upstream::<T>(name)
    }

    /// What a body would have to copy, a model may not move either. Never called.
    #[must_use]
    pub fn __copied<T>(self, _: fn(&mut Args) -> Result<T, BoxError>) -> Self {
        self
    }

    /// A resource that `parse = f` parses.
    pub fn __resource_by<T, F>(name: &'static str, locator: Locator, parser: F) -> Self
    where
        T: Send + Sync + 'static,
        F: ResourceParser<T>,
    {
        Self::__resource_parsed::<T, BoxError>(name, locator, move |content| parser.parse(content))
    }

    /// The same for an `Option<T>` parameter; the parser knows only `T`.
    pub fn __optional_resource_by<T, F>(name: &'static str, locator: Locator, parser: F) -> Self
    where
        T: Send + Sync + 'static,
        F: ResourceParser<T>,
    {
        Self::__resource_parsed::<Option<T>, BoxError>(name, locator, move |content| {
            parser.parse(content).map(Some)
        })
    }
}

#[doc(hidden)]
impl NodeSpec {
    /// `Leaf` is what one run of the node gives.
    #[must_use]
    pub fn __interrupt_by<Leaf, F, By>(self, condition: F, _: By) -> Self
    where
        Leaf: 'static,
        F: InterruptCondition<Leaf, By>,
    {
        self.__interrupt_when::<Leaf, _, _>(move |output| condition.payload(output))
    }
}

#[doc(hidden)]
impl<T: 'static> ReaderTool<T> {
    #[must_use]
    pub fn __parse_by<F: ResourceParser<T>>(self, parser: F) -> Self {
        self.__parse::<BoxError>(move |content| parser.parse(content))
    }
}
