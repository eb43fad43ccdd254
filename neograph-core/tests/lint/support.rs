//! Nodes to look at: they never run.

use std::sync::Arc;

use neograph_core::{
    __private::{
        Args, Locator, Mode, NodeSpec, NodeType, Param, Pipeline, PromptSource, Rendered, ToolRef,
    },
    BoxFuture, Error,
    lint::{LintIssue, LintKind, Severity, Subject, lint},
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What nodes here return.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Deal {
    pub id: String,
    pub owner: Option<String>,
}

struct Any;
impl NodeType for Any {
    type Output = Deal;
    const NAME: &'static str = "any";
}

struct Nothing;
impl NodeType for Nothing {
    type Output = ();
    const NAME: &'static str = "nothing";
}

pub fn scripted(name: &'static str, params: Vec<Param>) -> NodeSpec {
    let node = NodeSpec::__scripted::<Any, _, _, _>(async |_: Args| {
        Ok(Err::<Deal, Error>(Error::node("lint runs nothing")))
    });
    params.into_iter().fold(node.__named(name), NodeSpec::__param)
}

/// A scripted node without an output.
pub fn silent(name: &'static str) -> NodeSpec {
    let node = NodeSpec::__scripted::<Nothing, _, _, _>(async |_: Args| {
        Ok(Err::<(), Error>(Error::node("lint runs nothing")))
    });
    node.__named(name)
}

fn asking(
    mode: Mode,
    name: &'static str,
    prompt: PromptSource<'static>,
    params: Vec<Param>,
) -> NodeSpec {
    let node = NodeSpec::__with_model::<Any, Deal>(mode, "m", prompt).__named(name);
    params.into_iter().fold(node, NodeSpec::__param)
}

pub fn think(name: &'static str, prompt: &'static str, params: Vec<Param>) -> NodeSpec {
    asking(Mode::Think, name, PromptSource::Inline(prompt), params)
}

/// A think node whose prompt the graph is given.
pub fn think_by_name(name: &'static str, prompt: &'static str, params: Vec<Param>) -> NodeSpec {
    asking(Mode::Think, name, PromptSource::Named(prompt), params)
}

pub fn agent(name: &'static str, tools: &[&'static str]) -> NodeSpec {
    with_tools(Mode::Agent, name, tools)
}

pub fn act(name: &'static str, tools: &[&'static str]) -> NodeSpec {
    with_tools(Mode::Act, name, tools)
}

fn with_tools(mode: Mode, name: &'static str, tools: &[&'static str]) -> NodeSpec {
    let node = asking(mode, name, PromptSource::Inline("look"), Vec::new());
    tools.iter().fold(node, |node, tool| node.__tool(ToolRef::Named(tool)))
}

pub fn edge(name: &'static str) -> Param {
    Param::__upstream::<Deal>(name).__rendered::<Deal>()
}

pub fn unit_edge(name: &'static str) -> Param {
    Param::__upstream::<()>(name).__rendered::<()>()
}

pub fn input<T: Rendered + neograph_core::__private::FromInput>(name: &'static str) -> Param {
    Param::__input::<T>(name).__rendered::<T>()
}

pub fn by_uri(name: &'static str, uri: &'static str) -> Param {
    Param::__resource::<Deal>(name, Locator::Uri(uri)).__rendered::<Deal>()
}

pub fn by_kind(name: &'static str, kind: &'static str) -> Param {
    Param::__resource::<Deal>(name, Locator::Ref(kind)).__rendered::<Deal>()
}

pub fn pipeline(nodes: Vec<NodeSpec>) -> Pipeline {
    Pipeline::__unchecked("test", nodes)
}

/// A node that is a pipeline, whose output is that of its last node.
pub fn inside(name: &'static str, nodes: Vec<NodeSpec>) -> NodeSpec {
    let last = nodes.last().unwrap().name().to_owned();
    NodeSpec::__inside::<Deal>(name, pipeline(nodes), last)
}

/// A tool that is only looked at; as it is given here, it does not wait.
pub fn tool(name: &str, declare: impl FnOnce(ToolSpec) -> ToolSpec) -> Arc<dyn Tool> {
    Arc::new(Declared(declare(ToolSpec::new(name).async_only(false))))
}

struct Declared(ToolSpec);

impl Tool for Declared {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { panic!("lint runs nothing") })
    }
}

/// An issue without its words.
pub type Found = (&'static str, String, Option<String>, Severity);

pub fn brief(issues: &[LintIssue]) -> Vec<Found> {
    let brief = |issue: &LintIssue| {
        assert_eq!(issue.required, issue.severity == Severity::Error);
        assert!(issue.message.contains(&issue.node), "{issue}");
        (issue.kind.name(), issue.node.clone(), issue.param.clone(), issue.severity)
    };
    issues.iter().map(brief).collect()
}

/// What lint finds in a bare pipeline of these nodes.
pub fn found(nodes: Vec<NodeSpec>) -> Vec<Found> {
    brief(&lint(&pipeline(nodes)))
}

/// What it finds when it knows the tools.
pub fn found_with(nodes: Vec<NodeSpec>, tools: &[Arc<dyn Tool>]) -> Vec<Found> {
    brief(&lint(Subject::from(&pipeline(nodes)).tools(tools)))
}

pub fn error(kind: LintKind, node: &str, param: &str) -> Found {
    (kind.name(), node.to_owned(), Some(param.to_owned()), Severity::Error)
}

pub fn warning(kind: LintKind, node: &str, param: &str) -> Found {
    (kind.name(), node.to_owned(), Some(param.to_owned()), Severity::Warning)
}
