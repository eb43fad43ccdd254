//! Pipelines built by hand at run time, checked when they are built.
//!
//! There is no way to attach a resource here: only `#[from_resource]` binds one.

mod body;
mod condition;
mod faults;
mod flow;
mod node;
mod params;

pub use condition::Holds;
pub use node::Node;

use super::{Pipeline, check, node::Name};
use crate::{Error, error::ConstructErrors};

impl Pipeline {
    /// Begins a pipeline that is built by hand, from nodes that are known at run time only.
    ///
    /// Where the nodes are known when the program is written, `#[pipeline]` is the better
    /// way: rustc checks it, and its nodes may read resources.
    ///
    /// ```
    /// use neograph_core::{Graph, Node, Pipeline, run::{Input, RunConfig}};
    ///
    /// # #[tokio::main(flavor = "current_thread")] async fn main() -> neograph_core::Result<()> {
    /// let pipeline = Pipeline::builder("greeting")
    ///     .node(Node::scripted("subject").input::<String>("name").run(async |args| {
    ///         Ok(args.get::<String>("name")?.to_uppercase())
    ///     }))
    ///     .node(Node::scripted("greet").edge::<String>("subject").run(async |args| {
    ///         Ok(format!("hello, {}", args.get::<String>("subject")?))
    ///     }))
    ///     .build()?;
    ///
    /// let graph = Graph::builder(pipeline).compile()?;
    /// let outcome = graph.arun(Input::new().set("name", "you")?, &RunConfig::new()).await?;
    /// assert_eq!(outcome.value::<String>("greet")?, "hello, YOU");
    /// # Ok(()) }
    /// ```
    pub fn builder(name: impl Into<Name>) -> PipelineBuilder {
        PipelineBuilder { name: name.into(), nodes: Vec::new() }
    }
}

/// Builds a [`Pipeline`] by hand; made by [`Pipeline::builder`].
#[derive(Debug)]
#[must_use = "a builder does nothing until `build`"]
pub struct PipelineBuilder {
    name: Name,
    nodes: Vec<Node>,
}

impl PipelineBuilder {
    /// Adds a node. The order is that of [`Pipeline::nodes`]; edges may point either way.
    ///
    /// ```
    /// use neograph_core::{Node, Pipeline};
    ///
    /// let pipeline = Pipeline::builder("dice")
    ///     .node(Node::scripted("roll").run(async |_| Ok(4)))
    ///     .build()?;
    /// assert_eq!(pipeline.nodes()[0].name(), "roll");
    /// # Ok::<_, neograph_core::Error>(())
    /// ```
    pub fn node(mut self, node: Node) -> Self {
        self.nodes.push(node);
        self
    }

    /// Adds nodes that were made elsewhere.
    ///
    /// ```
    /// use neograph_core::{Node, Pipeline};
    ///
    /// let steps = (1..=3).map(|n| Node::scripted(format!("step_{n}")).run(move |_| async move { Ok(n) }));
    /// assert_eq!(Pipeline::builder("steps").nodes(steps).build()?.nodes().len(), 3);
    /// # Ok::<_, neograph_core::Error>(())
    /// ```
    pub fn nodes(mut self, nodes: impl IntoIterator<Item = Node>) -> Self {
        self.nodes.extend(nodes);
        self
    }

    /// Checks the wiring by the rules that rustc checks a `#[pipeline]` by.
    ///
    /// # Errors
    ///
    /// [`Error::Construct`] with every fault there is.
    ///
    /// ```
    /// use neograph_core::{Node, Pipeline, error::ConstructError};
    ///
    /// let refused = Pipeline::builder("loop")
    ///     .node(Node::scripted("draft").edge::<u32>("review").run(async |_| Ok(1_u32)))
    ///     .node(Node::scripted("review").edge::<u32>("draft").run(async |_| Ok(2_u32)))
    ///     .build();
    /// let error = refused.unwrap_err();
    /// let faults = error.as_construct().unwrap();
    /// assert_eq!(faults[0].fault(), "the nodes wait for each other: `draft` → `review` → `draft`");
    /// ```
    pub fn build(self) -> Result<Pipeline, Error> {
        let mut faults = Vec::new();
        let nodes = self.nodes.into_iter().map(|node| node.finish(&mut faults)).collect();
        let pipeline = Pipeline { name: self.name, nodes };
        faults.extend(check::check_by_hand(&pipeline));
        ConstructErrors::none_of(pipeline.name(), faults)?;
        Ok(pipeline)
    }
}
