//! A node: its name, how it runs, and what it needs.

use std::{borrow::Cow, fmt, future::Future, sync::Arc, time::Duration};

use serde::Serialize;

use super::{Args, Flow, Output, OutputType, Param, Pipeline, Source, StructuredOutput};
use crate::{__private::NodeError, AnyValue, BoxError, BoxFuture, tool::Tool};

/// A node as a type: the name beside the function that carries the node's facts.
///
/// `#[node]` implements it for an empty type of the function's name, so that
/// `outcome.get::<flow::brief>()` is typed by the node it names.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a node",
    label = "not a node",
    note = "name the type that `#[node]` puts beside a function, for example `flow::brief`"
)]
pub trait NodeType: 'static {
    /// What the node returns on success.
    // Its bounds are asked for where the node is made, in words of ours.
    type Output: 'static;
    /// The node's name, which is its address in the graph and in a checkpoint.
    const NAME: &'static str;
}

/// The return type of a node: any `Result`, whatever name it goes by.
#[diagnostic::on_unimplemented(
    message = "a node, reader or tool returns a `Result`, not `{Self}`",
    label = "not a `Result`",
    note = "write `-> Result<Output>`; a body that cannot fail still returns `Ok(value)`"
)]
pub trait NodeResult {
    /// The success type.
    type Ok;
    /// The error type.
    type Err;
    /// The result as the standard type.
    fn into_result(self) -> Result<Self::Ok, Self::Err>;
}

#[diagnostic::do_not_recommend]
impl<T, E> NodeResult for Result<T, E> {
    type Ok = T;
    type Err = E;

    fn into_result(self) -> Self {
        self
    }
}

/// How a node runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The body of the function runs.
    Scripted,
    /// One structured model call; the function has no body.
    Think,
    /// A model with tools that read, in a loop.
    Agent,
    /// A model with tools that may change the world, in a loop.
    Act,
}

impl Mode {
    /// The mode as it is written in `#[node(mode = …)]`.
    ///
    /// ```
    /// # use neograph_core::pipeline::Mode;
    /// assert_eq!(Mode::Think.name(), "think");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Scripted => "scripted",
            Self::Think => "think",
            Self::Agent => "agent",
            Self::Act => "act",
        }
    }

    /// Whether a model produces the output.
    pub fn uses_model(self) -> bool {
        self != Self::Scripted
    }

    /// Whether the node may call tools, and so may fill its manifest.
    pub fn uses_tools(self) -> bool {
        matches!(self, Self::Agent | Self::Act)
    }
}

