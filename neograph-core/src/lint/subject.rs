//! What lint looks at: a pipeline, with what a graph knows of its tools and prompts.

use std::sync::Arc;

use crate::{
    Graph, Pipeline,
    graph::Plan,
    pipeline::{NodeSpec, ToolRef},
    prompt::Templates,
    tool::{Tool, ToolSpec},
};

/// A pipeline or a graph, to [`lint`](super::lint).
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pipeline: &'a Pipeline,
    plan: Option<&'a Plan>,
}

impl std::fmt::Debug for Subject<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Subject").field("pipeline", &self.pipeline.name()).finish_non_exhaustive()
    }
}

impl<'a> Subject<'a> {
    pub(super) fn pipeline(&self) -> &'a Pipeline {
        self.pipeline
    }
}

impl<'a> From<&'a Pipeline> for Subject<'a> {
    fn from(pipeline: &'a Pipeline) -> Self {
        Self { pipeline, plan: None }
    }
}

impl<'a> From<&'a Graph> for Subject<'a> {
    fn from(graph: &'a Graph) -> Self {
        Self { pipeline: graph.pipeline(), plan: Some(graph.plan()) }
    }
}

/// The pipeline itself, or one inside a node of it.
pub(super) struct Level<'a> {
    pipeline: &'a Pipeline,
    plan: Option<&'a Plan>,
    path: String,
    /// Whether a node before the enclosing one may emit links.
    links_before: bool,
}

/// What is known of a tool.
pub(super) struct KnownTool {
    pub(super) name: String,
    /// `None` for a tool that only a graph knows.
    pub(super) spec: Option<ToolSpec>,
}

impl<'a> Level<'a> {
    pub(super) fn new(subject: &Subject<'a>) -> Self {
        let Subject { pipeline, plan } = *subject;
        Self { pipeline, plan, path: String::new(), links_before: false }
    }

    /// The pipeline inside a node.
    pub(super) fn inside(&self, node: usize) -> Option<Self> {
        let spec = &self.nodes()[node];
        Some(Level {
            pipeline: spec.sub_pipeline()?,
            plan: self.plan.and_then(|plan| Some(&*plan.sub(node)?.plan)),
            path: format!("{}/", self.place(spec)),
            links_before: self.may_have_links(node),
        })
    }

    pub(super) fn nodes(&self) -> &'a [NodeSpec] {
        self.pipeline.nodes()
    }

    /// A node's address.
    pub(super) fn place(&self, spec: &NodeSpec) -> String {
        format!("{}{}", self.path, spec.name())
    }

    /// The prompts, where a graph knows them.
    pub(super) fn templates(&self) -> Option<&'a Templates> {
        self.plan.map(Plan::templates)
    }

    /// What is known of the tools of a node.
    pub(super) fn tools(&self, node: usize) -> Vec<KnownTool> {
        if let Some(plan) = self.plan {
            let known = |tool: &Arc<dyn Tool>| KnownTool::of(tool.spec());
            return plan.tools(node).iter().map(known).collect();
        }
        let known = |tool: ToolRef<'_>| match tool {
            ToolRef::Declared(make) => KnownTool::of(make().spec()),
            ToolRef::Named(name) => KnownTool { name: name.to_owned(), spec: None },
        };
        self.nodes()[node].tools().map(known).collect()
    }

    /// The nodes before a node, in graph order.
    pub(super) fn before(&self, node: usize) -> Vec<usize> {
        let nodes = self.nodes();
        let mut seen = vec![false; nodes.len()];
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            for name in nodes[node].reads() {
                let Some(up) = nodes.iter().position(|up| up.name() == name) else { continue };
                if !std::mem::replace(&mut seen[up], true) {
                    stack.push(up);
                }
            }
        }
        (0..nodes.len()).filter(|up| seen[*up]).collect()
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
