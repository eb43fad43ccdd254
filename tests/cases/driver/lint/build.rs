//! The graph of a lint case. What rustc refuses is built, too, so that lint is asked of it.

use std::sync::Arc;

use neograph::{
    __private::{
        Args, Locator, Mode, NodeSpec, NodeType, Param, Pipeline, PromptSource, ReaderTool, ToolRef,
    },
    BoxFuture, Error,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec, read_blob},
};
use serde_json::Value;

use super::case::{ModeCase, NodeCase, ResourceCase, ToolCase, ToolKind};
use crate::driver::{Fault, name};

/// What every node here returns.
struct Any;

impl NodeType for Any {
    type Output = Value;
    const NAME: &'static str = "any";
}

/// A pipeline of the nodes, and the tools that they list by name.
pub fn pipeline(nodes: &[NodeCase]) -> Result<(Pipeline, Vec<Arc<dyn Tool>>), Fault> {
    let mut builder = Builder::default();
    let nodes = builder.nodes(nodes)?;
    Ok((Pipeline::__unchecked("case", nodes), builder.tools))
}

#[derive(Default)]
struct Builder {
    tools: Vec<Arc<dyn Tool>>,
}

/// The nodes of one level, with the branches among them by the ends of their arms.
struct Level<'a> {
    names: Vec<&'a str>,
    branches: Vec<(&'a str, Vec<&'a str>)>,
}

impl<'a> Level<'a> {
    fn of(nodes: &'a [NodeCase]) -> Self {
        let mut level = Self { names: Vec::new(), branches: Vec::new() };
        level.add(nodes);
        level
    }

    fn add(&mut self, nodes: &'a [NodeCase]) {
        for node in nodes {
            self.names.push(&node.name);
            let arms = || node.arms.iter().flat_map(|arms| arms.iter());
            arms().for_each(|arm| self.add(arm));
            let ends: Vec<&str> = arms().filter_map(|arm| Some(&*arm.last()?.name)).collect();
            if !ends.is_empty() {
                self.branches.push((&node.name, ends));
            }
        }
    }

    /// A node's input: the output of a node, of whichever arm of a branch ran, or, inside a
    /// construct, what the construct is given.
    fn input(&self, input: &str) -> Param {
        let branch = self.branches.iter().find(|(name, _)| *name == input);
        if let Some((_, ends)) = branch {
            let ends: Vec<&'static str> = ends.iter().map(|end| name(end)).collect();
            return Param::__first_of::<Value>(name(input), Vec::leak(ends));
        }
        if self.names.contains(&input) {
            return Param::__upstream::<Value>(name(input));
        }
        Param::__input::<Value>(name(input))
    }
}

impl Builder {
    fn nodes(&mut self, nodes: &[NodeCase]) -> Result<Vec<NodeSpec>, Fault> {
        let mut specs = Vec::new();
        self.level(nodes, &Level::of(nodes), None, &mut specs)?;
        Ok(specs)
    }

    /// The nodes of a level, or of an arm of a branch in it.
    fn level(
        &mut self,
        nodes: &[NodeCase],
        level: &Level<'_>,
        branch: Option<&str>,
        specs: &mut Vec<NodeSpec>,
    ) -> Result<(), Fault> {
        for node in nodes {
            let mut spec = self.node(node, level)?;
            if let Some(branch) = branch {
                let asked = vec![Param::__upstream::<Value>(name(branch))];
                spec = spec.__when("arm", asked, |_| Ok(true));
            }
            specs.push(spec);
            for arm in node.arms.iter().flat_map(|arms| arms.iter()) {
                self.level(arm, level, Some(&node.name), specs)?;
            }
        }
        Ok(())
    }

    fn node(&mut self, node: &NodeCase, level: &Level<'_>) -> Result<NodeSpec, Fault> {
        let with_model =
            |mode| NodeSpec::__with_model::<Any, Value>(mode, "m", PromptSource::Inline("go"));
        let (is_construct, is_branch) =
            (node.mode == ModeCase::Construct, node.mode == ModeCase::Branch);
        if is_construct == node.nodes.is_empty() || is_branch != node.arms.is_some() {
            return Err(format!(
                "`{}`: `nodes` belong to a construct, `arms` to a branch",
                node.name
            ));
        }
        let spec = match node.mode {
            ModeCase::Scripted | ModeCase::Branch => {
                NodeSpec::__scripted::<Any, _, _, _>(async |_: Args| {
                    Ok(Ok::<_, Error>(Value::Null))
                })
            }
            ModeCase::Think => with_model(Mode::Think),
            ModeCase::Agent => with_model(Mode::Agent),
            ModeCase::Act => with_model(Mode::Act),
            ModeCase::Construct => {
                let last = node.nodes.last().map(|last| last.name.clone()).unwrap_or_default();
                let inside = Pipeline::__unchecked(node.name.clone(), self.nodes(&node.nodes)?);
                NodeSpec::__inside::<Value>("any", inside, last)
            }
        };
        let mut spec = spec.__named(node.name.clone());
        for input in &node.inputs {
            spec = spec.__param(level.input(input));
        }
        for resource in &node.resources {
            spec = spec.__param(parameter(resource)?);
        }
        for tool in &node.tools {
            let listed = self.tool(tool, &node.name);
            spec = spec.__tool(ToolRef::Named(name(&listed)));
        }
        Ok(spec)
    }

    /// Takes a tool in, and says by which name a node lists it. Another one of the same name is
    /// told from it by the node, as if that were its server.
    fn tool(&mut self, case: &ToolCase, node: &str) -> String {
        let made = make(case, None);
        let known = self.tools.iter().find(|tool| tool.spec().qualified_name() == case.name);
        let made = match known {
            Some(known) if known.spec() == made.spec() => return case.name.clone(),
            Some(_) => make(case, Some(node)),
            None => made,
        };
        let listed = made.spec().qualified_name();
        self.tools.push(made);
        listed
    }
}

fn parameter(resource: &ResourceCase) -> Result<Param, Fault> {
    let locator = match (&resource.kind, &resource.uri) {
        (Some(kind), None) => Locator::Ref(name(kind)),
        (None, Some(uri)) => Locator::Uri(name(uri)),
        _ => return Err("a resource has either `ref` or `uri`".to_owned()),
    };
    let param = name(&resource.param);
    Ok(if resource.optional {
        Param::__resource::<Option<Value>>(param, locator).__optional::<Value>()
    } else {
        Param::__resource::<Value>(param, locator)
    })
}

fn make(case: &ToolCase, server: Option<&str>) -> Arc<dyn Tool> {
    let ready: Arc<dyn Tool> = match case.kind {
        Some(ToolKind::ResourceReader) => {
            ReaderTool::<Value>::__new(name(&case.name), "crm://deal").__into_tool()
        }
        Some(ToolKind::ReadBlob) => Arc::new(read_blob()),
        Some(ToolKind::Tool) | None => Arc::new(Declared(
            ToolSpec::new(&case.name).async_only(case.async_only || case.async_factory),
        )),
    };
    // What the library says of its own tools stays; the case adds what the caller may say.
    let mut spec = ready.spec().clone().idempotent(case.idempotent).asks_human(case.asks_human);
    spec.name.clone_from(&case.name);
    spec.server = server.map(str::to_owned);
    Arc::new(Declared(spec))
}

/// A tool that is only looked at.
struct Declared(ToolSpec);

impl Tool for Declared {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { Ok(ToolOutput::new("")) })
    }
}
