//! A pipeline as a picture: Mermaid for pages, DOT for Graphviz.

mod dot;
mod mermaid;
mod picture;

use picture::Picture;

use super::Pipeline;

impl Pipeline {
    /// The graph as a Mermaid flowchart.
    ///
    /// - A solid arrow is an edge. It is labelled `when …` if the node's condition asks about
    ///   the same output, and with the parameter's name if that takes the first of several.
    /// - A dotted arrow is control without data: `when …` leads from what a condition asks
    ///   about, `else` from a node in whose stead the next one runs.
    /// - Another dotted arrow is a resource that a node reads, by the kind of a link or by URI.
    /// - A thick arrow, labelled `each …`, leads from a collection to the node that runs for
    ///   each of its items.
    /// - A loop is an arrow from a node to itself; it is labelled with its condition and its
    ///   bound.
    /// - A node that is a pipeline is a frame around the nodes inside. A loop of it is in the
    ///   frame's label.
    ///
    /// ```
    /// # use neograph_core::{Error, Pipeline, pipeline::Node};
    /// let greet = Node::scripted("greet").run(|_| async { Ok("hello".to_owned()) });
    /// let pipeline = Pipeline::builder("greeting").node(greet).build()?;
    /// assert_eq!(pipeline.mermaid(), "flowchart LR\n    greet[\"greet\"]\n");
    /// # Ok::<_, Error>(())
    /// ```
    pub fn mermaid(&self) -> String {
        mermaid::draw(&Picture::of(self))
    }

    /// The graph in the DOT language of Graphviz, with the same elements. What a condition
    /// asks about is dashed there, and not dotted.
    ///
    /// ```
    /// # use neograph_core::{Error, Pipeline, pipeline::Node};
    /// let greet = Node::scripted("greet").run(|_| async { Ok("hello".to_owned()) });
    /// let pipeline = Pipeline::builder("greeting").node(greet).build()?;
    /// assert!(pipeline.dot().starts_with("digraph \"greeting\" {"));
    /// # Ok::<_, Error>(())
    /// ```
    pub fn dot(&self) -> String {
        dot::draw(self.name(), &Picture::of(self))
    }
}
