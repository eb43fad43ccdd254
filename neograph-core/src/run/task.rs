//! One unit of work: a node is entered, its parameters are bound, it runs, and what it
//! gives is stored before anybody sees it.

use std::{
    any::Any,
    collections::{BTreeMap, BTreeSet},
    panic::AssertUnwindSafe,
    sync::{Arc, OnceLock},
};

use futures_util::FutureExt;
use serde::de::DeserializeOwned;

use super::{Answer, Event, Interrupt, RunContext, bind, flow, interrupt::GATE, retry::Retry};
use crate::{
    AnyValue, BoxError, Error, agent,
    checkpoint::{Channel, Write},
    error::ExecutionError,
    lossless,
    model::ChatResponse,
    pipeline::{Args, NodeSpec},
    resource::ResourceRef,
    tool::ToolInteraction,
};

/// What the scheduler starts: a node, one item of its fan-out, one iteration of its loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unit {
    pub(crate) node: usize,
    pub(crate) item: Option<u32>,
    pub(crate) iteration: Option<u32>,
}

impl Unit {
    pub(crate) fn node(node: usize) -> Self {
        Self { node, item: None, iteration: None }
    }

    /// An item of the node's fan-out, counted from 0.
    pub(crate) fn item(self, item: u32) -> Self {
        Self { item: Some(item), ..self }
    }

    /// An iteration of the unit's loop or a member of its ensemble, counted from 1.
    pub(crate) fn iteration(self, iteration: u32) -> Self {
        Self { iteration: Some(iteration), ..self }
    }
}

/// A value of the log: live, or as stored and decoded when somebody needs it.
#[derive(Debug)]
pub(crate) struct Recorded<T> {
    json: Option<String>,
    live: OnceLock<T>,
}

impl<T: DeserializeOwned> Recorded<T> {
    pub(crate) fn live(value: T) -> Self {
        Self { json: None, live: OnceLock::from(value) }
    }

    pub(crate) fn stored(json: String) -> Self {
        Self { json: Some(json), live: OnceLock::new() }
    }

    pub(crate) fn get(&self, what: &'static str, key: &str) -> Result<&T, Error> {
        if let Some(value) = self.live.get() {
            return Ok(value);
        }
        let json = self.json.as_deref().unwrap_or("null");
        let mut source = lossless::reader(json);
        let value = serde_path_to_error::deserialize(&mut source).map_err(|error| {
            ExecutionError::StoredValue {
                what,
                key: key.to_owned(),
                expected: std::any::type_name::<T>(),
                path: error.path().to_string(),
                message: error.inner().to_string(),
            }
        })?;
        Ok(self.live.get_or_init(|| value))
    }
}

/// What a node's model and tools have done so far, by turn and by call. A node without a
/// model has none, and is moved about without it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    pub(crate) turns: BTreeMap<u32, Arc<Recorded<ChatResponse>>>,
    pub(crate) calls: BTreeMap<u32, Arc<Recorded<ToolInteraction>>>,
    pub(crate) refs: BTreeMap<u32, Arc<Recorded<Vec<ResourceRef>>>>,
    pub(crate) intents: BTreeSet<u32>,
    pub(crate) answers: BTreeMap<u32, Answer>,
    /// What humans answered to tools that asked.
    pub(crate) told: BTreeMap<u32, serde_json::Value>,
    /// What was done inside the node, by address, in graph order.
    pub(crate) inside: Vec<(String, Box<Progress>)>,
}

impl Progress {
    /// Whether no model or tool did anything.
    pub(crate) fn is_empty(&self) -> bool {
        self.turns.is_empty() && self.calls.is_empty() && self.refs.is_empty()
    }

    /// The manifests of the node and of what is inside it, in graph order.
    pub(crate) fn manifests(&self) -> impl Iterator<Item = &Arc<Recorded<Vec<ResourceRef>>>> {
        let inside = self.inside.iter().flat_map(|(_, progress)| progress.refs.values());
        self.refs.values().chain(inside)
    }
}

/// What a unit of work starts from.
#[derive(Debug)]
pub(crate) struct Task {
    pub(crate) unit: Unit,
    /// The outputs of the upstream nodes by parameter; `None` for other parameters.
    pub(crate) upstream: Vec<Option<AnyValue>>,
    /// The manifests of the nodes before this one, in graph order.
    pub(crate) manifest: Vec<Arc<Recorded<Vec<ResourceRef>>>>,
    pub(crate) progress: Option<Box<Progress>>,
    /// `None` for a node without control flow.
    pub(crate) flow: Option<Box<FlowTask>>,
}

/// What control flow starts from.
#[derive(Debug)]
pub(crate) struct FlowTask {
    /// The values of the condition's parameters, as `upstream` has those of the node.
    pub(crate) condition: Vec<Option<AnyValue>>,
    /// Whether all the nodes were skipped in whose place the node runs.
    pub(crate) otherwise: bool,
    /// The output that holds the items.
    pub(crate) root: Option<AnyValue>,
}

