//! A stored thread, read.

use std::{collections::BTreeMap, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    Answer, Interrupt, Progress, Recorded, RunConfig, TOOL,
    past::{self, Past, Records},
};
use crate::{
    Error, Graph,
    checkpoint::{Channel, Key, ParseKeyError, StoreError, ThreadLog, ThreadStatus, Write},
    error::{ConfigurationError, ExecutionError},
    graph::Plan,
    lossless,
    resource::ResourceRef,
    tool::ToolInteraction,
};

/// What the log of a thread's current turn says.
#[derive(Debug, Default)]
pub(crate) struct Turn {
    pub(crate) input: Map<String, Value>,
    records: Records,
    open: Vec<Interrupt>,
    /// What humans answered to nodes, by who asked.
    answers: BTreeMap<Key, Answered>,
}

impl Turn {
    /// A turn in which nothing has happened yet.
    pub(crate) fn begin(input: Map<String, Value>) -> Self {
        Self { input, ..Self::default() }
    }

    /// Reads the entries of a log.
    pub(crate) fn read(thread_id: &str, log: ThreadLog) -> Result<Self, Error> {
        let mut turn = Self::default();
        for entry in log.entries {
            turn.take(entry.write).map_err(|reason| StoreError::Corrupt {
                thread_id: thread_id.to_owned(),
                reason: format!("entry {}: {reason}", entry.position),
            })?;
        }
        Ok(turn)
    }

    fn take(&mut self, write: Write) -> Result<(), String> {
        if write.version > super::journal::ENVELOPE {
            return Err(format!("envelope version {} is newer than this neograph", write.version));
        }
        let Write { channel, key, index, json, .. } = write;
        match channel {
            Channel::Input => self.input = decode(&json)?,
            Channel::Output => {
                self.records.outputs.insert(key, json);
            }
            Channel::Skip => {
                self.records.skipped.insert(key);
            }
            Channel::Failure => {
                self.records.failures.insert(key, decode(&json)?);
            }
            Channel::Lifetime => self.records.lifetimes.insert(decode(&json)?),
            Channel::Manifest => {
                self.progress(key).refs.insert(index, Arc::new(Recorded::stored(json)));
            }
            Channel::Turn => {
                self.progress(key).turns.insert(index, Arc::new(Recorded::stored(json)));
            }
            Channel::Tool => {
                self.progress(key).calls.insert(index, Arc::new(Recorded::stored(json)));
            }
            Channel::Intent => {
                let progress = self.progress(key);
                progress.intents.insert(index);
                // An answer is used up by the attempt that it allowed.
                progress.answers.remove(&index);
            }
            Channel::Interrupt => {
                let interrupt: Interrupt = decode(&json)?;
                // A tool that asks has ended its call by itself.
                if let (Some(call), TOOL) = (interrupt.call, interrupt.reason.as_str()) {
                    self.progress(key).intents.remove(&call);
                }
                self.open.push(interrupt);
            }
            Channel::Answer => {
                let answered: Answered = decode(&json)?;
                self.answer(&answered)?;
                // It ended the run it was given to; the next one asks again.
                for progress in self.records.progress.values_mut() {
                    progress.answers.retain(|_, answer| *answer != Answer::Fail);
                }
            }
        }
        Ok(())
    }

    /// Closes the interrupt that an answer is for.
    pub(crate) fn answer(&mut self, answer: &Answered) -> Result<(), String> {
        let position = self.open.iter().position(|open| open.id == answer.id);
        let Some(position) = position else {
            return Err(format!("interrupt `{}` is answered and not open", answer.id));
        };
        let interrupt = self.open.remove(position);
        let key = interrupt.path.parse().map_err(|error: ParseKeyError| error.to_string());
        let Some(call) = interrupt.call else {
            // An address that cannot be read is nobody's, and the answer goes to nobody.
            if let Ok(key) = key {
                self.answers.insert(key, answer.clone());
            }
            return Ok(());
        };
        let key: Key = key?;
        if interrupt.reason == TOOL {
            self.progress(key).told.insert(call, answer.value.clone());
        } else {
            let answer: Answer = decode(&answer.value.to_string())?;
            self.progress(key).answers.insert(call, answer);
        }
        Ok(())
    }

    /// The addresses of nodes that the log knows and the pipeline does not: renamed or removed
    /// since.
    pub(crate) fn strangers(&self, plan: &Plan) -> Vec<String> {
        let strange = self.records.keys().filter_map(|key| stranger(plan, key));
        let mut names: Vec<String> = strange.collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// What humans answered to nodes, by who asked.
    pub(crate) fn answers(&self) -> impl Iterator<Item = (&Key, &Answered)> {
        self.answers.iter()
    }

    pub(crate) fn open(&self) -> &[Interrupt] {
        &self.open
    }

    /// Whether a node of the run's own pipeline is done, or was skipped.
    pub(crate) fn is_done(&self, node: &str) -> bool {
        let key = Key::node(node);
        self.records.outputs.contains_key(&key) || self.records.skipped.contains(&key)
    }

    /// The input, and what was done before the turn is driven on.
    pub(crate) fn into_parts(self) -> (Map<String, Value>, Past) {
        (self.input, Past::new(self.records, self.open, self.answers))
    }

    fn progress(&mut self, key: Key) -> &mut Progress {
        self.records.progress.entry(key).or_default()
    }
}

/// The part of an address that no node of the pipeline has.
fn stranger(plan: &Plan, key: &Key) -> Option<String> {
    let mut plan = Some(plan);
    let mut path = String::new();
    for segment in key.segments() {
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(&segment.node);
        let Some(node) = plan.and_then(|plan| plan.find(&segment.node)) else { return Some(path) };
        plan = plan.and_then(|plan| Some(&*plan.sub(node)?.plan));
    }
    None
}

/// An answer as it is stored.
#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub(crate) struct Answered {
    pub(crate) id: String,
    pub(crate) value: Value,
}

