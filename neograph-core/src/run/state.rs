//! What is known of a turn of a thread while it is driven.

use std::{collections::VecDeque, sync::OnceLock};

use serde_json::Value;

use super::{
    Interrupt, Progress, RunContext,
    task::{Ended, Unit},
};
use crate::{
    AnyValue, Error,
    error::ExecutionError,
    graph::Plan,
    pipeline::{Flow, OutputType},
};

/// A node's output: live, or as stored and decoded when somebody needs it.
#[derive(Debug)]
pub(crate) enum NodeValue {
    /// The node was skipped.
    Skipped,
    /// The node gave something.
    Given { json: Option<String>, live: OnceLock<AnyValue> },
}

impl NodeValue {
    pub(crate) fn live(value: AnyValue) -> Self {
        Self::Given { json: None, live: OnceLock::from(value) }
    }

    pub(crate) fn stored(json: String) -> Self {
        Self::Given { json: Some(json), live: OnceLock::new() }
    }

    pub(crate) fn is_skipped(&self) -> bool {
        matches!(self, Self::Skipped)
    }

    /// The value; `None` when the node was skipped.
    pub(crate) fn typed(
        &self,
        output: &OutputType,
        node: &str,
    ) -> Result<Option<&AnyValue>, Error> {
        let Self::Given { json, live } = self else { return Ok(None) };
        if let Some(value) = live.get() {
            return Ok(Some(value));
        }
        let json = json.as_deref().unwrap_or("null");
        let value = output.decode(json).map_err(|error| ExecutionError::StoredValue {
            what: "output",
            key: node.to_owned(),
            expected: output.name(),
            path: error.path().to_string(),
            message: error.inner().to_string(),
        })?;
        Ok(Some(live.get_or_init(|| value)))
    }

    /// The value by itself; `None` when the node was skipped.
    pub(crate) fn into_typed(
        self,
        output: &OutputType,
        node: &str,
    ) -> Result<Option<AnyValue>, Error> {
        self.typed(output, node)?;
        Ok(match self {
            Self::Given { live, .. } => live.into_inner(),
            Self::Skipped => None,
        })
    }

    pub(crate) fn json(&self, output: &OutputType) -> Result<Value, serde_json::Error> {
        match self {
            Self::Given { json: Some(json), .. } => serde_json::from_str(json),
            Self::Given { json: None, live } => match live.get() {
                Some(value) => output.render(value),
                None => Ok(Value::Null),
            },
            Self::Skipped => Ok(Value::Null),
        }
    }
}

/// Which nodes are done, which are ready, and what is asked.
#[derive(Debug)]
pub(crate) struct RunState {
    pub(crate) values: Vec<Option<NodeValue>>,
    pub(crate) progress: Vec<Option<Box<Progress>>>,
    pub(crate) ready: VecDeque<Unit>,
    open: Vec<Interrupt>,
    waiting: Vec<usize>,
}

impl RunState {
    /// The state of a pipeline whose nodes have this past.
    pub(crate) fn new(context: &RunContext) -> Self {
        let plan = &context.plan;
        let past = &context.past;
        let mut state = Self {
            values: Vec::with_capacity(plan.len()),
            progress: Vec::with_capacity(plan.len()),
            ready: VecDeque::new(),
            open: Vec::new(),
            waiting: Vec::with_capacity(plan.len()),
        };
        if past.is_empty() {
            state.values.resize_with(plan.len(), || None);
            state.progress.resize_with(plan.len(), || None);
        } else {
            for node in 0..plan.len() {
                let key = context.key(Unit::node(node));
                let is_composite = plan.spec(node).flow().is_some_and(Flow::is_composite);
                let (value, mut progress) = past.node(context.graph.plan(), &key);
                // What is inside a node that goes on is taken there.
                if value.is_none() && !is_composite {
                    progress = past.progress(&key);
                }
                state.values.push(value);
                state.progress.push(progress);
                state.open.extend(past.open_within(&key).cloned());
            }
        }
        let asking = state.asking(context);
        for node in 0..plan.len() {
            let waits_for = plan.dependencies(node).iter();
            let waits_for = waits_for.filter(|up| !state.is_done(**up) || asking[**up]).count();
            state.waiting.push(waits_for);
            if waits_for == 0 && !state.is_done(node) && !asking[node] {
                state.ready.push_back(Unit::node(node));
            }
        }
        state
    }

    /// For each node, whether it asks something itself and not something inside it.
    fn asking(&self, context: &RunContext) -> Vec<bool> {
        let mut asking = vec![false; context.plan.len()];
        for open in &self.open {
            let node = open.key().and_then(|key| {
                let (last, before) = key.segments().split_last()?;
                let is_own =
                    before == context.path() && last.item.is_none() && last.iteration.is_none();
                is_own.then(|| context.plan.find(&last.node)).flatten()
            });
            if let Some(node) = node {
                asking[node] = true;
            }
        }
        asking
    }

    /// The questions that are open.
    pub(crate) fn open(&self) -> &[Interrupt] {
        &self.open
    }

    /// The outputs by node, and the questions that are open.
    pub(crate) fn into_parts(self) -> (Vec<Option<NodeValue>>, Vec<Interrupt>) {
        (self.values, self.open)
    }

    pub(crate) fn is_done(&self, node: usize) -> bool {
        self.values[node].is_some()
    }

    /// Takes in how a unit of work ended, which may make others ready.
    pub(crate) fn settle(&mut self, plan: &Plan, unit: Unit, ended: Ended) {
        let node = unit.node;
        match ended {
            Ended::Output { value, progress, interrupt } => {
                self.values[node] = Some(NodeValue::live(value));
                self.progress[node] = progress;
                match interrupt {
                    Some(interrupt) => self.open.push(*interrupt),
                    None => self.release(plan, node),
                }
            }
            Ended::Paused { progress, interrupts } => {
                self.progress[node] = progress;
                self.open.extend(interrupts);
            }
            Ended::Skipped => {
                self.values[node] = Some(NodeValue::Skipped);
                self.release(plan, node);
            }
        }
    }

    fn release(&mut self, plan: &Plan, node: usize) {
        for &dependent in plan.dependents(node) {
            self.waiting[dependent] = self.waiting[dependent].saturating_sub(1);
            // A thread may be older than the edge: what is done stays done.
            if self.waiting[dependent] == 0 && !self.is_done(dependent) {
                self.ready.push_back(Unit::node(dependent));
            }
        }
    }
}
