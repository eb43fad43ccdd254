//! Control flow of a node: over what it runs, how often, and what runs in it.

use std::sync::Arc;

use super::{
    Node,
    condition::Asks,
    faults::{Faults, once},
};
use crate::{
    __private::Rendered,
    error::FlowFault,
    pipeline::{
        Binding, Collection, Ensemble, Merged, Mode, NodeSpec, OnError, OnExhaust, Output, Param,
        Pipeline, Repeat, Source, Sub, flow::Each, node::Name,
    },
};

/// What a node was given, until its output type is known.
#[derive(Default)]
pub(super) struct Flow {
    pub(super) condition: Option<Asks>,
    each: Option<Each>,
    concurrency: Option<u32>,
    on_error: Option<OnError>,
    repeat: Option<Repeat>,
    on_exhaust: Option<OnExhaust>,
    ensemble: Option<u32>,
    models: Option<Vec<Name>>,
    merge: Option<MakeEnsemble>,
}

/// Makes the ensemble once its members are counted.
type MakeEnsemble = Box<dyn FnOnce(u32) -> Ensemble + Send + Sync>;

impl Node {
    /// A node that is a pipeline of its own. It gives what the node `output` of that pipeline
    /// returns, which is a `T`.
    ///
    /// The node's parameters are the inputs of the pipeline, by their names.
    ///
    /// ```
    /// use neograph_core::{Node, Pipeline};
    ///
    /// let squares = Pipeline::builder("squares")
    ///     .node(Node::scripted("square").input::<u64>("n").run(async |args| {
    ///         let n = args.get::<u64>("n")?;
    ///         Ok(*n * *n)
    ///     }))
    ///     .build()?;
    /// let pipeline = Pipeline::builder("sums")
    ///     .node(Node::scripted("n").run(async |_| Ok(4_u64)))
    ///     .node(Node::pipeline::<u64>("squared", squares, "square").edge::<u64>("n"))
    ///     .build()?;
    /// # Ok::<_, neograph_core::Error>(())
    /// ```
    pub fn pipeline<T: Output>(
        name: impl Into<Name>,
        pipeline: Pipeline,
        output: impl Into<Name>,
    ) -> Self {
        let mut node = Self::scripted(name);
        node.spec.flow_mut().sub =
            Some(Sub { pipeline: Arc::new(pipeline), output: output.into() });
        node.inside = Some(super::node::Leaf::of::<T>());
        node
    }

