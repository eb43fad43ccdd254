//! The async driver: from a command and a thread to an outcome.

use std::{collections::BTreeMap, sync::Arc};

use tokio::sync::mpsc::UnboundedReceiver;

use super::{
    Answer, Command, Event, Events, Interrupt, Outcome, Output, Progress, Resume, RunConfig,
    RunContext, UNKNOWN_OUTCOME,
    config::OnEvent,
    journal::Journal,
    lease::{self, HeldLease},
    preflight, scheduler,
    state::RunState,
    thread::{Answered, Turn, collect},
};
use crate::{
    Error, Graph,
    checkpoint::{Channel, Checkpointer, Key, StoreError, ThreadLog, ThreadStatus, Write},
    error::{ConfigurationError, ExecutionError},
};

/// Carries out a command, and hands its events to the listener of the configuration.
pub(crate) async fn arun(
    graph: &Graph,
    command: Command,
    config: &RunConfig,
) -> Result<Outcome, Error> {
    let Some(on_event) = &config.on_event else {
        return carry_out(graph, command, config, Events::default()).await;
    };
    let (events, receiver) = Events::channel();
    listen(carry_out(graph, command, config, events), on_event, receiver).await
}

/// Carries out a command. The channel of its events ends when it does.
pub(crate) async fn carry_out(
    graph: &Graph,
    command: Command,
    config: &RunConfig,
    events: Events,
) -> Result<Outcome, Error> {
    if let Command::Input(input) = &command {
        preflight::check(graph.plan(), |_| false, &input.0, config)?;
    }
    match graph.checkpointer() {
        Some(store) => {
            let thread_id = config.thread_id.as_deref().filter(|id| !id.is_empty());
            let thread_id = thread_id.ok_or(ConfigurationError::MissingThreadId)?;
            on_thread(graph, store, thread_id, command, config, events).await
        }
        None => {
            let input = match command {
                Command::Input(input) => input.0,
                Command::Resume(_) => return Err(without_store("`Resume`")),
                Command::Continue => return Err(without_store("`Continue`")),
            };
            drive(graph, config, Turn::begin(input), None, events).await
        }
    }
}

fn without_store(command: &'static str) -> Error {
    ConfigurationError::MissingCheckpointer { command }.into()
}

/// Takes the thread's lease, carries the command out, and gives the lease back.
async fn on_thread(
    graph: &Graph,
    store: &Arc<dyn Checkpointer>,
    thread_id: &str,
    command: Command,
    config: &RunConfig,
    events: Events,
) -> Result<Outcome, Error> {
    let create_for = matches!(command, Command::Input(_)).then(|| graph.pipeline().name());
    let lease = lease::acquire(graph, Arc::clone(store), thread_id, create_for)
        .await
        .map_err(|error| unknown(error, thread_id, &command))?;
    let outcome = leased(graph, store, &lease, command, config, events).await;
    lease.release().await;
    outcome
}

/// A thread that is not there is a mistake of the caller's, not of the store's.
fn unknown(error: Error, thread_id: &str, command: &Command) -> Error {
    match error {
        Error::Store(store) if matches!(*store, StoreError::UnknownThread { .. }) => {
            let command = if matches!(command, Command::Resume(_)) { "resume" } else { "continue" };
            ConfigurationError::UnknownThread { thread_id: thread_id.to_owned(), command }.into()
        }
        error => error,
    }
}