/// How a unit of work ended that did not fail.
#[derive(Debug)]
pub(crate) enum Ended {
    /// The node is done, and may ask a human before the next ones start.
    Output { value: AnyValue, progress: Option<Box<Progress>>, interrupt: Option<Box<Interrupt>> },
    /// The node cannot go on without a human. The questions are those that are new.
    Paused { progress: Option<Box<Progress>>, interrupts: Vec<Interrupt> },
    /// The node's condition does not hold.
    Skipped,
}

/// Runs one unit of work to its end. A panic in it, of a body, a tool, a model or a
/// fetcher, is an error of its node.
pub(crate) async fn run(context: Arc<RunContext>, task: Task) -> Result<(Unit, Ended), Error> {
    let unit = task.unit;
    let ended = match task.flow {
        Some(_) => flow::run(Arc::clone(&context), task).await,
        None => {
            let Task { upstream, manifest, progress, .. } = task;
            let mut slots = Slots { values: upstream, manifest: &manifest, progress };
            call(&context, unit, &mut slots, Gate::Asks).await
        }
    };
    Ok((unit, ended?))
}

/// What a call is given, and takes.
pub(super) struct Slots<'a> {
    /// The values that are known, by parameter.
    pub(super) values: Vec<Option<AnyValue>>,
    pub(super) manifest: &'a [Arc<Recorded<Vec<ResourceRef>>>],
    pub(super) progress: Option<Box<Progress>>,
}

/// Whether the node's condition to pause is asked about a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gate {
    Asks,
    Passes,
}

/// Calls a node's function, its model or its sub-pipeline once, and stores what it gives.
/// A panic in it is an error of its node, and every error says whose it is.
pub(super) async fn call(
    context: &Arc<RunContext>,
    unit: Unit,
    slots: &mut Slots<'_>,
    gate: Gate,
) -> Result<Ended, Error> {
    let called = AssertUnwindSafe(call_unwinding(context, unit, slots, gate)).catch_unwind();
    let ended = called.await.unwrap_or_else(|panic| {
        let node = context.plan.spec(unit.node).name().to_owned();
        Err(ExecutionError::Panic { node, message: panic_text(&*panic) }.into())
    });
    match ended {
        Err(error) if !context.is_plain(unit) => {
            Err(error.located(context.plan.spec(unit.node).name(), || context.place(unit)))
        }
        ended => ended,
    }
}

pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a value that is no text".to_owned())
}

// What few nodes need is boxed: it keeps the future of the others small.
async fn call_unwinding(
    context: &Arc<RunContext>,
    unit: Unit,
    slots: &mut Slots<'_>,
    gate: Gate,
) -> Result<Ended, Error> {
    let spec = context.plan.spec(unit.node);
    let sub = context.plan.sub(unit.node);
    // What is inside a sub-pipeline has permits of its own.
    let _permit = match &context.permits {
        Some(permits) if sub.is_none() => Box::pin(Arc::clone(permits).acquire_owned()).await.ok(),
        _ => None,
    };
    let started = context.events.is_heard().then(|| context.now());
    context.events.emit(|| Event::NodeStarted { node: context.place(unit) });
    let is_patient = spec.retry().is_some() || spec.timeout().is_some();
    let ended = match (spec.body(), sub) {
        (Some(body), None) if !is_patient => {
            let mut values = std::mem::take(&mut slots.values);
            if bind::bind_given(context, unit, &mut values)? {
                Box::pin(bind::hydrate(context, unit, &mut values, slots.manifest)).await?;
            }
            let value = body(Args::new(values)).await;
            let value = value.map_err(|source| failed(spec, source))?;
            Ended::Output { value, progress: slots.progress.take(), interrupt: None }
        }
        (Some(_), None) => {
            let value = Box::pin(attempts(context, unit, slots)).await?;
            Ended::Output { value, progress: slots.progress.take(), interrupt: None }
        }
        (None, None) => Box::pin(converse(context, unit, slots)).await?,
        (_, Some(sub)) => {
            let inside = flow::sub_pipeline(context, unit, sub, slots);
            Box::pin(within(context, spec, inside)).await?
        }
    };
    let is_kept = context.journal.is_some() || spec.interrupt_when().is_some();
    let ended = if is_kept { Box::pin(store(context, unit, ended, gate)).await? } else { ended };
    // A node that waits for a human in its middle is not finished.
    if let Ended::Output { .. } = ended {
        context.events.emit(|| Event::NodeFinished {
            node: context.place(unit),
            duration: started.map(|started| context.since(started)).unwrap_or_default(),
        });
    }
    Ok(ended)
}

fn failed(spec: &NodeSpec, source: BoxError) -> Error {
    ExecutionError::Node { node: spec.name().to_owned(), source }.into()
}

