//! Control flow: a node that is skipped, or run for each item, or again, or several times at
//! once, or that is a pipeline of its own. One file a stage.

mod condition;
mod ensemble;
mod fan_out;
mod pool;
mod repeat;
mod sub;

use std::{panic::AssertUnwindSafe, sync::Arc};

use futures_util::FutureExt;

pub(super) use sub::sub_pipeline;

use super::{
    Event, Progress, RunContext,
    context::Manifests,
    past::Recalled,
    task::{self, Ended, FlowTask, Gate, Slots, Task, Unit},
};
use crate::{
    AnyValue, BoxFuture, Error,
    error::ExecutionError,
    pipeline::{Flow, Source},
};

/// Runs a node with control flow to its end. What it is made of is stored on the way, each
/// part under its own address, and is not done again.
// A box of a known type, because a sub-pipeline comes back to here.
pub(super) fn run(
    context: Arc<RunContext>,
    task: Task,
) -> BoxFuture<'static, Result<Ended, Error>> {
    Box::pin(async move {
        let Task { unit, upstream, manifest, progress, flow } = task;
        let site = Arc::new(Site { context, node: unit.node, upstream, manifest: manifest.into() });
        let Some((flow_task, flow)) = flow.zip(site.context.plan.spec(unit.node).flow()) else {
            return site.call(unit, Given::default(), progress, Gate::Asks).await;
        };
        let FlowTask { condition, otherwise, root } = *flow_task;
        let entered = async {
            if !condition::holds(&site, condition, otherwise)? {
                let ended = task::store(&site.context, unit, Ended::Skipped, Gate::Passes).await?;
                site.context.events.emit(|| Event::NodeSkipped { node: site.context.place(unit) });
                return Ok(ended);
            }
            match (&flow.each, root) {
                (Some(_), Some(root)) => site.whole(unit, fan_out::run(&site, root)).await,
                _ if flow.is_composite() => once(&site, unit, Given::default()).await,
                _ => site.call(unit, Given::default(), progress, Gate::Asks).await,
            }
        };
        site.caught(unit, entered).await
    })
}

/// A node that is entered, with what all the calls of its function share.
struct Site {
    context: Arc<RunContext>,
    node: usize,
    upstream: Vec<Option<AnyValue>>,
    manifest: Manifests,
}

/// What one call is given besides.
#[derive(Debug, Clone, Default)]
struct Given {
    item: Option<AnyValue>,
    carry: Option<AnyValue>,
}

impl Site {
    fn flow(&self) -> Option<&Flow> {
        self.context.plan.spec(self.node).flow()
    }

    /// Makes a panic of a function of the user's, such as a condition, an error of the unit, and
    /// says of every error whose it is.
    async fn caught(
        &self,
        unit: Unit,
        work: impl Future<Output = Result<Ended, Error>>,
    ) -> Result<Ended, Error> {
        let name = self.context.plan.spec(self.node).name();
        let ended = AssertUnwindSafe(work).catch_unwind().await.unwrap_or_else(|panic| {
            let (node, message) = (name.to_owned(), task::panic_text(&*panic));
            Err(ExecutionError::Panic { node, message }.into())
        });
        ended.map_err(|error| error.located(name, || self.context.place(unit)))
    }

    /// Calls the function once.
    async fn call(
        &self,
        unit: Unit,
        given: Given,
        progress: Option<Box<Progress>>,
        gate: Gate,
    ) -> Result<Ended, Error> {
        let spec = self.context.plan.spec(self.node);
        let mut values = self.upstream.clone();
        let Given { mut item, mut carry } = given;
        for (slot, param) in values.iter_mut().zip(spec.params()) {
            match param.source() {
                Source::Item => *slot = item.take(),
                Source::Carry => *slot = carry.take().or_else(|| param.binding().absent()),
                _ => {}
            }
        }
        let mut slots = Slots { values, manifest: &self.manifest, progress };
        task::call(&self.context, unit, &mut slots, gate).await
    }

    /// Calls the function once, unless that is done.
    async fn call_anew(&self, unit: Unit, given: Given, gate: Gate) -> Result<Ended, Error> {
        match self.recall(unit)? {
            Memory::Ended(ended) => Ok(ended),
            Memory::Begun(progress) => self.call(unit, given, progress, gate).await,
        }
    }

    /// Tells of the beginning and the end of what is made of several calls.
    async fn whole(
        &self,
        unit: Unit,
        calls: impl Future<Output = Result<Ended, Error>>,
    ) -> Result<Ended, Error> {
        let context = &self.context;
        let started = context.events.is_heard().then(|| context.now());
        context.events.emit(|| Event::NodeStarted { node: context.place(unit) });
        let ended = calls.await?;
        if let Ended::Output { .. } = ended {
            context.events.emit(|| Event::NodeFinished {
                node: context.place(unit),
                duration: started.map(|started| context.since(started)).unwrap_or_default(),
            });
        }
        Ok(ended)
    }

    /// What is known of a unit from before.
    fn recall(&self, unit: Unit) -> Result<Memory, Error> {
        let past = &self.context.past;
        if past.is_empty() {
            return Ok(Memory::Begun(None));
        }
        let key = self.context.key(unit);
        Ok(match past.recall(self.context.graph.plan(), &key) {
            Recalled::Output(value, progress) => {
                let unit_type = self.context.plan.spec(self.node).unit();
                match value.into_typed(&unit_type, &key.to_string())? {
                    Some(value) => {
                        Memory::Ended(Ended::Output { value, progress, interrupt: None })
                    }
                    None => Memory::Begun(progress),
                }
            }
            Recalled::Waits(progress) => {
                Memory::Ended(Ended::Paused { progress, interrupts: Vec::new() })
            }
            Recalled::Begun(progress) => Memory::Begun(progress),
        })
    }
}

/// What is known of a unit.
enum Memory {
    Ended(Ended),
    Begun(Option<Box<Progress>>),
}

/// Runs one item, or the whole of a node without a fan-out: its loop, its ensemble, or one
/// call.
async fn once(site: &Arc<Site>, unit: Unit, given: Given) -> Result<Ended, Error> {
    match site.flow() {
        Some(Flow { repeat: Some(repeat), on_exhaust, .. }) => match site.recall(unit)? {
            Memory::Ended(ended) => Ok(ended),
            Memory::Begun(_) => {
                let on_exhaust = on_exhaust.unwrap_or_default();
                site.whole(unit, repeat::run(site, unit, given, repeat, on_exhaust)).await
            }
        },
        Some(Flow { ensemble: Some(ensemble), .. }) => match site.recall(unit)? {
            Memory::Ended(ended) => Ok(ended),
            Memory::Begun(_) => site.whole(unit, ensemble::run(site, unit, given, ensemble)).await,
        },
        _ => site.call_anew(unit, given, Gate::Asks).await,
    }
}

/// What the parts of a unit did, in order.
#[derive(Debug, Default)]
struct Inside(Vec<(String, Box<Progress>)>);

impl Inside {
    /// Takes what a part did.
    fn add(&mut self, context: &RunContext, unit: Unit, progress: Option<Box<Progress>>) {
        let Some(mut progress) = progress else { return };
        let inside = std::mem::take(&mut progress.inside);
        if !progress.is_empty() {
            self.0.push((context.place(unit), progress));
        }
        self.0.extend(inside);
    }

    /// What the unit did, which is what its parts did.
    fn into_progress(self) -> Option<Box<Progress>> {
        let is_empty = self.0.is_empty();
        (!is_empty).then(|| Box::new(Progress { inside: self.0, ..Progress::default() }))
    }
}