async fn leased(
    graph: &Graph,
    store: &Arc<dyn Checkpointer>,
    lease: &HeldLease,
    command: Command,
    config: &RunConfig,
    events: Events,
) -> Result<Outcome, Error> {
    let thread_id = &lease.lease().thread_id;
    let log = store
        .load(thread_id)
        .await?
        .ok_or_else(|| StoreError::UnknownThread { thread_id: thread_id.clone() })?;
    if log.pipeline != graph.pipeline().name() {
        return Err(ConfigurationError::OtherPipeline {
            thread_id: thread_id.clone(),
            stored: log.pipeline,
            pipeline: graph.pipeline().name().to_owned(),
        }
        .into());
    }
    let head = log.head;
    let Start { turn_number, turn, writes } = start(lease, log, command, config)?;
    let strangers = turn.strangers(graph.plan());
    if !strangers.is_empty() {
        let thread_id = thread_id.clone();
        return Err(ConfigurationError::UnknownNodes { thread_id, nodes: strangers }.into());
    }
    for (key, answer) in turn.answers() {
        preflight::check_answer(graph.plan(), key, answer)?;
    }
    preflight::check(
        graph.plan(),
        |node| turn.is_done(graph.plan().spec(node).name()),
        &turn.input,
        config,
    )?;
    let journal = Journal::new(
        Arc::clone(store),
        graph.environment().clone(),
        lease.lease().clone(),
        turn_number,
        head,
    );
    journal.append(writes, Some(ThreadStatus::Running)).await?;
    tokio::select! {
        outcome = drive(graph, config, turn, Some(journal), events) => outcome,
        error = lease.lost() => Err(ExecutionError::Commit(error).into()),
    }
}

/// Where a command starts: the turn as it stands, and what the command adds to the log.
struct Start {
    turn_number: u32,
    turn: Turn,
    writes: Vec<Write>,
}

fn start(
    lease: &HeldLease,
    log: ThreadLog,
    command: Command,
    config: &RunConfig,
) -> Result<Start, Error> {
    let (status, turn_number, is_new) = (log.status, log.turn, log.head == 0);
    let thread_id = || lease.lease().thread_id.clone();
    let after = lease.after();
    match command {
        Command::Input(input) => {
            let opens_turn = status == ThreadStatus::Finished && config.new_turn;
            if !is_new && !opens_turn {
                return Err(
                    ConfigurationError::ThreadHasBegun { thread_id: thread_id(), status }.into()
                );
            }
            let write = Write::value(Channel::Input, Key::thread(), 0, &input.0);
            let turn = Turn::begin(input.0);
            Ok(Start { turn_number: turn_number + 1, turn, writes: vec![write] })
        }
        _ if is_new => {
            let command = if matches!(command, Command::Resume(_)) { "resume" } else { "continue" };
            Err(ConfigurationError::UnknownThread { thread_id: thread_id(), command }.into())
        }
        Command::Resume(resume) => {
            let mut turn = Turn::read(&thread_id(), log)?;
            // Whoever had the thread meanwhile may have moved it on to another question.
            if let (Some(owner), true) = (after, resume.is_unnamed()) {
                let owner = owner.to_owned();
                return Err(ConfigurationError::ThreadBusy { thread_id: thread_id(), owner }.into());
            }
            let answers = match_answers(&thread_id(), status, turn.open(), resume)?;
            let mut writes = Vec::new();
            for answer in answers {
                writes.push(Write::value(Channel::Answer, Key::thread(), 0, &answer));
                let id = answer.id.clone();
                turn.answer(&answer)
                    .map_err(|message| ConfigurationError::InvalidAnswer { id, message })?;
            }
            Ok(Start { turn_number, turn, writes })
        }
        Command::Continue => {
            let turn = Turn::read(&thread_id(), log)?;
            if matches!(status, ThreadStatus::Paused | ThreadStatus::Finished) {
                return Err(ConfigurationError::NothingToContinue {
                    thread_id: thread_id(),
                    status,
                }
                .into());
            }
            Ok(Start { turn_number, turn, writes: Vec::new() })
        }
    }
}