    /// Runs the node once for each item of a collection in the output of the node `root`.
    ///
    /// The item is the parameter `item`. The node's output becomes the `Vec` of what its runs
    /// give, in the order of the items.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// # #[derive(serde::Serialize, serde::Deserialize)] struct Clusters { groups: Vec<String> }
    /// let node = Node::scripted("length")
    ///     .each("clusters", "group", |clusters: &Clusters| &clusters.groups)
    ///     .run(async |args| Ok(args.get::<String>("group")?.len()));
    /// ```
    pub fn each<Root, C>(
        mut self,
        root: impl Into<Name>,
        item: impl Into<Name>,
        items: impl for<'a> Fn(&'a Root) -> &'a C + Clone + Send + Sync + 'static,
    ) -> Self
    where
        Root: Output,
        C: Collection + 'static,
        C::Item: Rendered + Clone + Send + Sync + 'static,
    {
        let root = root.into();
        // How the results are gathered is said when their type is known.
        let each = Each::new::<Root, C, ()>(root.clone(), root, items);
        once(&mut self.flow.each, each, "each", &mut self.faults);
        let binding = Binding::opaque::<C::Item>().rendered::<C::Item>();
        self.param(Param::new(item, Source::Item, binding))
    }

    /// How many items run at once; 16 if this is not said.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("length").each("words", "word", |words: &Vec<String>| words).concurrency(4);
    /// ```
    pub fn concurrency(mut self, items: u32) -> Self {
        once(&mut self.flow.concurrency, items, "concurrency", &mut self.faults);
        self
    }

    /// Makes the failure of an item its result: the node gives a `Vec` of
    /// `Result<_, ItemError>`.
    ///
    /// ```
    /// # use neograph_core::{Node, pipeline::ItemError};
    /// let node = Node::scripted("number")
    ///     .each("words", "word", |words: &Vec<String>| words)
    ///     .collect_errors()
    ///     .run(async |args| Ok(args.get::<String>("word")?.parse::<u64>()?));
    /// let next = Node::scripted("count").edge::<Vec<Result<u64, ItemError>>>("number");
    /// ```
    pub fn collect_errors(mut self) -> Self {
        once(&mut self.flow.on_error, OnError::Collect, "collect_errors", &mut self.faults);
        self
    }

    /// Runs the node again while this holds of what it gave, at most so often in all.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("draft")
    ///     .carry::<String>("previous")
    ///     .run(async |args| {
    ///         let previous = args.find::<String>("previous")?;
    ///         Ok(previous.map_or_else(String::new, |previous| format!("{previous}.")))
    ///     })
    ///     .repeat_while(|draft: &String| draft.len() < 3, 5);
    /// ```
    pub fn repeat_while<T: Output>(
        mut self,
        condition: impl Fn(&T) -> bool + Send + Sync + 'static,
        max_iterations: u32,
    ) -> Self {
        let repeat = Repeat::new(max_iterations, condition);
        once(&mut self.flow.repeat, repeat, "repeat_while", &mut self.faults);
        self
    }

    /// Takes the last output of a loop that reached its bound; the run fails if this is not said.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("roll")
    ///     .run(async |_| Ok(4))
    ///     .repeat_while(|roll: &i32| *roll < 6, 3)
    ///     .on_exhaust_last();
    /// ```
    pub fn on_exhaust_last(mut self) -> Self {
        once(&mut self.flow.on_exhaust, OnExhaust::Last, "on_exhaust_last", &mut self.faults);
        self
    }

    /// Runs the node several times at once; [`merge`](Self::merge) makes one output of theirs.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::think("joke")
    ///     .model("writer")
    ///     .prompt_text("A joke, please.")
    ///     .output::<String>()
    ///     .ensemble(3)
    ///     .merge(|jokes: Vec<String>| jokes.into_iter().min_by_key(String::len).ok_or("no joke"));
    /// ```
    pub fn ensemble(mut self, members: u32) -> Self {
        once(&mut self.flow.ensemble, members, "ensemble", &mut self.faults);
        self
    }

    /// The models of an ensemble's members, in turn, instead of a [`model`](Self::model). There
    /// are as many members as models if [`ensemble`](Self::ensemble) says no number.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::think("joke").models(["small", "large"]);
    /// ```
    pub fn models(mut self, keys: impl IntoIterator<Item = impl Into<Name>>) -> Self {
        let keys = keys.into_iter().map(Into::into).collect();
        once(&mut self.flow.models, keys, "models", &mut self.faults);
        self
    }

    /// Makes one output of those of an ensemble's members, which are in their order. The
    /// function returns the output, or a `Result` of it.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("guess")
    ///     .run(async |_| Ok(4_u64))
    ///     .ensemble(3)
    ///     .merge(|guesses: Vec<u64>| guesses.iter().sum::<u64>());
    /// ```
    pub fn merge<T: Output, R: Merged<T> + 'static>(
        mut self,
        merge: impl Fn(Vec<T>) -> R + Send + Sync + 'static,
    ) -> Self {
        let make: MakeEnsemble = Box::new(|members| Ensemble::new(members, merge));
        once(&mut self.flow.merge, make, "merge", &mut self.faults);
        self
    }
}

impl Flow {
    /// Puts into the node's data what needs no output type, and gives the fan-out, which does.
    pub(super) fn put(self, spec: &mut NodeSpec, faults: &mut Faults) -> Option<Each> {
        if let Some(asks) = self.condition {
            let condition = asks.finish(spec, faults.of_flow());
            spec.flow_mut().condition = Some(condition);
        }
        let models = self.models.unwrap_or_default();
        let is_of_models = spec.mode() != Mode::Scripted && !models.is_empty();
        let of_models = is_of_models.then(|| u32::try_from(models.len()).unwrap_or(u32::MAX));
        if is_of_models {
            if spec.model.is_some() {
                faults.flow(FlowFault::Exclude { one: "model", other: "models" });
            }
            spec.model = spec.model.take().or_else(|| models.first().cloned());
        }
        match (self.ensemble.or(of_models), self.merge) {
            (Some(members), Some(make)) => spec.flow_mut().ensemble = Some(make(members)),
            (Some(_), None) => faults.flow(FlowFault::NotMerged),
            (None, Some(_)) => faults.flow(FlowFault::NoEnsemble),
            (None, None) => {}
        }
        if !models.is_empty() {
            spec.flow_mut().models = models;
        }
        if self.concurrency.is_some() || self.on_error.is_some() {
            let flow = spec.flow_mut();
            (flow.concurrency, flow.on_error) = (self.concurrency, self.on_error);
        }
        if self.repeat.is_some() || self.on_exhaust.is_some() {
            let flow = spec.flow_mut();
            (flow.repeat, flow.on_exhaust) = (self.repeat, self.on_exhaust);
        }
        self.each
    }
}