/// A conversation with a model. What may pass is tried again turn by turn, inside.
async fn converse(context: &RunContext, unit: Unit, slots: &mut Slots<'_>) -> Result<Ended, Error> {
    let (values, progress) = (std::mem::take(&mut slots.values), slots.progress.take());
    let conversation = async {
        let bound = bind::bind(context, unit, values, slots.manifest).await?;
        agent::converse(context, unit, bound, progress).await
    };
    within(context, context.plan.spec(unit.node), conversation).await
}

/// The attempts of a scripted node. Each binds its parameters anew: a body consumes them.
async fn attempts(context: &RunContext, unit: Unit, slots: &Slots<'_>) -> Result<AnyValue, Error> {
    let spec = context.plan.spec(unit.node);
    let mut retry = Retry::new(context, unit);
    loop {
        let attempt = async {
            let values = slots.values.clone();
            let bound = bind::bind(context, unit, values, slots.manifest).await?;
            let body = spec.body().ok_or_else(|| failed(spec, "the node has no body".into()))?;
            body(Args::new(bound)).await.map_err(|source| failed(spec, source))
        };
        match within(context, spec, attempt).await {
            Err(error) if retry.again(&error).await => {}
            ended => return ended,
        }
    }
}

/// An attempt that is dropped when it takes longer than the node's timeout.
async fn within<T>(
    context: &RunContext,
    spec: &NodeSpec,
    attempt: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    let Some(limit) = spec.timeout() else { return attempt.await };
    tokio::select! {
        ended = attempt => ended,
        () = context.graph.environment().sleep(limit) => {
            Err(ExecutionError::Timeout { node: spec.name().to_owned(), limit }.into())
        }
    }
}

/// Stores what the unit gives, with the question it asks, in one commit.
pub(super) async fn store(
    context: &RunContext,
    unit: Unit,
    mut ended: Ended,
    gate: Gate,
) -> Result<Ended, Error> {
    let mut writes = Vec::new();
    match &mut ended {
        Ended::Output { value, interrupt, .. } => {
            if gate == Gate::Asks {
                *interrupt = ask(context, unit, value)?.map(Box::new);
            }
            if context.journal.is_some() {
                writes.push(output(context, unit, value)?);
                writes.extend(interrupt.iter().map(|interrupt| question(context, unit, interrupt)));
            }
        }
        Ended::Paused { interrupts, .. } => {
            // Those that came from inside are stored where they came from.
            let own = interrupts.iter().filter(|interrupt| interrupt.path == context.place(unit));
            writes.extend(own.map(|interrupt| question(context, unit, interrupt)));
        }
        Ended::Skipped => {
            writes.push(Write::value(Channel::Skip, context.key(unit), 0, &()));
        }
    }
    context.append(writes).await?;
    let asked: Vec<&Interrupt> = match &ended {
        Ended::Output { interrupt, .. } => interrupt.as_deref().into_iter().collect(),
        Ended::Paused { interrupts, .. } => interrupts.iter().collect(),
        Ended::Skipped => Vec::new(),
    };
    for Interrupt { id, path, payload, .. } in asked {
        if *path == context.place(unit) {
            context.events.emit(|| Event::Interrupted {
                node: path.clone(),
                id: id.clone(),
                payload: payload.clone(),
            });
        }
    }
    Ok(ended)
}

/// The entry of an output: of a whole node, or of one call of its function.
fn output(context: &RunContext, unit: Unit, value: &AnyValue) -> Result<Write, Error> {
    let spec = context.plan.spec(unit.node);
    let is_whole = unit.item.is_none() && unit.iteration.is_none();
    let output = if is_whole { spec.output() } else { spec.unit() };
    let json = output.encode(value).map_err(|source| ExecutionError::Unstorable {
        what: "output",
        node: spec.name().to_owned(),
        source,
    })?;
    Ok(Write::new(Channel::Output, context.key(unit), 0, output.name(), json))
}

fn question(context: &RunContext, unit: Unit, interrupt: &Interrupt) -> Write {
    let index = interrupt.call.unwrap_or(0);
    Write::value(Channel::Interrupt, context.key(unit), index, interrupt)
}

/// Whether the node's condition asks for a pause.
fn ask(context: &RunContext, unit: Unit, value: &AnyValue) -> Result<Option<Interrupt>, Error> {
    let spec = context.plan.spec(unit.node);
    let Some(condition) = spec.interrupt_when() else { return Ok(None) };
    let payload = condition(value)
        .map_err(|source| ExecutionError::Node { node: spec.name().to_owned(), source })?;
    Ok(payload.map(|payload| Interrupt {
        id: context.fresh_id(),
        node: spec.name().to_owned(),
        path: context.place(unit),
        payload,
        reason: GATE.to_owned(),
        call: None,
    }))
}
