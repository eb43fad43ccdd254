//! The graph by index: who waits for whom, and what each node was bound to.

use std::{collections::BTreeMap, sync::Arc};

use crate::{
    Pipeline,
    error::CompileError,
    model::ChatModel,
    pipeline::{Condition, Locator, NodeSpec, Param, Source, ToolRef, reach},
    prompt::{Prompts, Templates},
    tool::Tool,
};

/// What a pipeline is bound to, and its sub-pipelines with it.
pub(super) struct Given<'a> {
    pub(super) models: &'a BTreeMap<String, Arc<dyn ChatModel>>,
    pub(super) tools: &'a [Arc<dyn Tool>],
    pub(super) prompts: &'a Prompts,
}

/// The graph by index, made once by `compile`.
pub(crate) struct Plan {
    nodes: Vec<Planned>,
    templates: Templates,
}

struct Planned {
    spec: NodeSpec,
    /// Where the value of each parameter comes from.
    feeds: Vec<Feed>,
    /// The same for the parameters of the condition.
    condition: Vec<Feed>,
    /// The nodes that must have been skipped.
    skipped: Vec<usize>,
    /// The node that holds the items.
    root: Option<usize>,
    dependencies: Vec<usize>,
    dependents: Vec<usize>,
    /// The nodes whose manifests the node may ask, in graph order.
    manifest_sources: Vec<usize>,
    /// Whether the node or one inside reads a link of a manifest.
    asks_links: bool,
    model: Option<BoundModel>,
    /// The models of an ensemble's members, in turn.
    models: Vec<BoundModel>,
    tools: Vec<Arc<dyn Tool>>,
    sub: Option<SubPlan>,
}

/// The nodes that a parameter's value comes from.
#[derive(Debug)]
pub(crate) enum Feed {
    /// From none.
    Elsewhere,
    /// From this one.
    Node(usize),
    /// From the first of these that was not skipped.
    FirstOf(Vec<usize>),
}

/// The plan of the pipeline inside a node.
pub(crate) struct SubPlan {
    pub(crate) plan: Arc<Plan>,
    /// The node whose output is the pipeline's.
    pub(crate) output: usize,
}

/// The model of a node, with the key it was given by.
#[derive(Clone)]
pub(crate) struct BoundModel {
    pub(crate) key: Arc<str>,
    pub(crate) model: Arc<dyn ChatModel>,
}

impl Plan {
    /// Plans a pipeline whose wiring was checked.
    pub(super) fn new(pipeline: &Pipeline, given: &Given<'_>) -> Result<Self, CompileError> {
        let templates = Templates::compile(pipeline, given.prompts)?;
        let specs = pipeline.nodes();
        let nodes = specs.iter().map(|spec| Planned::new(spec, specs, given));
        let mut plan = Self { nodes: nodes.collect::<Result<_, _>>()?, templates };
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
            if self.nodes[node].asks_links {
                let sources = self.ancestors(node);
                self.nodes[node].manifest_sources = sources
                    .into_iter()
                    .filter(|up| self.nodes[*up].spec.may_emit_links())
                    .collect();
            }
        }
    }

    /// Every node before this one, in graph order.
    fn ancestors(&self, node: usize) -> Vec<usize> {
        let seen = reach(self.nodes.len(), node, |node| self.nodes[node].dependencies.as_slice());
        (0..self.nodes.len()).filter(|up| seen[*up]).collect()
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn spec(&self, node: usize) -> &NodeSpec {
        &self.nodes[node].spec
    }

    /// The node of a name.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.nodes.iter().position(|node| node.spec.name() == name)
    }

    pub(crate) fn templates(&self) -> &Templates {
        &self.templates
    }

    pub(crate) fn feeds(&self, node: usize) -> &[Feed] {
        &self.nodes[node].feeds
    }

    pub(crate) fn condition(&self, node: usize) -> &[Feed] {
        &self.nodes[node].condition
    }

    pub(crate) fn skipped(&self, node: usize) -> &[usize] {
        &self.nodes[node].skipped
    }

    pub(crate) fn root(&self, node: usize) -> Option<usize> {
        self.nodes[node].root
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

    pub(crate) fn asks_links(&self, node: usize) -> bool {
        self.nodes[node].asks_links
    }

    /// The model of a node; of an ensemble, that of the member, counted from 1.
    pub(crate) fn model(&self, node: usize, member: Option<u32>) -> Option<&BoundModel> {
        let Planned { model, models, .. } = &self.nodes[node];
        let member = member.map_or(0, |member| member as usize - 1);
        models.get(member % models.len().max(1)).or(model.as_ref())
    }

    pub(crate) fn tools(&self, node: usize) -> &[Arc<dyn Tool>] {
        &self.nodes[node].tools
    }

    pub(crate) fn sub(&self, node: usize) -> Option<&SubPlan> {
        self.nodes[node].sub.as_ref()
    }
}