/// Where a node's prompt comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PromptSource<'a> {
    /// A template of the graph's prompts, by name.
    Named(&'a str),
    /// A template written at the node.
    Inline(&'a str),
}

/// A tool of a node's tool list.
#[derive(Debug, Clone, Copy)]
pub enum ToolRef<'a> {
    /// A tool that the graph is given, by name.
    Named(&'a str),
    /// A tool that the program declares itself, such as a `#[resource_reader]`.
    Declared(fn() -> Arc<dyn Tool>),
}

pub(crate) type Body =
    Arc<dyn Fn(Args) -> BoxFuture<'static, Result<AnyValue, BoxError>> + Send + Sync>;
pub(crate) type InterruptWhen =
    Arc<dyn Fn(&AnyValue) -> Result<Option<serde_json::Value>, BoxError> + Send + Sync>;

/// A name: a literal of the program, or made while it runs.
pub(crate) type Name = Cow<'static, str>;

/// A prompt that a node keeps; [`PromptSource`] is what it shows.
#[derive(Debug, Clone)]
pub(super) enum Prompt {
    Named(Name),
    Inline(Name),
}

/// A tool that a node keeps; [`ToolRef`] is what it shows.
#[derive(Debug, Clone)]
pub(super) enum ListedTool {
    Named(Name),
    Declared(fn() -> Arc<dyn Tool>),
}

/// A node as data.
#[derive(Clone)]
pub struct NodeSpec {
    pub(super) name: Name,
    pub(super) mode: Mode,
    pub(super) params: Vec<Param>,
    pub(super) output: OutputType,
    pub(super) body: Option<Body>,
    pub(super) model: Option<Name>,
    pub(super) prompt: Option<Prompt>,
    pub(super) tools: Vec<ListedTool>,
    pub(super) max_turns: Option<u32>,
    pub(super) max_retries: Option<u32>,
    pub(super) retry: Option<u32>,
    pub(super) timeout: Option<Duration>,
    pub(super) interrupt_when: Option<InterruptWhen>,
    /// `None` for the many nodes that just run.
    pub(super) flow: Option<Box<Flow>>,
}

impl NodeSpec {
    /// The node's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How it runs.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Its parameters in declaration order.
    pub fn params(&self) -> &[Param] {
        &self.params
    }

    /// Its output type.
    pub fn output(&self) -> OutputType {
        self.output
    }

    /// The key of the model that the graph is given, for a node that uses one.
    pub fn model(&self) -> Option<&str> {
        self.model.as_deref()
    }

    /// Its prompt, for a node that uses a model.
    pub fn prompt(&self) -> Option<PromptSource<'_>> {
        self.prompt.as_ref().map(|prompt| match prompt {
            Prompt::Named(name) => PromptSource::Named(name),
            Prompt::Inline(text) => PromptSource::Inline(text),
        })
    }

    /// Its tool list.
    pub fn tools(&self) -> impl ExactSizeIterator<Item = ToolRef<'_>> {
        self.tools.iter().map(|tool| match tool {
            ListedTool::Named(name) => ToolRef::Named(name),
            ListedTool::Declared(make) => ToolRef::Declared(*make),
        })
    }

    /// How many model turns an agent may take.
    pub fn max_turns(&self) -> Option<u32> {
        self.max_turns
    }

    /// How often a malformed answer is sent back to the model.
    pub fn max_retries(&self) -> Option<u32> {
        self.max_retries
    }

    pub(crate) fn body(&self) -> Option<&Body> {
        self.body.as_ref()
    }

    /// How often an attempt is followed by another one when what failed may pass.
    pub fn retry(&self) -> Option<u32> {
        self.retry
    }

    /// How long one attempt may take.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout
    }

    pub(crate) fn interrupt_when(&self) -> Option<&InterruptWhen> {
        self.interrupt_when.as_ref()
    }

    pub(crate) fn flow(&self) -> Option<&Flow> {
        self.flow.as_deref()
    }

    /// Whether the node is one call of its body or its model.
    pub(crate) fn is_plain(&self) -> bool {
        self.flow().is_none_or(|flow| !flow.is_composite())
    }

    pub(super) fn flow_mut(&mut self) -> &mut Flow {
        self.flow.get_or_insert_default()
    }

    /// Whether the node may be skipped, so that what reads it must do without.
    pub fn is_conditional(&self) -> bool {
        self.flow().is_some_and(|flow| flow.condition.is_some())
    }

    /// The pipeline that the node is, if it is one.
    pub fn sub_pipeline(&self) -> Option<&Pipeline> {
        self.flow()?.sub.as_ref().map(|sub| &*sub.pipeline)
    }

    /// What one run of the function gives. A fan-out gives a collection of it.
    pub(crate) fn unit(&self) -> OutputType {
        self.flow().and_then(|flow| flow.unit).unwrap_or(self.output)
    }

    /// A parameter of the node that is there before it runs, and is no output of another one.
    pub(super) fn given(&self, name: &str) -> Option<&Param> {
        let is_given = |param: &&Param| {
            matches!(param.source(), Source::Input | Source::Config | Source::Feedback(_))
        };
        self.params.iter().filter(is_given).find(|param| param.name() == name)
    }

    /// The nodes that this one waits for, by name; some may be named twice.
    pub(crate) fn reads(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.params.iter().flat_map(Param::reads).collect();
        names.extend(self.params.iter().filter_map(|param| param.feedback_of(self.name())));
        if let Some(flow) = self.flow() {
            names.extend(flow.each.iter().map(|each| &*each.root));
            if let Some(condition) = &flow.condition {
                names.extend(condition.params().iter().flat_map(Param::reads));
                names.extend(condition.skipped().iter().map(AsRef::as_ref));
            }
        }
        names
    }

    /// Whether the node's tools, or those of the nodes inside, may emit links.
    pub(crate) fn may_emit_links(&self) -> bool {
        let inside = self.sub_pipeline().into_iter().flat_map(Pipeline::nodes);
        self.mode.uses_tools() || inside.into_iter().any(Self::may_emit_links)
    }
}

