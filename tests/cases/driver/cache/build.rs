//! The graph of a case: its nodes, an agent that lifts its manifest, and their models.

use std::sync::Arc;

use neograph::{
    __private::{Args, Locator, NodeSpec, Param, Pipeline, ReaderTool},
    BoxError, BoxFuture, Graph,
    checkpoint::MemorySaver,
    interrupt,
    model::ChatResponse,
    pipeline::Node,
    testing::ScriptedModel,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
    uri,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{
    case::{Cache, LinkCase, ModeCase, NodeCase, ReadCase, Target},
    server::block,
};
use crate::driver::name;

/// The record that a `model` target is.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
struct Model {
    v: i64,
}

/// The agent whose tools emit the links of the case.
const LIFTER: &str = "lifter";

pub fn graph(case: &Cache) -> Result<Graph, BoxError> {
    let mut nodes = Vec::new();
    let mut tools: Vec<Arc<dyn Tool>> = vec![
        Arc::new(Step(ToolSpec::new("step"))),
        Arc::new(Ask(ToolSpec::new("ask").asks_human(true))),
        ReaderTool::<Value>::__new("read", "{+uri}")
            .__argument::<String>("uri", false)
            .__into_tool(),
    ];
    let mut models = Vec::new();
    if !case.manifest.is_empty() {
        let calls = case.manifest.iter().enumerate();
        let calls =
            calls.map(|(link, case)| ChatResponse::call(lifts(case), json!({ "link": link })));
        models.push((LIFTER, calls.collect::<Vec<_>>()));
        let mut listed: Vec<&str> = case.manifest.iter().map(lifts).collect();
        listed.sort_unstable();
        listed.dedup();
        for tool in &listed {
            let spec = ToolSpec::new(*tool).idempotent(*tool == lifts_again());
            tools.push(Arc::new(Lift { spec, manifest: case.manifest.clone() }));
        }
        let turns = u32::try_from(case.manifest.len())? + 1;
        let node = Node::agent(LIFTER).model(LIFTER).prompt_text("find").max_turns(turns);
        nodes.push(spec(node.tools(listed).output::<Value>())?);
    }
    for node in &case.nodes {
        if let Some(items) = &node.each {
            let items = items.clone();
            let made = move |_: Args| {
                let items = items.clone();
                async move { Ok(items) }
            };
            nodes.push(spec(Node::scripted(items_of(node)).run(made))?);
        }
        nodes.push(self::node(case, node)?);
        models.push((&node.name, turns(node)));
    }
    let builder = Graph::builder(Pipeline::__unchecked("case", nodes));
    let builder = builder.checkpointer(MemorySaver::new()).tools(tools);
    let builder = models.into_iter().fold(builder, |builder, (key, calls)| {
        let answer = ChatResponse::json(&Value::Null);
        builder.model(key, ScriptedModel::turns(calls.into_iter().chain([answer])))
    });
    Ok(builder.compile()?)
}

/// The node as the builder makes it; what only a `#[node]` can have is added afterwards.
fn spec(node: Node) -> Result<NodeSpec, BoxError> {
    Ok(Pipeline::builder("case").node(node).build()?.nodes()[0].clone())
}

fn node(case: &Cache, node: &NodeCase) -> Result<NodeSpec, BoxError> {
    let prompt: Vec<String> =
        node.reads.iter().map(|read| format!("{{{{ {} }}}}", read.param)).collect();
    let prompt = format!("read {}", prompt.join(" "));
    let with_model = |built: Node| built.model(node.name.clone()).prompt_text(prompt.clone());
    let with_tools = |built: Node| {
        let most = u32::try_from(turns(node).len()).unwrap_or(u32::MAX).saturating_add(1);
        with_model(built).tools(["step", "ask", "read"]).max_turns(most).output::<Value>()
    };
    let name_of = || node.name.clone();
    let mut built = match node.mode {
        ModeCase::Scripted => {
            let reads = node.reads.clone();
            Node::scripted(name_of()).run(move |args: Args| {
                let value = value(&reads, args);
                async move { value }
            })
        }
        ModeCase::Think => with_model(Node::think(name_of())).output::<Value>(),
        ModeCase::Agent => with_tools(Node::agent(name_of())),
        ModeCase::Act => with_tools(Node::act(name_of())),
    };
    if node.gate {
        built = built.interrupt_when(|_: &Value| Some("go on?"));
    }
    let mut spec = spec(built)?;
    for read in &node.reads {
        spec = spec.__param(parameter(read)?);
    }
    for param in variables(node)? {
        spec = spec.__param(param);
    }
    for up in &node.after {
        let is_each = case.nodes.iter().any(|node| node.name == *up && node.each.is_some());
        spec = spec.__param(if is_each {
            Param::__upstream::<Vec<Value>>(name(up))
        } else {
            Param::__upstream::<Value>(name(up))
        });
    }
    if node.reads.iter().any(|read| read.kind.is_some()) {
        spec = spec.__param(Param::__upstream::<Value>(LIFTER));
    }
    if node.each.is_some() {
        let root = name(&items_of(node));
        spec = spec.__each::<Value, _, _>(root, root, |items: &Vec<String>| items);
    }
    Ok(spec)
}

/// What a scripted node gives: what it read.
fn value(reads: &[ReadCase], mut args: Args) -> Result<Value, BoxError> {
    let mut values = Map::new();
    for (index, read) in reads.iter().enumerate() {
        let value = match read.target {
            Target::Model => serde_json::to_value(&*args.shared::<Model>(index)?)?,
            Target::Str => serde_json::to_value(&*args.shared::<String>(index)?)?,
        };
        values.insert(read.param.clone(), value);
    }
    Ok(match (values.len(), values.values().next()) {
        (1, Some(only)) => only.clone(),
        _ => Value::Object(values),
    })
}

fn parameter(read: &ReadCase) -> Result<Param, BoxError> {
    let locator = match (&read.kind, &read.uri) {
        (Some(kind), None) => Locator::Ref(name(kind)),
        (None, Some(uri)) => Locator::Uri(name(uri)),
        _ => return Err("a read has either `ref` or `uri`".into()),
    };
    let param = name(&read.param);
    let mut made = match read.target {
        Target::Model => Param::__resource::<Model>(param, locator).__rendered::<Model>(),
        Target::Str => Param::__resource::<String>(param, locator).__rendered::<String>(),
    };
    if let Some(cache) = read.cache {
        made = made.__cache(cache);
    }
    if let Some(max_bytes) = read.max_bytes {
        made = made.__max_bytes(max_bytes);
    }
    Ok(made)
}

/// The inputs that the URIs of a node name; `item` is the item of a fan-out.
fn variables(node: &NodeCase) -> Result<Vec<Param>, BoxError> {
    let mut names = Vec::new();
    for uri in node.reads.iter().filter_map(|read| read.uri.as_ref()) {
        for variable in uri::variables(uri)? {
            if !names.contains(&variable) {
                names.push(variable);
            }
        }
    }
    let params = names.iter().map(|variable| match node.each {
        Some(_) if variable == "item" => Param::__item::<String>("item").__rendered::<String>(),
        _ => Param::__input::<Value>(name(variable)),
    });
    Ok(params.collect())
}

/// The tool calls that a node's model makes before it answers, one a turn.
fn turns(node: &NodeCase) -> Vec<ChatResponse> {
    let reads = node.tool_reads.iter();
    let mut calls: Vec<ChatResponse> =
        reads.map(|uri| ChatResponse::call("read", json!({ "uri": uri }))).collect();
    let answers_in = node.turns.unwrap_or(1).max(node.pause_in_turn.map_or(0, |turn| turn + 1));
    for turn in 1..answers_in {
        let tool = if node.pause_in_turn == Some(turn) { "ask" } else { "step" };
        calls.push(ChatResponse::call(tool, json!({ "turn": turn })));
    }
    calls
}

fn items_of(node: &NodeCase) -> String {
    format!("items-of-{}", node.name)
}

/// The tool that emits a link: one for those whose call may be made again, one for the others.
fn lifts(link: &LinkCase) -> &'static str {
    if link.idempotent { lifts_again() } else { "lift_once" }
}

fn lifts_again() -> &'static str {
    "lift"
}

struct Step(ToolSpec);

impl Tool for Step {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { Ok(ToolOutput::new("done")) })
    }
}

struct Ask(ToolSpec);

impl Tool for Ask {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { Ok(ToolOutput::new(interrupt("go on?").await?)) })
    }
}

struct Lift {
    spec: ToolSpec,
    manifest: Vec<LinkCase>,
}

impl Tool for Lift {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        let link = call.args.get("link").and_then(Value::as_u64);
        let link = link.and_then(|link| self.manifest.get(usize::try_from(link).ok()?));
        let result = link.map(|link| ToolOutput::new(block(link)));
        Box::pin(async move { result.ok_or_else(|| ToolError::Failed("no such link".into())) })
    }
}
