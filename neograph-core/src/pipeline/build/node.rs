//! A node while it is built: how it runs, and what its model is told.

use std::{fmt, sync::Arc, time::Duration};

use super::{
    body::{Condition, MakeBody},
    faults::{Faults, once},
    flow::Flow,
};
use crate::{
    error::ConstructError,
    pipeline::{
        Mode, NodeSpec, OnError, Output, OutputType, StructuredOutput,
        args::Names,
        flow::Each,
        node::{ListedTool, Name, Prompt},
    },
    tool::ToolType,
};

/// A node of a pipeline that is built by hand.
///
/// A scripted node needs [`run`](Self::run); a node with a model needs a
/// [`model`](Self::model), a [`prompt`](Self::prompt) and an [`output`](Self::output), an
/// agent [`tools`](Self::tools) besides. [`PipelineBuilder::build`](super::PipelineBuilder::build)
/// reports what is missing, and everything else that is wrong.
///
/// ```
/// use neograph_core::{Node, Pipeline};
///
/// # #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
/// # struct Brief { text: String }
/// let pipeline = Pipeline::builder("briefing")
///     .node(Node::scripted("notes").input::<String>("topic").run(async |args| {
///         Ok(format!("notes on {}", args.get::<String>("topic")?))
///     }))
///     .node(
///         Node::think("brief")
///             .edge::<String>("notes")
///             .model("writer")
///             .prompt_text("Write a brief from these notes: {{ notes }}")
///             .output::<Brief>(),
///     )
///     .build()?;
/// # Ok::<_, neograph_core::Error>(())
/// ```
///
/// Control flow is said with further methods, in any order: whether the node runs
/// ([`when`](Self::when), [`otherwise`](Self::otherwise)), for each item of what
/// ([`each`](Self::each)), how often ([`repeat_while`](Self::repeat_while)), how many times at
/// once ([`ensemble`](Self::ensemble)), and which pipeline it is ([`pipeline`](Self::pipeline)).
///
/// A resource cannot be bound here; a node that reads one is written with `#[node]`. There
/// is no such method:
///
/// ```compile_fail,E0599
/// use neograph_core::Node;
///
/// let node = Node::scripted("digest").resource::<String>("history", "email-history");
/// ```
#[must_use = "a node does nothing until it is in a pipeline"]
pub struct Node {
    pub(super) spec: NodeSpec,
    pub(super) body: Option<(Leaf, MakeBody)>,
    pub(super) output: Option<Leaf>,
    /// The output of the pipeline that the node is.
    pub(super) inside: Option<Leaf>,
    pub(super) condition: Option<Condition>,
    pub(super) flow: Flow,
    pub(super) faults: Faults,
}

/// What one run of the node gives, and how the node becomes a fan-out of such runs.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    output: OutputType,
    fan_out: fn(NodeSpec, Each) -> NodeSpec,
}

impl Leaf {
    pub(super) fn of<T: Output>() -> Self {
        let fan_out = |spec: NodeSpec, each| {
            let collects = spec.flow().is_some_and(|flow| flow.on_error == Some(OnError::Collect));
            let spec = spec.with_each::<T>(each);
            if collects { spec.__collect_errors::<T>() } else { spec }
        };
        Self { output: OutputType::__of::<T>(), fan_out }
    }

    fn structured<T: StructuredOutput>() -> Self {
        Self { output: OutputType::__structured::<T>(), ..Self::of::<T>() }
    }
}

impl Node {
    /// A node whose body runs.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("roll").run(async |_| Ok(4));
    /// ```
    pub fn scripted(name: impl Into<Name>) -> Self {
        Self::new(name.into(), Mode::Scripted)
    }

    /// A node whose output a model makes in one call.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::think("joke").model("writer").prompt("joke").output::<String>();
    /// ```
    pub fn think(name: impl Into<Name>) -> Self {
        Self::new(name.into(), Mode::Think)
    }

    /// A node whose output a model makes in a loop with tools that read.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::agent("research")
    ///     .tools(["crm::get_deal"])
    ///     .model("writer")
    ///     .prompt("research/scan")
    ///     .output::<String>();
    /// ```
    pub fn agent(name: impl Into<Name>) -> Self {
        Self::new(name.into(), Mode::Agent)
    }

    /// The same with tools that may change the world.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::act("book").tools(["hotel::book"]).model("m").prompt("book").output::<u64>();
    /// ```
    pub fn act(name: impl Into<Name>) -> Self {
        Self::new(name.into(), Mode::Act)
    }

    /// The key under which the graph is given the model.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::think("joke").model("writer");
    /// ```
    pub fn model(mut self, key: impl Into<Name>) -> Self {
        once(&mut self.spec.model, key.into(), "model", &mut self.faults);
        self
    }

