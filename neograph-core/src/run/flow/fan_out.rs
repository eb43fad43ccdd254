//! Fan-out: one call for each item of a collection.

use std::sync::Arc;

use super::{Given, Inside, Site, once, pool};
use crate::{
    AnyValue, Error,
    checkpoint::{Channel, Write},
    error::ExecutionError,
    pipeline::{ItemError, OnError},
    resource::ParseError,
    run::{
        Interrupt, Progress,
        task::{self, Ended, Gate, Unit},
    },
};

/// How many items run at once when the node does not say.
const CONCURRENCY: u32 = 16;

/// How an item ended.
enum Done {
    Value(AnyValue, Option<Box<Progress>>),
    Failed(ItemError),
    Waits(Vec<Interrupt>, Option<Box<Progress>>),
}

/// Runs the node for each item of what `root` holds.
pub(super) async fn run(site: &Arc<Site>, root: AnyValue) -> Result<Ended, Error> {
    let context = &site.context;
    let spec = context.plan.spec(site.node);
    let node = || spec.name().to_owned();
    let failed = |message: &str| ExecutionError::Node { node: node(), source: message.into() };
    let Some((flow, each)) = site.flow().and_then(|flow| Some((flow, flow.each.as_ref()?))) else {
        return Err(failed("the node is no fan-out").into());
    };
    let count = each.count(&root).ok_or_else(|| failed("the collection has another type"))?;
    if u32::try_from(count).is_err() {
        return Err(failed("the collection has more than 2³² items").into());
    }
    let concurrency = flow.concurrency.unwrap_or(CONCURRENCY) as usize;
    let workers = concurrency.min(context.config.max_concurrency);
    let call = {
        let site = Arc::clone(site);
        move |index| {
            let (site, root) = (Arc::clone(&site), AnyValue::clone(&root));
            let done: crate::BoxFuture<'static, Result<Done, Error>> =
                Box::pin(async move { item(&site, &root, index).await });
            done
        }
    };
    let done = pool::run(count, workers, call).await?;
    let whole = Unit::node(site.node);
    let (mut inside, mut results) = (Inside::default(), Vec::with_capacity(count));
    let (mut asked, mut waits) = (Vec::new(), false);
    for (index, done) in (0..).zip(done) {
        let unit = whole.item(index);
        match done {
            Done::Value(value, progress) => {
                inside.add(context, unit, progress);
                results.push(Ok(value));
            }
            Done::Failed(error) => results.push(Err(error)),
            Done::Waits(interrupts, progress) => {
                inside.add(context, unit, progress);
                waits = true;
                asked.extend(interrupts);
            }
        }
    }
    let progress = inside.into_progress();
    if waits {
        return Ok(Ended::Paused { progress, interrupts: asked });
    }
    let gathered = each.gather(results, &spec.unit());
    let value = gathered.map_err(|source| ExecutionError::Node { node: node(), source })?;
    let ended = Ended::Output { value, progress, interrupt: None };
    task::store(context, whole, ended, Gate::Passes).await
}

/// Runs one item, unless that is done.
async fn item(site: &Arc<Site>, root: &AnyValue, index: usize) -> Result<Done, Error> {
    let number = u32::try_from(index).unwrap_or(u32::MAX);
    let unit = Unit::node(site.node).item(number);
    let flow = site.flow();
    let collects = flow.is_some_and(|flow| flow.on_error == Some(OnError::Collect));
    if collects
        && !site.context.past.is_empty()
        && let Some(error) = site.context.past.failure(&site.context.key(unit))
    {
        return Ok(Done::Failed(error));
    }
    let item = flow.and_then(|flow| flow.each.as_ref()?.item(root, index));
    let given = Given { item, carry: None };
    match site.caught(unit, once(site, unit, given)).await {
        Ok(Ended::Output { value, progress, interrupt: None }) => Ok(Done::Value(value, progress)),
        Ok(Ended::Output { progress, interrupt, .. }) => {
            Ok(Done::Waits(interrupt.into_iter().map(|asked| *asked).collect(), progress))
        }
        Ok(Ended::Paused { progress, interrupts }) => Ok(Done::Waits(interrupts, progress)),
        Ok(Ended::Skipped) => Ok(Done::Waits(Vec::new(), None)),
        Err(Error::Execution(error)) if collects && error.is_of_a_node() => {
            let error = ItemError::new(number, chain(&error));
            let write = Write::value(Channel::Failure, site.context.key(unit), 0, &error);
            site.context.append(vec![write]).await?;
            Ok(Done::Failed(error))
        }
        Err(error) => Err(error),
    }
}

/// An error with its causes, each said once, and without what it quotes of a resource: the text
/// is stored.
fn chain(error: &ExecutionError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let own = error.to_string();
        if !text.ends_with(&own) {
            text.push_str(": ");
            text.push_str(&own);
        }
        if let Some(error) = error.downcast_ref::<ParseError>() {
            text = text.replace(&own, &error.without_content());
        }
        cause = error.source();
    }
    text
}
