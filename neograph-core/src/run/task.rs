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

use super::{
    Answer, Event, Interrupt, RunContext,
    bind::{self, Bound},
    interrupt::GATE,
    retry::Retry,
};
use crate::{
    AnyValue, Error, agent,
    checkpoint::{Channel, Key, Segment, Write},
    error::ExecutionError,
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

    pub(crate) fn key(self, spec: &NodeSpec) -> Key {
        Key::new([Segment { node: spec.name().into(), item: self.item, iteration: self.iteration }])
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
        let mut source = serde_json::Deserializer::from_str(json);
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
}

/// How a unit of work ended that did not fail.
#[derive(Debug)]
pub(crate) enum Ended {
    /// The node is done, and may ask a human before the next ones start.
    Output { value: AnyValue, progress: Option<Box<Progress>>, interrupt: Option<Interrupt> },
    /// The node cannot go on without a human.
    Paused { progress: Option<Box<Progress>>, interrupts: Vec<Interrupt> },
}

/// Runs one unit of work to its end. A panic in it, of a body, a tool, a model or a
/// fetcher, is an error of its node.
pub(crate) async fn run(context: Arc<RunContext>, task: Task) -> Result<(Unit, Ended), Error> {
    let unit = task.unit;
    let node = Arc::clone(&context);
    match AssertUnwindSafe(run_unwinding(context, task)).catch_unwind().await {
        Ok(ended) => ended,
        Err(panic) => {
            let node = node.graph.plan().spec(unit.node).name().to_owned();
            Err(ExecutionError::Panic { node, message: panic_text(&*panic) }.into())
        }
    }
}

fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a value that is no text".to_owned())
}

async fn run_unwinding(context: Arc<RunContext>, task: Task) -> Result<(Unit, Ended), Error> {
    let unit = task.unit;
    let plan = context.graph.plan();
    let spec = plan.spec(unit.node);
    let started = context.events.is_heard().then(|| context.now());
    context.events.emit(|| Event::NodeStarted { node: spec.name().to_owned() });
    // What few nodes need is boxed: it keeps the future of the others small.
    let is_patient = spec.retry().is_some() || spec.timeout().is_some();
    let ended = match spec.body() {
        None => Box::pin(converse(&context, unit, task)).await?,
        Some(_) if !is_patient => {
            let bound = bind::bind(&context, spec, task.upstream, &task.manifest).await?;
            let value = call_body(spec, bound).await?;
            Ended::Output { value, progress: task.progress, interrupt: None }
        }
        Some(_) => {
            let value = Box::pin(attempts(&context, spec, &task)).await?;
            Ended::Output { value, progress: task.progress, interrupt: None }
        }
    };
    let ended = store(&context, spec, unit, ended).await?;
    // A node that waits for a human in its middle is not finished.
    if let Ended::Output { .. } = ended {
        context.events.emit(|| Event::NodeFinished {
            node: spec.name().to_owned(),
            duration: started.map(|started| context.since(started)).unwrap_or_default(),
        });
    }
    Ok((unit, ended))
}

/// A conversation with a model. What may pass is tried again turn by turn, inside.
async fn converse(context: &RunContext, unit: Unit, task: Task) -> Result<Ended, Error> {
    let spec = context.graph.plan().spec(unit.node);
    let conversation = async {
        let bound = bind::bind(context, spec, task.upstream, &task.manifest).await?;
        agent::converse(context, unit, bound, task.progress).await
    };
    within(context, spec, conversation).await
}

/// The attempts of a scripted node. Each binds its parameters anew: a body consumes them.
async fn attempts(context: &RunContext, spec: &NodeSpec, task: &Task) -> Result<AnyValue, Error> {
    let mut retry = Retry::new(context, spec);
    loop {
        let attempt = async {
            let upstream = task.upstream.clone();
            let bound = bind::bind(context, spec, upstream, &task.manifest).await?;
            call_body(spec, bound).await
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

/// Runs the body of a scripted node.
async fn call_body(spec: &NodeSpec, bound: Bound) -> Result<AnyValue, Error> {
    let failed = |source| ExecutionError::Node { node: spec.name().to_owned(), source };
    let body = spec.body().ok_or_else(|| failed("the node has no body".into()))?;
    Ok(body(Args::new(bound)).await.map_err(failed)?)
}

/// Stores what the unit gives, with the question it asks, in one commit.
async fn store(
    context: &RunContext,
    spec: &NodeSpec,
    unit: Unit,
    mut ended: Ended,
) -> Result<Ended, Error> {
    let mut writes = Vec::new();
    match &mut ended {
        Ended::Output { value, interrupt, .. } => {
            *interrupt = ask(context, spec, value)?;
            if context.journal.is_some() {
                let json =
                    spec.output().encode(value).map_err(|source| ExecutionError::Unstorable {
                        what: "output",
                        node: spec.name().to_owned(),
                        source,
                    })?;
                writes.push(Write::new(
                    Channel::Output,
                    unit.key(spec),
                    0,
                    spec.output().name(),
                    json,
                ));
                writes.extend(interrupt.iter().map(|interrupt| question(unit, spec, interrupt)));
            }
        }
        Ended::Paused { interrupts, .. } => {
            writes.extend(interrupts.iter().map(|interrupt| question(unit, spec, interrupt)));
        }
    }
    context.append(writes).await?;
    let asked = match &ended {
        Ended::Output { interrupt, .. } => interrupt.as_slice(),
        Ended::Paused { interrupts, .. } => interrupts,
    };
    for Interrupt { id, payload, .. } in asked {
        context.events.emit(|| Event::Interrupted {
            node: spec.name().to_owned(),
            id: id.clone(),
            payload: payload.clone(),
        });
    }
    Ok(ended)
}

fn question(unit: Unit, spec: &NodeSpec, interrupt: &Interrupt) -> Write {
    let index = interrupt.call.unwrap_or(0);
    Write::value(Channel::Interrupt, unit.key(spec), index, interrupt)
}

/// Whether the node's condition asks for a pause.
fn ask(
    context: &RunContext,
    spec: &NodeSpec,
    value: &AnyValue,
) -> Result<Option<Interrupt>, Error> {
    let Some(condition) = spec.interrupt_when() else { return Ok(None) };
    let payload = condition(value)
        .map_err(|source| ExecutionError::Node { node: spec.name().to_owned(), source })?;
    Ok(payload.map(|payload| Interrupt {
        id: context.fresh_id(),
        node: spec.name().to_owned(),
        payload,
        reason: GATE.to_owned(),
        call: None,
    }))
}
