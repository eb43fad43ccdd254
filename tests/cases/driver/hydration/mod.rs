//! One resource parameter: what is read, what is replayed, what comes of it.

mod case;

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use neograph::{
    __private::{Args, Locator, NodeSpec, Param},
    BoxError, BoxFuture, Error, Graph, Pipeline,
    checkpoint::{
        Channel, Checkpointer, Commit, Key, LeaseRequest, MemorySaver, ThreadStatus, Write,
    },
    error::{ConfigurationError, ExecutionError},
    model::ChatResponse,
    pipeline::Node,
    resource::{
        FetchRequest, Fetched, Fetcher, ParseError, ReplayRequest, Replayer, ResourceContent,
    },
    run::{Continue, Outcome, RunConfig},
    testing::ScriptedModel,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{Fault, block_on, name, same};
pub use case::{Expect, Hydration, Parse, Target};
use case::{Kind, Presence, Read, Replay, Setup};

/// The record that a `model` target is.
#[derive(Serialize, Deserialize)]
struct Model {
    v: i64,
}

type ReplayedCall = (String, Map<String, Value>);

/// What was asked of the caller's two callables, and what they answer.
#[derive(Clone)]
struct Caller {
    reads: Arc<Mutex<Vec<String>>>,
    script: Arc<Mutex<VecDeque<Read>>>,
    replays: Arc<Mutex<Vec<ReplayedCall>>>,
    replay: Option<Replay>,
}

impl Fetcher for Caller {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        self.reads.lock().expect("reads").push(request.uri);
        let step = self.script.lock().expect("script").pop_front();
        Box::pin(async move {
            match step.ok_or("the case scripts no further read")? {
                Read::Content { content, mime } => {
                    Ok(Fetched::new(vec![content.content(mime.as_deref())?]))
                }
                // A cancelled read never comes back; the run that waits for it is dropped.
                Read::Fail { fail } if fail.class == "cancelled" => std::future::pending().await,
                Read::Fail { fail } => Err(fail.message.into()),
            }
        })
    }
}

impl Replayer for Caller {
    fn replay(&self, request: ReplayRequest) -> BoxFuture<'_, Result<Value, BoxError>> {
        self.replays.lock().expect("replays").push((request.tool, request.args));
        let replay = self.replay.clone();
        Box::pin(async move {
            match replay {
                Some(Replay::Result { result }) => Ok(result),
                Some(Replay::Fail { fail }) => Err(fail.message.into()),
                Some(Replay::Absent(_)) | None => Err("the case has no replayer".into()),
            }
        })
    }
}

pub fn run(case: &Hydration) -> Result<(), Fault> {
    let Hydration { setup, expect, .. } = case;
    let caller = Caller {
        reads: Arc::default(),
        script: Arc::new(Mutex::new(setup.reads.clone().into())),
        replays: Arc::default(),
        replay: setup.replayer.clone(),
    };
    let outcome = block_on(drive(setup, &caller)).map_err(|error| error.to_string())?;
    let found = match &outcome {
        Some(Ok(outcome)) => {
            let json = outcome.output().to_json().map_err(|error| error.to_string())?;
            Ok(json[&setup.node].clone())
        }
        Some(Err(error)) => Err((code(error), chain(error))),
        None => Err(("cancelled".to_owned(), String::new())),
    };
    match (&expect.outcome, found) {
        (Kind::Value, Ok(value)) => {
            same("the value", &value, expect.value.as_ref().unwrap_or(&Value::Null))?;
        }
        (Kind::Error, Err((code, message))) => {
            same("the error", &Some(code), &expect.error)?;
            let words = expect.message_mentions.iter().chain(&expect.cause_mentions);
            if let Some(word) = words.into_iter().find(|word| !message.contains(*word)) {
                return Err(format!("expected `{word}` in `{message}`"));
            }
        }
        (_, found) => return Err(format!("expected another outcome than {found:?}")),
    }
    same("the reads", &*caller.reads.lock().expect("reads"), &expect.reads)?;
    same("the replays", &*caller.replays.lock().expect("replays"), &expect.replays)
}

/// Takes up a thread in which an agent has left the manifest of the case. `None` when the
/// run was cancelled.
async fn drive(setup: &Setup, caller: &Caller) -> Result<Option<Result<Outcome, Error>>, BoxError> {
    let saver = MemorySaver::new();
    seed(setup, &saver).await?;
    let graph = Graph::builder(pipeline(setup)?)
        .checkpointer(saver)
        .model("m", ScriptedModel::turns([ChatResponse::text("null")]))
        .tools([Arc::new(Links(ToolSpec::new("links"))) as Arc<dyn Tool>])
        .compile()?;
    let mut config = RunConfig::new().thread_id("case");
    if setup.fetcher == Presence::Present {
        config = config.fetcher(caller.clone());
    }
    if !matches!(setup.replayer, None | Some(Replay::Absent(_))) {
        config = config.replayer(caller.clone());
    }
    let cancelled = setup
        .reads
        .iter()
        .any(|read| matches!(read, Read::Fail { fail } if fail.class == "cancelled"));
    let run = async { graph.arun(Continue, &config).await };
    if !cancelled {
        return Ok(Some(run.await));
    }
    Ok(tokio::time::timeout(Duration::from_millis(50), run).await.ok())
}