/// Finds the open interrupt that each answer is for.
fn match_answers(
    thread_id: &str,
    status: ThreadStatus,
    open: &[Interrupt],
    resume: Resume,
) -> Result<Vec<Answered>, ConfigurationError> {
    let thread_id = thread_id.to_owned();
    let ids = || open.iter().map(|interrupt| interrupt.id.clone()).collect::<Vec<String>>();
    if open.is_empty() {
        return Err(ConfigurationError::NothingToAnswer { thread_id, status });
    }
    let mut answers: Vec<Answered> = Vec::new();
    for (id, value) in resume.answers {
        let interrupt = match (&id, open) {
            (Some(id), _) => open.iter().find(|interrupt| interrupt.id == *id),
            (None, [only]) => Some(only),
            (None, _) => {
                return Err(ConfigurationError::AmbiguousAnswer { thread_id, open: ids() });
            }
        };
        if let Some(found) = interrupt
            && answers.iter().any(|answer| answer.id == found.id)
        {
            let message = "it is answered twice in this command; give one answer".to_owned();
            return Err(ConfigurationError::InvalidAnswer { id: found.id.clone(), message });
        }
        let fresh = interrupt.filter(|found| !answers.iter().any(|answer| answer.id == found.id));
        let Some(interrupt) = fresh else {
            let id = id.unwrap_or_default();
            return Err(ConfigurationError::UnknownInterrupt { thread_id, id, open: ids() });
        };
        if interrupt.reason == UNKNOWN_OUTCOME {
            serde_json::from_value::<Answer>(value.clone()).map_err(|error| {
                ConfigurationError::InvalidAnswer {
                    id: interrupt.id.clone(),
                    message: format!(
                        "it asks what became of a call, and the answer is an `Answer`: {error}"
                    ),
                }
            })?;
        }
        answers.push(Answered { id: interrupt.id.clone(), value });
    }
    Ok(answers)
}

/// Drives a turn and stores how it ended.
async fn drive(
    graph: &Graph,
    config: &RunConfig,
    turn: Turn,
    journal: Option<Journal>,
    events: Events,
) -> Result<Outcome, Error> {
    let (input, past) = turn.into_parts();
    let context = Arc::new(RunContext::new(graph, config, input, past, journal, events));
    let mut state = RunState::new(&context);
    let driven = scheduler::drive(&context, &mut state).await;
    if let Some(journal) = &context.journal {
        let closed = journal.append(Vec::new(), Some(status(&driven, &state))).await;
        // The error of the run says more than that its end could not be stored.
        if driven.is_ok() {
            closed?;
        }
    }
    driven?;
    outcome(&context, state)
}

fn status(driven: &Result<(), Error>, state: &RunState) -> ThreadStatus {
    match driven {
        Err(_) => ThreadStatus::Failed,
        Ok(()) if state.open().is_empty() => ThreadStatus::Finished,
        Ok(()) => ThreadStatus::Paused,
    }
}

/// Hands the events of a run to its listener while it runs.
async fn listen<T>(
    run: impl Future<Output = T>,
    on_event: &OnEvent,
    mut receiver: UnboundedReceiver<Event>,
) -> T {
    let mut run = std::pin::pin!(run);
    let result = loop {
        tokio::select! {
            biased;
            Some(event) = receiver.recv() => on_event(&event),
            result = &mut run => break result,
        }
    };
    while let Ok(event) = receiver.try_recv() {
        on_event(&event);
    }
    result
}

fn outcome(context: &RunContext, state: RunState) -> Result<Outcome, Error> {
    let plan = &context.plan;
    let mut tool_logs = BTreeMap::new();
    let mut log = |place: &str, progress: &Progress| {
        if !progress.calls.is_empty() {
            tool_logs
                .insert(place.to_owned(), collect("tool call", place, progress.calls.values())?);
        }
        Ok::<_, Error>(())
    };
    for node in 0..plan.len() {
        let Some(progress) = state.progress[node].as_deref() else { continue };
        log(plan.spec(node).name(), progress)?;
        for (place, progress) in &progress.inside {
            log(place, progress)?;
        }
    }
    let (values, open) = state.into_parts();
    let resources = context.stats.snapshot();
    let output = Output { graph: context.graph.clone(), values, tool_logs, resources };
    Ok(match open {
        open if open.is_empty() => Outcome::Completed(output),
        interrupts => Outcome::Interrupted { interrupts, output },
    })
}
