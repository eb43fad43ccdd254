//! How often a run, and the runs after it on the same thread, fetch.

mod build;
mod case;
mod server;

use futures_util::{StreamExt, future::join_all};
use neograph::{
    Error, Graph,
    run::{Command, Continue, Input, Outcome, Resume, RunConfig},
};
use serde_json::json;

use super::{Fault, block_on, same};
pub use case::Cache;
use case::{Driver, Expect, RunCase, Start};
use server::Server;

/// A thread that later runs go on with, and what it asks.
#[derive(Clone, Default)]
struct Thread {
    id: String,
    asks: Vec<String>,
}

/// What came of one driver call; nothing of a stream that was dropped.
struct Ran {
    server: Server,
    thread: Thread,
    result: Option<Result<Outcome, Error>>,
}

pub fn run(case: &Cache) -> Result<(), Fault> {
    block_on(drive(case))
}

async fn drive(case: &Cache) -> Result<(), Fault> {
    let graph = build::graph(case).map_err(|error| error.to_string())?;
    let (mut done, mut thread) = (0, Thread::default());
    while done < case.runs.len() {
        let concurrent = case.runs[done..].iter().take_while(|run| run.concurrent).count().max(1);
        let together = case.runs[done..done + concurrent].iter().enumerate().map(|(index, run)| {
            one(case, &graph, run, format!("t{}", done + index), thread.clone())
        });
        let ran = join_all(together).await;
        for (index, ran) in ran.into_iter().enumerate() {
            let run = done + index;
            let ran = ran.map_err(|fault| format!("run {run}: {fault}"))?;
            holds(case, run, &ran).await.map_err(|fault| format!("run {run}: {fault}"))?;
            thread = ran.thread;
        }
        done += concurrent;
    }
    case.expect.fits(case.runs.len())
}

/// Makes one driver call.
async fn one(
    case: &Cache,
    graph: &Graph,
    run: &RunCase,
    fresh: String,
    before: Thread,
) -> Result<Ran, Fault> {
    let command: Command = match run.start {
        Start::Input => {
            let set = |input: Input, (name, value)| input.set(name, value);
            let input = run.input.iter().try_fold(Input::new(), set);
            input.map_err(|error| error.to_string())?.into()
        }
        Start::Recover => Continue.into(),
        Start::Resume => {
            let approved = json!({ "approved": true });
            let mut asks = before.asks.iter();
            let first =
                asks.next().ok_or("there is nothing to resume: the run before asks nothing")?;
            let resume = Resume::answer(first, approved.clone());
            asks.fold(resume, |resume, id| resume.and_answer(id, approved.clone())).into()
        }
    };
    let id = if run.start == Start::Input { fresh } else { before.id };
    let server = Server::new(run, &case.manifest);
    let config = RunConfig::new().thread_id(&*id).fetcher(server.clone()).replayer(server.clone());
    let result = match (run.driver, run.drop_after_items) {
        (Driver::Arun, None) => Some(graph.arun(command, &config).await),
        (Driver::Arun, Some(_)) => return Err("only a stream is dropped after items".to_owned()),
        (Driver::Stream, None) => Some(graph.astream(command, &config).outcome().await),
        (Driver::Stream, Some(items)) => {
            let mut stream = graph.astream(command, &config);
            for _ in 0..items {
                stream.next().await.ok_or("the stream ends before it is dropped")?;
            }
            drop(stream);
            None
        }
    };
    let asks = match &result {
        Some(Ok(outcome)) => outcome.interrupts().iter().map(|asked| asked.id.clone()).collect(),
        _ => Vec::new(),
    };
    Ok(Ran { server, thread: Thread { id, asks }, result })
}

/// Compares what came of a run with what the case says of it.
async fn holds(case: &Cache, run: usize, ran: &Ran) -> Result<(), Fault> {
    let Expect { fetches, replays, values, cache_entries_after, .. } = &case.expect;
    outcome(case, run, ran)?;
    let counted = ran.server.fetches();
    if let Some(expected) = fetches.as_ref().and_then(|fetches| fetches.get(run)) {
        let mut expected = expected.clone();
        expected.retain(|_, count| *count > 0);
        same("the fetches", &counted, &expected)?;
    }
    if let Some(expected) = replays.as_ref().and_then(|replays| replays.get(run)) {
        same("the number of replays", &ran.server.replays(), &expected.count())?;
    }
    if let Some(Ok(outcome)) = &ran.result {
        let stats = outcome.resources();
        same("the library's own count", &stats.fetches, &counted)?;
        same("the library's own count of replays", &stats.replays, &ran.server.replays())?;
        let output = outcome.output().to_json().map_err(|error| error.to_string())?;
        for (node, value) in values.iter().filter_map(|values| values.get(run)).flatten() {
            same(&format!("the value of `{node}`"), &output[node], value)?;
        }
    }
    if let Some(expected) = cache_entries_after.as_ref().and_then(|entries| entries.get(run)) {
        same("the entries of the cache", &ran.server.kept().await, expected)?;
    }
    Ok(())
}

/// How the run ended. What a case does not say has to end well, unless a read was made to fail.
fn outcome(case: &Cache, run: usize, ran: &Ran) -> Result<(), Fault> {
    let Some(result) = &ran.result else { return Ok(()) };
    let Expect { outcome, outcomes, failing_node, .. } = &case.expect;
    let is_last = run + 1 == case.runs.len();
    let of_run = outcomes.as_ref().and_then(|outcomes| outcomes.get(run));
    let expected = of_run.or(outcome.as_ref().filter(|_| is_last)).map(String::as_str);
    match (expected, result) {
        (Some("ok"), Ok(outcome)) if outcome.interrupts().is_empty() => Ok(()),
        (Some("paused" | "interrupted"), Ok(outcome)) if !outcome.interrupts().is_empty() => Ok(()),
        (None, Ok(_)) => Ok(()),
        (Some(expected), Err(error)) => {
            same("the outcome", super::hydration::code(error).as_str(), expected)?;
            match failing_node {
                Some(node) if !error.to_string().contains(&format!("node `{node}`")) => {
                    Err(format!("expected an error of `{node}`, not {error}"))
                }
                _ => Ok(()),
            }
        }
        (None, Err(_)) if case.runs[run].may_fail() => Ok(()),
        (expected, found) => Err(format!("expected {expected:?}, found {found:?}")),
    }
}