/// The node of the case, behind an agent whose links it may hydrate.
fn pipeline(setup: &Setup) -> Result<Pipeline, BoxError> {
    let agent = Node::agent("producer").model("m").prompt_text("find").tools(["links"]);
    let producer = Pipeline::builder("case").node(agent.output::<Value>()).build()?;
    let optional = setup.optional;
    let target = setup.target;
    let consumer = Node::scripted(name(&setup.node)).run(move |mut args: Args| async move {
        let value = match (target, optional) {
            (Target::Model, false) => serde_json::to_value(args.take::<Model>(0)?),
            (Target::Model, true) => serde_json::to_value(args.take::<Option<Model>>(0)?),
            (Target::Str, false) => serde_json::to_value(args.take::<String>(0)?),
            (Target::Str, true) => serde_json::to_value(args.take::<Option<String>>(0)?),
        };
        Ok(value?)
    });
    let consumer = Pipeline::builder("case").node(consumer).build()?;
    let mut spec: NodeSpec = consumer.nodes()[0].clone().__param(parameter(setup)?);
    spec = spec.__param(Param::__upstream::<Value>("producer"));
    for input in setup.config_values.keys() {
        spec = spec.__param(Param::__input::<Value>(name(input)));
    }
    Ok(Pipeline::__unchecked("case", vec![producer.nodes()[0].clone(), spec]))
}

fn parameter(setup: &Setup) -> Result<Param, BoxError> {
    let locator = match (&setup.kind, &setup.uri) {
        (Some(kind), None) => Locator::Ref(name(kind)),
        (None, Some(uri)) => Locator::Uri(name(uri)),
        _ => return Err("a case has either `ref` or `uri`".into()),
    };
    let param = name(&setup.param);
    let mut made = match (setup.parse, setup.target, setup.optional) {
        (Some(how), Target::Model, false) => parsed(param, locator, how, |v| Model { v }),
        (Some(how), Target::Model, true) => {
            parsed(param, locator, how, |v| Some(Model { v })).__optional::<Model>()
        }
        (Some(how), Target::Str, false) => parsed(param, locator, how, |v| v.to_string()),
        (Some(how), Target::Str, true) => {
            parsed(param, locator, how, |v| Some(v.to_string())).__optional::<String>()
        }
        (None, Target::Model, false) => Param::__resource::<Model>(param, locator),
        (None, Target::Str, false) => Param::__resource::<String>(param, locator),
        (None, Target::Model, true) => {
            Param::__resource::<Option<Model>>(param, locator).__optional::<Model>()
        }
        (None, Target::Str, true) => {
            Param::__resource::<Option<String>>(param, locator).__optional::<String>()
        }
    };
    if let Some(max_bytes) = setup.max_bytes {
        made = made.__max_bytes(max_bytes);
    }
    if let Some(mime) = &setup.marker_mime {
        made = made.__mime(name(mime));
    }
    Ok(made)
}

/// A parameter with a parser of its own.
fn parsed<T: Send + Sync + 'static>(
    param: &'static str,
    locator: Locator,
    how: Parse,
    value: fn(i64) -> T,
) -> Param {
    Param::__resource_parsed::<T, BoxError>(param, locator, move |content: ResourceContent| {
        match how {
            Parse::Fail => Err("the parser fails".into()),
            Parse::Length => Ok(value(i64::try_from(content.size())?)),
        }
    })
}

/// A thread whose agent is done and has left its links.
async fn seed(setup: &Setup, saver: &MemorySaver) -> Result<(), BoxError> {
    let lease = saver
        .acquire(LeaseRequest {
            thread_id: "case".to_owned(),
            owner: "the case".to_owned(),
            now_ms: 0,
            until_ms: 1,
            create_for: Some("case".to_owned()),
        })
        .await?;
    let links: Vec<Value> = setup
        .manifest
        .iter()
        .map(|link| {
            let mut link = serde_json::to_value(link)?;
            link["link"] = json!({});
            if link["server"].is_null() {
                link["server"] = json!("");
            }
            Ok(link)
        })
        .collect::<Result<_, serde_json::Error>>()?;
    let write = |channel, key, json: Value| Write {
        channel,
        key,
        index: 0,
        type_tag: "case".to_owned(),
        version: 1,
        json: json.to_string(),
    };
    let writes = vec![
        write(Channel::Input, Key::thread(), Value::Object(setup.config_values.clone())),
        write(Channel::Manifest, Key::node("producer"), Value::Array(links)),
        write(Channel::Output, Key::node("producer"), Value::Null),
    ];
    let commit = Commit {
        lease: lease.clone(),
        expect_head: 0,
        turn: 1,
        writes,
        status: Some(ThreadStatus::Failed),
        at_ms: 0,
    };
    saver.append(vec![commit]).await.pop().ok_or("no result")??;
    saver.release(lease).await?;
    Ok(())
}

struct Links(ToolSpec);

impl Tool for Links {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { Ok(ToolOutput::new("")) })
    }
}

/// The neutral name of an error.
pub fn code(error: &Error) -> String {
    let code = match (error.as_configuration(), error.as_execution()) {
        (Some(ConfigurationError::MissingFetcher { .. }), _) => "fetcher_missing",
        (_, Some(ExecutionError::ResourceKindMissing { .. })) => "kind_missing",
        (_, Some(ExecutionError::ResourceFetch { .. })) => "fetch_failed",
        (_, Some(ExecutionError::ResourceTooLarge { .. })) => "too_large",
        (_, Some(ExecutionError::NonIdempotentReplay { .. })) => "replay_refused",
        (_, Some(ExecutionError::ResourceExpired { .. })) => "expired",
        (_, Some(ExecutionError::ResourceParse { source, .. })) => match source {
            ParseError::UnsupportedMime { .. } => "mime_unsupported",
            _ => "parse_failed",
        },
        _ => return format!("{error:?}"),
    };
    code.to_owned()
}

/// An error's text and its causes'.
fn chain(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
