//! What lint looks at: a pipeline, with what a graph knows of its tools and prompts.

use std::{borrow::Cow, sync::Arc};

use crate::{
    Graph, Pipeline,
    graph::Plan,
    pipeline::{NodeSpec, PromptSource, ToolRef},
    prompt::Prompts,
    tool::{Tool, ToolSpec},
};

/// What [`lint`](super::lint()) looks at: a pipeline, or a graph, which knows its tools and
/// prompts besides.
///
/// A pipeline that no graph could be made of yet can be looked at with its tools and prompts,
/// too:
///
/// ```
/// use std::sync::Arc;
/// use neograph_core::{Node, Pipeline, lint::{Subject, lint}, tool::{Tool, read_blob}};
///
/// let research = Node::agent("research").model("m").prompt_text("Look around.").tools(["read_blob"]);
/// let pipeline = Pipeline::builder("research").node(research.output::<String>()).build()?;
/// assert!(lint(&pipeline).is_empty(), "nothing is known of the tool");
///
/// let tools: [Arc<dyn Tool>; 1] = [Arc::new(read_blob())];
/// let issues = lint(Subject::from(&pipeline).tools(&tools));
/// assert_eq!(issues[0].kind.name(), "tool_requires_async_driver");
/// # Ok::<_, neograph_core::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pipeline: &'a Pipeline,
    plan: Option<&'a Plan>,
    tools: &'a [Arc<dyn Tool>],
    prompts: Option<&'a Prompts>,
}

impl std::fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject").field("pipeline", &self.pipeline.name()).finish_non_exhaustive()
    }
}

impl<'a> Subject<'a> {
    /// The tools that nodes list by name. A graph knows its own.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # use neograph_core::{Pipeline, lint::{LintIssue, Subject, lint}, tool::Tool};
    /// fn issues(pipeline: &Pipeline, tools: &[Arc<dyn Tool>]) -> Vec<LintIssue> {
    ///     lint(Subject::from(pipeline).tools(tools))
    /// }
    /// ```
    #[must_use]
    pub fn tools(self, tools: &'a [Arc<dyn Tool>]) -> Self {
        Self { tools, ..self }
    }

    /// The prompts that nodes name. A graph knows its own.
    ///
    /// ```
    /// # use neograph_core::{Pipeline, lint::{LintIssue, Subject, lint}, prompt::Prompts};
    /// fn issues(pipeline: &Pipeline, prompts: &Prompts) -> Vec<LintIssue> {
    ///     lint(Subject::from(pipeline).prompts(prompts))
    /// }
    /// ```
    #[must_use]
    pub fn prompts(self, prompts: &'a Prompts) -> Self {
        Self { prompts: Some(prompts), ..self }
    }

    pub(super) fn pipeline(&self) -> &'a Pipeline {
        self.pipeline
    }

    /// The pipeline inside a node.
    pub(super) fn inside(&self, node: usize) -> Option<Self> {
        let pipeline = self.pipeline.nodes()[node].sub_pipeline()?;
        let plan = self.plan.and_then(|plan| Some(&*plan.sub(node)?.plan));
        Some(Self { pipeline, plan, ..*self })
    }

    /// The text of a node's prompt, where it is known.
    pub(super) fn prompt<'s>(&self, spec: &'s NodeSpec) -> Option<Cow<'s, str>>
    where
        'a: 's,
    {
        match spec.prompt()? {
            PromptSource::Inline(text) => Some(text.into()),
            PromptSource::Named(name) => match self.plan {
                Some(plan) => plan.templates().text(name).map(Cow::Owned),
                None => self.prompts?.text(name).map(Cow::Borrowed),
            },
        }
    }

    /// What is known of the tools of a node.
    pub(super) fn tools_of(&self, node: usize) -> Vec<KnownTool> {
        if let Some(plan) = self.plan {
            return plan.tools(node).iter().map(|tool| KnownTool::of(tool.spec())).collect();
        }
        let given = |name: &str| {
            let mut specs = self.tools.iter().map(|tool| tool.spec());
            specs.find(|spec| spec.qualified_name() == name).cloned()
        };
        let known = |tool: ToolRef<'_>| match tool {
            ToolRef::Declared(make) => KnownTool::of(make().spec()),
            ToolRef::Named(name) => KnownTool { name: name.to_owned(), spec: given(name) },
        };
        self.pipeline.nodes()[node].tools().map(known).collect()
    }
}

/// What is known of a tool.
pub(super) struct KnownTool {
    pub(super) name: String,
    /// `None` for a tool that only a graph knows.
    pub(super) spec: Option<ToolSpec>,
}

impl KnownTool {
    fn of(spec: &ToolSpec) -> Self {
        Self { name: spec.qualified_name(), spec: Some(spec.clone()) }
    }

    /// Whether a result may hold links. Tools that read resources emit none.
    pub(super) fn may_emit(&self) -> bool {
        self.spec.as_ref().is_none_or(|spec| spec.emits_links)
    }
}

impl<'a> From<&'a Pipeline> for Subject<'a> {
    fn from(pipeline: &'a Pipeline) -> Self {
        Self { pipeline, plan: None, tools: &[], prompts: None }
    }
}

impl<'a> From<&'a Graph> for Subject<'a> {
    fn from(graph: &'a Graph) -> Self {
        Self { plan: Some(graph.plan()), ..Self::from(graph.pipeline()) }
    }
}
