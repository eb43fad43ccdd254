//! What is known of a turn of a thread while it is driven.

use std::{collections::VecDeque, sync::OnceLock};

use serde_json::Value;

use super::{
    Interrupt, Progress,
    interrupt::GATE,
    task::{Ended, Unit},
};
use crate::{AnyValue, Error, error::ExecutionError, graph::Plan, pipeline::OutputType};

/// A node's output: live, or as stored and decoded when somebody needs it.
#[derive(Debug)]
pub(crate) struct NodeValue {
    json: Option<String>,
    live: OnceLock<AnyValue>,
}

impl NodeValue {
    pub(crate) fn live(value: AnyValue) -> Self {
        Self { json: None, live: OnceLock::from(value) }
    }

    pub(crate) fn stored(json: String) -> Self {
        Self { json: Some(json), live: OnceLock::new() }
    }

    pub(crate) fn typed(&self, output: &OutputType, node: &str) -> Result<&AnyValue, Error> {
        if let Some(value) = self.live.get() {
            return Ok(value);
        }
        let json = self.json.as_deref().unwrap_or("null");
        let value = output.decode(json).map_err(|error| ExecutionError::StoredValue {
            what: "output",
            key: node.to_owned(),
            expected: output.name(),
            path: error.path().to_string(),
            message: error.inner().to_string(),
        })?;
        Ok(self.live.get_or_init(|| value))
    }

    pub(crate) fn json(&self, output: &OutputType) -> Result<Value, serde_json::Error> {
        match (&self.json, self.live.get()) {
            (Some(json), _) => serde_json::from_str(json),
            (None, Some(value)) => output.render(value),
            (None, None) => Ok(Value::Null),
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
    /// The state of a turn in which these nodes are done and these questions are open.
    pub(crate) fn new(
        plan: &Plan,
        values: Vec<Option<NodeValue>>,
        progress: Vec<Option<Box<Progress>>>,
        open: Vec<Interrupt>,
    ) -> Self {
        let mut state = Self {
            values,
            progress,
            ready: VecDeque::new(),
            open,
            waiting: Vec::with_capacity(plan.len()),
        };
        for node in 0..plan.len() {
            let waits_for =
                plan.dependencies(node).iter().filter(|up| !state.is_released(plan, **up));
            let waits_for = waits_for.count();
            state.waiting.push(waits_for);
            if waits_for == 0 && state.may_start(plan, node) {
                state.ready.push_back(Unit::node(node));
            }
        }
        state
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
                    Some(interrupt) => self.open.push(interrupt),
                    None => self.release(plan, node),
                }
            }
            Ended::Paused { progress, interrupts } => {
                self.progress[node] = progress;
                self.open.extend(interrupts);
            }
        }
    }

    fn release(&mut self, plan: &Plan, node: usize) {
        for &dependent in plan.dependents(node) {
            self.waiting[dependent] = self.waiting[dependent].saturating_sub(1);
            // A thread may be older than the edge: what is done stays done.
            if self.waiting[dependent] == 0 && self.may_start(plan, dependent) {
                self.ready.push_back(Unit::node(dependent));
            }
        }
    }

    fn is_released(&self, plan: &Plan, node: usize) -> bool {
        self.is_done(node) && !self.open.iter().any(|open| open.node == plan.spec(node).name())
    }

    fn may_start(&self, plan: &Plan, node: usize) -> bool {
        let asks = |open: &Interrupt| open.reason != GATE && open.node == plan.spec(node).name();
        !self.is_done(node) && !self.open.iter().any(asks)
    }
}