    /// The prompt, by its name among the graph's prompts.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::think("joke").prompt("jokes/short");
    /// ```
    pub fn prompt(mut self, name: impl Into<Name>) -> Self {
        if matches!(self.spec.prompt, Some(Prompt::Inline(_))) {
            self.faults.two_prompts = true;
        } else {
            once(&mut self.spec.prompt, Prompt::Named(name.into()), "prompt", &mut self.faults);
        }
        self
    }

    /// The prompt itself, a template over the node's edges and inputs.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::think("joke").input::<String>("topic").prompt_text("A joke on {{ topic }}.");
    /// ```
    pub fn prompt_text(mut self, text: impl Into<Name>) -> Self {
        if matches!(self.spec.prompt, Some(Prompt::Named(_))) {
            self.faults.two_prompts = true;
        } else {
            let prompt = Prompt::Inline(text.into());
            once(&mut self.spec.prompt, prompt, "prompt_text", &mut self.faults);
        }
        self
    }

    /// Tools of the graph, by their names; further calls add to the list.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::agent("research").tools(["crm::get_deal", "crm::get_mails"]);
    /// ```
    pub fn tools(mut self, names: impl IntoIterator<Item = impl Into<Name>>) -> Self {
        let tools = names.into_iter().map(|name| ListedTool::Named(name.into()));
        self.spec.tools.extend(tools);
        self
    }

    /// A `#[tool]` or a `#[resource_reader]`, added to the tools.
    ///
    /// ```
    /// # use neograph_core::{Node, tool::ToolType};
    /// fn research<T: ToolType>() -> Node {
    ///     Node::agent("research").tool::<T>()
    /// }
    /// ```
    pub fn tool<T: ToolType>(mut self) -> Self {
        self.spec.tools.push(ListedTool::Declared(T::tool));
        self
    }

    /// How many turns an agent takes at most.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::agent("research").max_turns(8);
    /// ```
    pub fn max_turns(mut self, turns: u32) -> Self {
        once(&mut self.spec.max_turns, turns, "max_turns", &mut self.faults);
        self
    }

    /// How often an answer that does not fit the output type is sent back.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::think("joke").max_retries(1);
    /// ```
    pub fn max_retries(mut self, retries: u32) -> Self {
        once(&mut self.spec.max_retries, retries, "max_retries", &mut self.faults);
        self
    }

    /// How often an attempt is followed by another one when what failed may pass.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("roll").run(async |_| Ok(4)).retry(2);
    /// ```
    pub fn retry(mut self, times: u32) -> Self {
        once(&mut self.spec.retry, times, "retry", &mut self.faults);
        self
    }

    /// How long one attempt may take.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// # use std::time::Duration;
    /// let node = Node::scripted("roll").run(async |_| Ok(4)).timeout(Duration::from_secs(30));
    /// ```
    pub fn timeout(mut self, timeout: Duration) -> Self {
        once(&mut self.spec.timeout, timeout, "timeout", &mut self.faults);
        self
    }

    /// The type that the model is asked for. A scripted node's body says its type itself.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::think("joke").output::<String>();
    /// ```
    pub fn output<T: StructuredOutput>(mut self) -> Self {
        once(&mut self.output, Leaf::structured::<T>(), "output", &mut self.faults);
        self
    }

    fn new(name: Name, mode: Mode) -> Self {
        Self {
            spec: NodeSpec::new(name, mode, OutputType::undeclared()),
            body: None,
            output: None,
            inside: None,
            condition: None,
            flow: Flow::default(),
            faults: Faults::default(),
        }
    }

    /// The node as data. What the data cannot say, such as a key given twice, is reported here.
    pub(super) fn finish(mut self, faults: &mut Vec<ConstructError>) -> NodeSpec {
        let each = self.flow.put(&mut self.spec, &mut self.faults);
        self.faults.report(&self.spec, self.output.is_some(), faults);
        let of_body = self.body.as_ref().map(|(leaf, _)| *leaf);
        let leaf = match self.spec.mode {
            Mode::Scripted => self.inside.or(of_body).or(self.output),
            _ => self.output.or(of_body),
        };
        self.spec.output = leaf.map_or(self.spec.output, |leaf| leaf.output);
        let names = self.spec.params.iter().map(|param| param.name.clone()).collect();
        self.spec.body = self.body.map(|(_, make)| make(Arc::new(Names(names))));
        if let Some(condition) = self.condition {
            faults.extend(condition.fault(&self.spec));
            self.spec.interrupt_when = Some(condition.call);
        }
        match (each, leaf) {
            (Some(each), Some(leaf)) => (leaf.fan_out)(self.spec, each),
            // That there is no type is reported.
            (Some(each), None) => {
                self.spec.flow_mut().each = Some(each);
                self.spec
            }
            (None, _) => self.spec,
        }
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Node").field(&self.spec).finish()
    }
}
