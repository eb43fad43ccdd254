//! A pipeline under inspection, with those inside its nodes: who is before whom, and who may emit
//! links. Found out once, in one pass, also where nodes wait for each other.

use std::{borrow::Cow, collections::HashMap};

use super::subject::{KnownTool, Subject};
use crate::pipeline::NodeSpec;

/// The pipeline itself, or one inside a node of it.
pub(super) struct Level<'a> {
    subject: Subject<'a>,
    path: String,
    /// The node whose output is the enclosing node's.
    output: Option<&'a str>,
    by_name: HashMap<&'a str, usize>,
    /// The nodes that read each node.
    readers: Vec<Vec<usize>>,
    tools: Vec<Vec<KnownTool>>,
    insides: Vec<Option<Self>>,
    /// Whether each node, or one inside it, may emit a link.
    emits: Vec<bool>,
    /// Whether a node before each may emit a link; in a pipeline inside a node, also one before
    /// that node.
    links_before: Vec<bool>,
}

impl<'a> Level<'a> {
    pub(super) fn new(subject: Subject<'a>) -> Self {
        let mut level = Self::of(subject, String::new(), None);
        level.find_links(false);
        level
    }

    fn of(subject: Subject<'a>, path: String, output: Option<&'a str>) -> Self {
        let nodes = subject.pipeline().nodes();
        let mut by_name = HashMap::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            by_name.entry(node.name()).or_insert(index);
        }
        let tools: Vec<Vec<KnownTool>> =
            (0..nodes.len()).map(|node| subject.tools_of(node)).collect();
        let inside = |(index, node): (usize, &'a NodeSpec)| {
            let output = node.flow()?.sub.as_ref().map(|sub| &*sub.output);
            let path = format!("{path}{}/", node.name());
            Some(Self::of(subject.inside(index)?, path, output))
        };
        let insides: Vec<Option<Self>> = nodes.iter().enumerate().map(inside).collect();
        let emits = nodes.iter().zip(&tools).zip(&insides).map(|((node, tools), inside)| {
            node.mode().uses_tools() && tools.iter().any(KnownTool::may_emit)
                || inside.as_ref().is_some_and(|inside| inside.emits.contains(&true))
        });
        let emits = emits.collect();
        let mut readers = vec![Vec::new(); nodes.len()];
        for (node, spec) in nodes.iter().enumerate() {
            for up in spec.reads().into_iter().filter_map(|name| by_name.get(name)) {
                if readers[*up].last() != Some(&node) {
                    readers[*up].push(node);
                }
            }
        }
        let links_before = vec![false; nodes.len()];
        Self { subject, path, output, by_name, readers, tools, insides, emits, links_before }
    }

    /// Finds out which nodes may have links, here and inside.
    fn find_links(&mut self, outer: bool) {
        let mut open: Vec<usize> = (0..self.emits.len()).filter(|node| self.emits[*node]).collect();
        while let Some(up) = open.pop() {
            for &node in &self.readers[up] {
                if !std::mem::replace(&mut self.links_before[node], true) {
                    open.push(node);
                }
            }
        }
        for (before, inside) in self.links_before.iter_mut().zip(&mut self.insides) {
            *before |= outer;
            if let Some(inside) = inside {
                inside.find_links(*before);
            }
        }
    }

    pub(super) fn nodes(&self) -> &'a [NodeSpec] {
        self.subject.pipeline().nodes()
    }

    /// The pipeline inside a node.
    pub(super) fn inside(&self, node: usize) -> Option<&Self> {
        self.insides[node].as_ref()
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
    pub(super) fn prompt(&self, spec: &'a NodeSpec) -> Option<Cow<'a, str>> {
        self.subject.prompt(spec)
    }

    /// What is known of the tools of a node.
    pub(super) fn tools(&self, node: usize) -> &[KnownTool] {
        &self.tools[node]
    }

    /// The nodes that read a node.
    pub(super) fn readers(&self, node: usize) -> impl Iterator<Item = &'a NodeSpec> {
        let nodes = self.nodes();
        self.readers[node].iter().map(|reader| &nodes[*reader])
    }

    /// The nodes of these names.
    pub(super) fn named(&self, names: &[&str]) -> impl Iterator<Item = usize> {
        names.iter().filter_map(|name| self.by_name.get(name).copied())
    }

    /// Whether something before a node may emit a link.
    pub(super) fn may_have_links(&self, node: usize) -> bool {
        self.links_before[node]
    }

    /// Whether a node or one before it may emit a link.
    pub(super) fn leads_to_links(&self, node: usize) -> bool {
        self.emits[node] || self.links_before[node]
    }
}
