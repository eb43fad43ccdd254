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

/// The pipeline itself, or one inside a node of it.
pub(super) struct Level<'a> {
    subject: Subject<'a>,
    path: String,
    /// Whether a node before the enclosing one may emit links.
    links_before: bool,
    /// The node whose output is the enclosing node's.
    output: Option<&'a str>,
}

/// What is known of a tool.
pub(super) struct KnownTool {
    pub(super) name: String,
    /// `None` for a tool that only a graph knows.
    pub(super) spec: Option<ToolSpec>,
}

impl<'a> Level<'a> {
    pub(super) fn new(subject: Subject<'a>) -> Self {
        Self { subject, path: String::new(), links_before: false, output: None }
    }

    /// The pipeline inside a node.
    pub(super) fn inside(&self, node: usize) -> Option<Self> {
        let spec = &self.nodes()[node];
        let sub = spec.flow()?.sub.as_ref()?;
        let plan = self.subject.plan.and_then(|plan| Some(&*plan.sub(node)?.plan));
        Some(Level {
            subject: Subject { pipeline: &sub.pipeline, plan, ..self.subject },
            path: format!("{}/", self.place(spec)),
            links_before: self.may_have_links(node),
            output: Some(&sub.output),
        })
    }

    pub(super) fn nodes(&self) -> &'a [NodeSpec] {
        self.subject.pipeline.nodes()
    }

    /// A node's address.
    pub(super) fn place(&self, spec: &NodeSpec) -> String {
        format!("{}{}", self.path, spec.name())
    }

    /// Whether the node's output is also that of the node around the pipeline.
    pub(super) fn gives_output(&self, spec: &NodeSpec) -> bool {
        self.output == Some(spec.name())
    }

    /// The text of a node's prompt, where it is known.
    pub(super) fn prompt<'s>(&self, spec: &'s NodeSpec) -> Option<Cow<'s, str>>
    where
        'a: 's,
    {
        match spec.prompt()? {
            PromptSource::Inline(text) => Some(text.into()),
            PromptSource::Named(name) => match self.subject.plan {
                Some(plan) => plan.templates().text(name).map(Cow::Owned),
                None => self.subject.prompts?.text(name).map(Cow::Borrowed),
            },
        }
    }

    /// What is known of the tools of a node.
    pub(super) fn tools(&self, node: usize) -> Vec<KnownTool> {
        if let Some(plan) = self.subject.plan {
            return plan.tools(node).iter().map(|tool| KnownTool::of(tool.spec())).collect();
        }
        let given = self.subject.tools;
        let known = |tool: ToolRef<'_>| match tool {
            ToolRef::Declared(make) => KnownTool::of(make().spec()),
            ToolRef::Named(name) => {
                let spec = given.iter().map(|tool| tool.spec());
                let spec = spec.into_iter().find(|spec| spec.qualified_name() == name);
                KnownTool { name: name.to_owned(), spec: spec.cloned() }
            }
        };
        self.nodes()[node].tools().map(known).collect()
    }

    /// The nodes of these names.
    pub(super) fn named<'n>(&self, names: &'n [&str]) -> impl Iterator<Item = usize> + use<'a, 'n> {
        let nodes = self.nodes();
        names.iter().filter_map(|name| nodes.iter().position(|node| node.name() == *name))
    }

    /// The nodes before a node, in graph order.
    fn before(&self, node: usize) -> Vec<usize> {
        let mut seen = vec![false; self.nodes().len()];
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            for up in self.named(&self.nodes()[node].reads()) {
                if !std::mem::replace(&mut seen[up], true) {
                    stack.push(up);
                }
            }
        }
        (0..seen.len()).filter(|up| seen[*up]).collect()
    }

    /// Whether a node or one before it may emit a link.
    pub(super) fn leads_to_links(&self, node: usize) -> bool {
        self.may_emit(node) || self.may_have_links(node)
    }

    /// Whether something before a node may emit a link. Tools that read resources emit none; a
    /// tool of which nothing is known may.
    pub(super) fn may_have_links(&self, node: usize) -> bool {
        self.links_before || self.before(node).into_iter().any(|up| self.may_emit(up))
    }

    fn may_emit(&self, node: usize) -> bool {
        let emits = |tool: KnownTool| tool.spec.is_none_or(|spec| spec.emits_links);
        let inside = || {
            self.inside(node)
                .is_some_and(|inside| (0..inside.nodes().len()).any(|node| inside.may_emit(node)))
        };
        self.nodes()[node].mode().uses_tools() && self.tools(node).into_iter().any(emits)
            || inside()
    }
}

impl KnownTool {
    fn of(spec: &ToolSpec) -> Self {
        Self { name: spec.qualified_name(), spec: Some(spec.clone()) }
    }
}