fn decode<T: DeserializeOwned>(json: &str) -> Result<T, String> {
    let mut source = lossless::reader(json);
    let value = T::deserialize(&mut source).map_err(|error| error.to_string())?;
    source.end().map_err(|error| error.to_string())?;
    Ok(value)
}

/// A thread as it stands in the store.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct State {
    /// Where the thread stands.
    pub status: ThreadStatus,
    /// The run's input.
    pub input: Map<String, Value>,
    /// The channels: each node's output under its name, and each manifest as JSON under
    /// `neo_resource_manifest_<node>`. While a fan-out, a loop or a sub-pipeline is not done,
    /// what is done inside stands under its address, as in `verify[3]/check`.
    pub values: BTreeMap<String, Value>,
    /// The nodes that were skipped, by address.
    pub skipped: Vec<String>,
    /// What is asked.
    pub interrupts: Vec<Interrupt>,
    manifests: Vec<(String, Vec<ResourceRef>)>,
    tool_logs: BTreeMap<String, Vec<ToolInteraction>>,
}

/// The name of a node's manifest channel.
fn manifest_channel(node: &str) -> String {
    format!("neo_resource_manifest_{}", node.replace('-', "_"))
}

impl State {
    /// The references that a node's tools emitted, in the order of the calls; of a node with
    /// items or a sub-pipeline, those of all parts in graph order.
    pub fn manifest(&self, node: &str) -> &[ResourceRef] {
        let found = self.manifests.iter().find(|(emitter, _)| emitter == node);
        found.map_or(&[], |(_, refs)| refs.as_slice())
    }

    /// The references of the whole thread with the nodes that emitted them, in graph order.
    pub fn manifests(&self) -> impl Iterator<Item = (&str, &[ResourceRef])> {
        self.manifests.iter().map(|(node, refs)| (node.as_str(), refs.as_slice()))
    }

    /// The tool calls of an agent, in order. One inside another node goes by its address.
    pub fn tool_log(&self, node: &str) -> &[ToolInteraction] {
        self.tool_logs.get(node).map_or(&[], Vec::as_slice)
    }
}

/// Reads the state of a thread. Takes no lease and changes nothing.
pub(crate) async fn get_state(graph: &Graph, config: &RunConfig) -> Result<State, Error> {
    let missing = ConfigurationError::MissingCheckpointer { command: "`get_state`" };
    let store = graph.checkpointer().ok_or(missing)?;
    let thread_id = config.thread_id.as_deref().ok_or(ConfigurationError::MissingThreadId)?;
    let log = store.load(thread_id).await?;
    let log = log.filter(|log| log.head > 0).ok_or_else(|| ConfigurationError::UnknownThread {
        thread_id: thread_id.to_owned(),
        command: "read",
    })?;
    let status = log.status;
    let turn = Turn::read(thread_id, log)?;
    let mut state = State {
        status,
        input: turn.input,
        values: BTreeMap::new(),
        skipped: Vec::new(),
        interrupts: turn.open,
        manifests: Vec::new(),
        tool_logs: BTreeMap::new(),
    };
    let Records { outputs, skipped, .. } = &turn.records;
    state.skipped = skipped.iter().map(ToString::to_string).collect();
    state.skipped.sort_unstable();
    for (key, json) in outputs {
        // What is inside a node that is done is in the node's own value.
        if !past::outside(key).any(|outer| outputs.contains_key(&outer)) {
            let key = key.to_string();
            let value = parse("output", &key, json)?;
            state.values.insert(key, value);
        }
    }
    for node in graph.pipeline().nodes().iter().map(|spec| spec.name().to_owned()) {
        let mut refs: Vec<ResourceRef> = Vec::new();
        for (key, progress) in turn.records.inside(graph.plan(), &Key::node(&node)) {
            let place = key.to_string();
            refs.extend(collect("manifest", &place, progress.refs.values())?.into_iter().flatten());
            let log = collect("tool call", &place, progress.calls.values())?;
            if !log.is_empty() {
                state.tool_logs.insert(place, log);
            }
        }
        if !refs.is_empty() {
            let value = serde_json::to_value(&refs).map_err(|source| {
                ExecutionError::Unstorable { what: "manifest", node: node.clone(), source }
            })?;
            state.values.insert(manifest_channel(&node), value);
            state.manifests.push((node, refs));
        }
    }
    Ok(state)
}

fn parse(what: &'static str, key: &str, json: &str) -> Result<Value, Error> {
    Recorded::<Value>::stored(json.to_owned()).get(what, key).cloned()
}

pub(crate) fn collect<'a, T: DeserializeOwned + Clone + 'a>(
    what: &'static str,
    key: &str,
    recorded: impl Iterator<Item = &'a Arc<Recorded<T>>>,
) -> Result<Vec<T>, Error> {
    recorded.map(|recorded| recorded.get(what, key).cloned()).collect()
}