impl Planned {
    fn new(spec: &NodeSpec, specs: &[NodeSpec], given: &Given<'_>) -> Result<Self, CompileError> {
        let find = |name: &str| specs.iter().position(|node| node.name() == name);
        let feed = |param: &Param| Feed::of(param, find);
        let flow = spec.flow();
        let condition = flow.and_then(|flow| flow.condition.as_ref());
        let skipped = condition.map_or(&[][..], Condition::skipped);
        let mut dependencies: Vec<usize> = spec.reads().into_iter().filter_map(find).collect();
        dependencies.sort_unstable();
        dependencies.dedup();
        Ok(Self {
            spec: spec.clone(),
            feeds: spec.params().iter().map(feed).collect(),
            condition: condition.map_or(&[][..], Condition::params).iter().map(feed).collect(),
            skipped: skipped.iter().filter_map(|name| find(name)).collect(),
            root: flow.and_then(|flow| find(&flow.each.as_ref()?.root)),
            dependencies,
            dependents: Vec::new(),
            manifest_sources: Vec::new(),
            asks_links: asks_links(spec),
            model: spec.model().map(|key| bind_model(spec, key, given)).transpose()?,
            models: flow
                .map_or(&[][..], |flow| &flow.models)
                .iter()
                .map(|key| bind_model(spec, key, given))
                .collect::<Result<_, _>>()?,
            tools: bind_tools(spec, given.tools)?,
            sub: flow
                .and_then(|flow| flow.sub.as_ref())
                .map(|sub| {
                    let plan = Arc::new(Plan::new(&sub.pipeline, given)?);
                    // That there is such a node was checked.
                    let output = plan.find(&sub.output).unwrap_or_default();
                    Ok(SubPlan { plan, output })
                })
                .transpose()?,
        })
    }
}

impl Feed {
    fn of(param: &Param, find: impl Fn(&str) -> Option<usize>) -> Self {
        match param.source() {
            Source::Upstream => find(param.name()).map_or(Self::Elsewhere, Self::Node),
            Source::FirstOf(nodes) => {
                Self::FirstOf(nodes.iter().filter_map(|name| find(name)).collect())
            }
            _ => Self::Elsewhere,
        }
    }
}

/// Whether the node or one inside reads a link of the manifest.
fn asks_links(spec: &NodeSpec) -> bool {
    let inside = spec.sub_pipeline().into_iter().flat_map(Pipeline::nodes);
    let by_kind = |param: &Param| {
        param.resource().is_some_and(|spec| matches!(spec.locator, Locator::Ref(_)))
    };
    spec.params().iter().any(by_kind) || inside.into_iter().any(asks_links)
}

fn bind_model(spec: &NodeSpec, key: &str, given: &Given<'_>) -> Result<BoundModel, CompileError> {
    match given.models.get(key) {
        Some(model) => Ok(BoundModel { key: key.into(), model: Arc::clone(model) }),
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
