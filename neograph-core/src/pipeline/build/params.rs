//! Where the values of a node's parameters come from: other nodes, the input, the
//! configuration. Not from resources.

use super::Node;
use crate::{
    __private::{Feedback, FromInput, Handle, Rendered},
    pipeline::{Binding, Output, Param, Source, node::Name},
};

impl Node {
    /// The output of the node of this name, which must be a `T`.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("greet").edge::<String>("subject").run(async |args| {
    ///     let subject = args.get::<String>("subject")?;
    ///     Ok(format!("hello, {subject}"))
    /// });
    /// ```
    pub fn edge<T: Output>(self, name: impl Into<Name>) -> Self {
        self.param(of_nodes::<T>(name, Source::Upstream))
    }

    /// The output of the node of this name, which may be skipped;
    /// [`Args::find`](crate::pipeline::Args::find) takes it.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("greet").optional_edge::<String>("subject").run(async |args| {
    ///     let subject = args.find::<String>("subject")?;
    ///     Ok(subject.map_or_else(|| "hello".to_owned(), |subject| format!("hello, {subject}")))
    /// });
    /// ```
    pub fn optional_edge<T: Output>(self, name: impl Into<Name>) -> Self {
        self.param(of_nodes::<T>(name, Source::Upstream).__optional::<T>())
    }

    /// The output of the first of these nodes that was not skipped.
    ///
    /// One of them always runs: it has no condition, or it runs
    /// [`otherwise`](Self::otherwise) than the others.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("report")
    ///     .first_of::<String>("analysis", ["deep", "shallow"])
    ///     .run(async |args| Ok(args.get::<String>("analysis")?.len()));
    /// ```
    pub fn first_of<T: Output>(
        self,
        name: impl Into<Name>,
        nodes: impl IntoIterator<Item = impl Into<Name>>,
    ) -> Self {
        let nodes = nodes.into_iter().map(Into::into).collect();
        self.param(of_nodes::<T>(name, Source::FirstOf(nodes)))
    }

    /// The same if all of them may be skipped; [`Args::find`](crate::pipeline::Args::find)
    /// takes it.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("report")
    ///     .optional_first_of::<String>("analysis", ["deep", "shallow"])
    ///     .run(async |args| Ok(args.find::<String>("analysis")?.map_or(0, |text| text.len())));
    /// ```
    pub fn optional_first_of<T: Output>(
        self,
        name: impl Into<Name>,
        nodes: impl IntoIterator<Item = impl Into<Name>>,
    ) -> Self {
        let nodes = nodes.into_iter().map(Into::into).collect();
        self.param(of_nodes::<T>(name, Source::FirstOf(nodes)).__optional::<T>())
    }

    /// What the iteration before gave, in a loop; nothing in the first.
    /// [`Args::find`](crate::pipeline::Args::find) takes it.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("count")
    ///     .carry::<u64>("previous")
    ///     .run(async |args| Ok(args.find::<u64>("previous")?.map_or(1, |previous| *previous + 1)))
    ///     .repeat_while(|count: &u64| *count < 3, 5);
    /// ```
    pub fn carry<T: Output>(self, name: impl Into<Name>) -> Self {
        self.param(of_nodes::<T>(name, Source::Carry).__optional::<T>())
    }

    /// What a human answered when a node asked with [`interrupt_when`](Self::interrupt_when);
    /// nothing when it did not ask. [`Args::get`](crate::pipeline::Args::get) takes an
    /// `Option<T>`. In a loop that names itself it is the answer to the iteration before.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("send").human_feedback::<bool>("approved", "brief").run(async |args| {
    ///     Ok(args.get::<Option<bool>>("approved")?.unwrap_or(true))
    /// });
    /// ```
    pub fn human_feedback<T: Feedback + Rendered>(
        self,
        name: impl Into<Name>,
        node: impl Into<Name>,
    ) -> Self {
        let binding = Binding::json::<Option<T>>().rendered::<Option<T>>();
        self.param(Param::new(name, Source::Feedback(node.into()), binding).__optional::<T>())
    }

    /// The run's input of this name.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("double").input::<u64>("n").run(async |args| {
    ///     Ok(2 * *args.get::<u64>("n")?)
    /// });
    /// ```
    pub fn input<T: FromInput + Rendered>(self, name: impl Into<Name>) -> Self {
        self.param(Param::new(name, Source::Input, Binding::json::<T>().rendered::<T>()))
    }

    /// An input that the run may not have: an `Option<T>`.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("page").optional_input::<u64>("limit").run(async |args| {
    ///     Ok(args.get::<Option<u64>>("limit")?.unwrap_or(20))
    /// });
    /// ```
    pub fn optional_input<T: FromInput + Rendered>(self, name: impl Into<Name>) -> Self {
        let binding = Binding::json::<Option<T>>().rendered::<Option<T>>();
        self.param(Param::new(name, Source::Input, binding).__optional::<T>())
    }

    /// A handle of the run's configuration, given as `T` or as `Arc<T>`. It stays out of prompts.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// # struct Client; impl Client { async fn count(&self) -> u64 { 1 } }
    /// let node = Node::scripted("count").handle::<Client>("client").run(async |args| {
    ///     Ok(args.get::<Client>("client")?.count().await)
    /// });
    /// ```
    pub fn handle<T: Handle>(self, name: impl Into<Name>) -> Self {
        self.param(Param::new(name, Source::Config, Binding::handle::<T>()))
    }

    /// A handle that the run may not have; [`Args::find`](crate::pipeline::Args::find) takes it.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// # struct Cache; impl Cache { fn len(&self) -> u64 { 1 } }
    /// let node = Node::scripted("cached").optional_handle::<Cache>("cache").run(async |args| {
    ///     Ok(args.find::<Cache>("cache")?.map_or(0, |cache| cache.len()))
    /// });
    /// ```
    pub fn optional_handle<T: Handle>(self, name: impl Into<Name>) -> Self {
        self.param(Param::new(name, Source::Config, Binding::handle::<T>()).__optional::<T>())
    }

    /// A handle that the node's prompt may name.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::think("greet")
    ///     .handle_in_prompt::<String>("tenant")
    ///     .prompt_text("Greet the people of {{ tenant }}.");
    /// ```
    pub fn handle_in_prompt<T: Handle + Rendered>(self, name: impl Into<Name>) -> Self {
        self.param(Param::new(name, Source::Config, Binding::handle::<T>().rendered::<T>()))
    }

    pub(super) fn param(mut self, param: Param) -> Self {
        self.spec.params.push(param);
        self
    }
}

/// A parameter whose value a node gave.
fn of_nodes<T: Output>(name: impl Into<Name>, source: Source) -> Param {
    Param::new(name, source, Binding::opaque::<T>().rendered::<T>())
}
