//! The graph by index: who waits for whom, and what each node was bound to.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    Pipeline,
    error::CompileError,
    model::ChatModel,
    pipeline::{Locator, NodeSpec, Source, ToolRef},
    tool::Tool,
};

/// The graph by index, made once by `compile`.
pub(crate) struct Plan {
    nodes: Vec<Planned>,
}

struct Planned {
    spec: NodeSpec,
    /// The upstream node of each parameter; `None` for other parameters.
    upstream: Vec<Option<usize>>,
    dependencies: Vec<usize>,
    dependents: Vec<usize>,
    /// The nodes whose manifests the node may ask, in graph order.
    manifest_sources: Vec<usize>,
    model: Option<BoundModel>,
    tools: Vec<Arc<dyn Tool>>,
}

/// The model of a node, with the key it was given by.
#[derive(Clone)]
pub(crate) struct BoundModel {
    pub(crate) key: Arc<str>,
    pub(crate) model: Arc<dyn ChatModel>,
}

impl Plan {
    /// Plans a pipeline whose wiring was checked.
    pub(crate) fn new(
        pipeline: &Pipeline,
        models: &BTreeMap<String, Arc<dyn ChatModel>>,
        tools: &[Arc<dyn Tool>],
    ) -> Result<Self, CompileError> {
        let specs = pipeline.nodes();
        let mut nodes = Vec::with_capacity(specs.len());
        for spec in specs {
            let upstream: Vec<Option<usize>> = spec
                .params()
                .iter()
                .map(|param| match param.source() {
                    Source::Upstream => specs.iter().position(|node| node.name() == param.name()),
                    _ => None,
                })
                .collect();
            let mut dependencies: Vec<usize> = upstream.iter().flatten().copied().collect();
            dependencies.sort_unstable();
            dependencies.dedup();
            nodes.push(Planned {
                model: bind_model(spec, models)?,
                tools: bind_tools(spec, tools)?,
                spec: spec.clone(),
                upstream,
                dependencies,
                dependents: Vec::new(),
                manifest_sources: Vec::new(),
            });
        }
        let mut plan = Self { nodes };
        plan.link();
        Ok(plan)
    }

    fn link(&mut self) {
        for node in 0..self.nodes.len() {
            for up in self.nodes[node].dependencies.clone() {
                self.nodes[up].dependents.push(node);
            }
        }
        for node in 0..self.nodes.len() {
            let asks = self.nodes[node].spec.params().iter().any(|param| {
                param.resource().is_some_and(|spec| matches!(spec.locator, Locator::Ref(_)))
            });
            if asks {
                let sources = self.ancestors(node);
                self.nodes[node].manifest_sources = sources
                    .into_iter()
                    .filter(|up| self.nodes[*up].spec.mode().uses_tools())
                    .collect();
            }
        }
    }

    /// Every node before this one, in graph order.
    fn ancestors(&self, node: usize) -> Vec<usize> {
        let mut seen = vec![false; self.nodes.len()];
        let mut stack = self.nodes[node].dependencies.clone();
        while let Some(up) = stack.pop() {
            if !std::mem::replace(&mut seen[up], true) {
                stack.extend(&self.nodes[up].dependencies);
            }
        }
        (0..self.nodes.len()).filter(|up| seen[*up]).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn spec(&self, node: usize) -> &NodeSpec {
        &self.nodes[node].spec
    }

    pub(crate) fn upstream(&self, node: usize) -> &[Option<usize>] {
        &self.nodes[node].upstream
    }

    pub(crate) fn dependencies(&self, node: usize) -> &[usize] {
        &self.nodes[node].dependencies
    }

    pub(crate) fn dependents(&self, node: usize) -> &[usize] {
        &self.nodes[node].dependents
    }

    pub(crate) fn manifest_sources(&self, node: usize) -> &[usize] {
        &self.nodes[node].manifest_sources
    }

    pub(crate) fn model(&self, node: usize) -> Option<&BoundModel> {
        self.nodes[node].model.as_ref()
    }

    pub(crate) fn tools(&self, node: usize) -> &[Arc<dyn Tool>] {
        &self.nodes[node].tools
    }
}

fn bind_model(
    spec: &NodeSpec,
    models: &BTreeMap<String, Arc<dyn ChatModel>>,
) -> Result<Option<BoundModel>, CompileError> {
    let Some(key) = spec.model() else { return Ok(None) };
    match models.get(key) {
        Some(model) => Ok(Some(BoundModel { key: key.into(), model: Arc::clone(model) })),
        None => {
            Err(CompileError::MissingModel { node: spec.name().to_owned(), model: key.to_owned() })
        }
    }
}

fn bind_tools(
    spec: &NodeSpec,
    tools: &[Arc<dyn Tool>],
) -> Result<Vec<Arc<dyn Tool>>, CompileError> {
    let mut bound: Vec<Arc<dyn Tool>> = Vec::with_capacity(spec.tools().len());
    for tool in spec.tools() {
        let tool = match tool {
            ToolRef::Declared(make) => make(),
            ToolRef::Named(name) => {
                let given = tools.iter().find(|tool| tool.spec().qualified_name() == name);
                Arc::clone(given.ok_or_else(|| CompileError::MissingTool {
                    node: spec.name().to_owned(),
                    tool: name.to_owned(),
                    known: tools.iter().map(|tool| tool.spec().qualified_name()).collect(),
                })?)
            }
        };
        // A model tells tools apart by their names alone.
        let name = tool.spec().qualified_name();
        if bound.iter().any(|other| other.spec().qualified_name() == name) {
            return Err(CompileError::DuplicateTool { tool: name });
        }
        bound.push(tool);
    }
    Ok(bound)
}