/// What the macros expand to.
#[doc(hidden)]
impl NodeSpec {
    /// A node whose body runs. The outer error says that a parameter could not be taken.
    pub fn __scripted<N, F, Fut, R>(body: F) -> Self
    where
        N: NodeType,
        F: Fn(Args) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<R, BoxError>> + Send + 'static,
        // The same type as `N::Output`, which is not named here: rustc reports once.
        R: NodeResult + 'static,
        R::Ok: Output,
        R::Err: NodeError,
    {
        let body: Body = Arc::new(move |args| {
            let call = body(args);
            Box::pin(async move {
                let value = call.await?.into_result().map_err(Into::into)?;
                Ok(Arc::new(value) as AnyValue)
            })
        });
        Self {
            body: Some(body),
            ..Self::new(N::NAME.into(), Mode::Scripted, OutputType::__of::<R::Ok>())
        }
    }

    /// A node whose output a model makes: `Leaf` is what one run gives.
    pub fn __with_model<N, Leaf>(
        mode: Mode,
        model: &'static str,
        prompt: PromptSource<'static>,
    ) -> Self
    where
        N: NodeType,
        Leaf: StructuredOutput,
    {
        Self {
            model: Some(model.into()),
            prompt: Some(match prompt {
                PromptSource::Named(name) => Prompt::Named(name.into()),
                PromptSource::Inline(text) => Prompt::Inline(text.into()),
            }),
            ..Self::new(N::NAME.into(), mode, OutputType::__structured::<Leaf>())
        }
    }

    #[must_use]
    pub fn __param(mut self, param: Param) -> Self {
        self.params.push(param);
        self
    }

    #[must_use]
    pub fn __tool(mut self, tool: ToolRef<'static>) -> Self {
        self.tools.push(match tool {
            ToolRef::Named(name) => ListedTool::Named(name.into()),
            ToolRef::Declared(make) => ListedTool::Declared(make),
        });
        self
    }

    #[must_use]
    pub fn __max_turns(self, max_turns: u32) -> Self {
        Self { max_turns: Some(max_turns), ..self }
    }

    #[must_use]
    pub fn __max_retries(self, max_retries: u32) -> Self {
        Self { max_retries: Some(max_retries), ..self }
    }

    #[must_use]
    pub fn __retry(self, retry: u32) -> Self {
        Self { retry: Some(retry), ..self }
    }

    #[must_use]
    pub fn __timeout(self, timeout: Duration) -> Self {
        Self { timeout: Some(timeout), ..self }
    }

    /// The condition sees what one run of the node gives.
    #[must_use]
    pub fn __interrupt_when<Leaf, F, P>(self, condition: F) -> Self
    where
        Leaf: 'static,
        F: Fn(&Leaf) -> Option<P> + Send + Sync + 'static,
        P: Serialize,
    {
        let condition: InterruptWhen = Arc::new(move |value| {
            let output = value.downcast_ref::<Leaf>().ok_or("the output has another type")?;
            Ok(condition(output).map(serde_json::to_value).transpose()?)
        });
        Self { interrupt_when: Some(condition), ..self }
    }

    pub(super) fn new(name: Name, mode: Mode, output: OutputType) -> Self {
        Self {
            name,
            mode,
            params: Vec::new(),
            output,
            body: None,
            model: None,
            prompt: None,
            tools: Vec::new(),
            max_turns: None,
            max_retries: None,
            retry: None,
            timeout: None,
            interrupt_when: None,
            flow: None,
        }
    }
}

impl fmt::Debug for NodeSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeSpec")
            .field("name", &self.name)
            .field("mode", &self.mode)
            .field("params", &self.params)
            .field("output", &self.output)
            .finish_non_exhaustive()
    }
}
