//! Asks an MCP server one question and prints the answer as one JSON document.
//!
//! ```text
//! probe [OPTIONS] tools                -- COMMAND [ARGS]
//! probe [OPTIONS] templates            -- COMMAND [ARGS]
//! probe [OPTIONS] call TOOL [JSON]     -- COMMAND [ARGS]
//! probe [OPTIONS] read URI             -- COMMAND [ARGS]
//! probe [OPTIONS] heal TOOL JSON KIND  -- COMMAND [ARGS]
//! ```
//!
//! `--idempotent` declares the tool so, `--timeout SECONDS` (120) bounds it all, `--env K=V`
//! sets a variable of the server's environment, `--era auto|legacy|modern` its protocol, and
//! `--url URL` asks a service in place of a command. The exit code is 1 on a failure, which is
//! a document too: `{"error": …, "causes": […]}`.

use std::{ffi::OsString, io::Write as _, process::ExitCode, time::Duration};

use lexopt::{Arg, Parser, ValueExt as _};
use neograph_core::BoxError;
use neograph_mcp::{
    McpServer, ProtocolEra, StdioServer,
    probe::{Probe, failure},
};
use serde_json::{Map, Value};

const USAGE: &str = "usage: probe [--idempotent] [--timeout SECONDS] [--env K=V] [--era ERA] \
                     <tools|templates|call TOOL [ARGS]|read URI|heal TOOL ARGS KIND> \
                     (-- COMMAND [ARGS] | --url URL)";

enum Question {
    Tools,
    Templates,
    Call { tool: String, args: Map<String, Value> },
    Read { uri: String },
    Heal { tool: String, args: Map<String, Value>, kind: String },
}

struct Command {
    question: Question,
    server: McpServer,
    timeout: Duration,
}

fn main() -> ExitCode {
    let answer = command(std::env::args_os().skip(1).collect()).and_then(|command| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        // Whatever is left of the server ends with the runtime.
        runtime.block_on(run(command))
    });
    let (document, code) = match answer {
        Ok(document) => (document, ExitCode::SUCCESS),
        Err(error) => (failure(&*error), ExitCode::FAILURE),
    };
    // Whoever closed the pipe wants no more of it.
    let _ = writeln!(std::io::stdout(), "{document:#}");
    code
}

/// Asks, within the time there is.
async fn run(command: Command) -> Result<Value, BoxError> {
    let Command { question, server, timeout } = command;
    let probe = Probe::new(server);
    let answer = tokio::select! {
        answer = ask(&probe, question) => answer,
        () = tokio::time::sleep(timeout) => {
            Err(format!("no answer within {timeout:?}; raise `--timeout`").into())
        }
        signal = stopped() => Err(format!("stopped by {signal}").into()),
    };
    match answer {
        Ok(document) => {
            probe.close().await;
            Ok(document)
        }
        // Dropping the probe ends the server at once.
        Err(error) => Err(error),
    }
}

async fn ask(probe: &Probe, question: Question) -> Result<Value, BoxError> {
    match question {
        Question::Tools => probe.tools().await,
        Question::Templates => probe.templates().await,
        Question::Call { tool, args } => probe.call(&tool, args).await,
        Question::Read { uri } => probe.read(&uri).await,
        Question::Heal { tool, args, kind } => probe.heal(&tool, args, &kind).await,
    }
}

/// The signal that ends us before the answer is there.
#[cfg(unix)]
async fn stopped() -> &'static str {
    use tokio::signal::unix::{SignalKind, signal};

    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = tokio::signal::ctrl_c() => "an interrupt",
        _ = terminate.recv() => "a request to terminate",
    }
}

#[cfg(not(unix))]
async fn stopped() -> &'static str {
    let _ = tokio::signal::ctrl_c().await;
    "an interrupt"
}

/// What the command line asks.
fn command(args: Vec<OsString>) -> Result<Command, BoxError> {
    let mut ours = args;
    let program = match ours.iter().position(|arg| arg == "--") {
        Some(place) => ours.split_off(place).into_iter().skip(1).collect(),
        None => Vec::new(),
    };
    let (mut words, mut env, mut url) = (Vec::new(), Vec::new(), None);
    let (mut idempotent, mut timeout) = (false, Duration::from_mins(2));
    let mut era = ProtocolEra::Auto;
    let mut parser = Parser::from_args(ours);
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("idempotent") => idempotent = true,
            Arg::Long("timeout") => {
                timeout = Duration::try_from_secs_f64(parser.value()?.parse()?)?;
            }
            Arg::Long("url") => url = Some(parser.value()?.string()?),
            Arg::Long("env") => {
                let pair = parser.value()?.string()?;
                let (name, value) = pair.split_once('=').ok_or("`--env` takes `K=V`")?;
                env.push((name.to_owned(), value.to_owned()));
            }
            Arg::Long("era") => era = self::era(&parser.value()?.string()?)?,
            Arg::Value(word) => words.push(word.string()?),
            other => return Err(format!("{}; {USAGE}", other.unexpected()).into()),
        }
    }
    let question = question(words)?;
    let server = server(program, env, url)?.protocol_era(era);
    // The connection and each request may take all the time there is.
    let server = server.connect_timeout(timeout).request_timeout(timeout);
    let server = match &question {
        Question::Call { tool, .. } | Question::Heal { tool, .. } if idempotent => {
            server.idempotent([tool])
        }
        _ => server,
    };
    Ok(Command { question, server, timeout })
}

fn server(
    program: Vec<OsString>,
    env: Vec<(String, String)>,
    url: Option<String>,
) -> Result<McpServer, BoxError> {
    let mut program = program.into_iter();
    match (program.next(), url) {
        (Some(command), None) => {
            let server = StdioServer::new(command).args(program);
            let set = |server: StdioServer, (name, value)| server.env(name, value);
            Ok(env.into_iter().fold(server, set).into())
        }
        #[cfg(feature = "http")]
        (None, Some(url)) => Ok(neograph_mcp::HttpServer::new(url).into()),
        _ => Err(format!("name a server; {USAGE}").into()),
    }
}

fn era(name: &str) -> Result<ProtocolEra, BoxError> {
    match name {
        "auto" => Ok(ProtocolEra::Auto),
        "legacy" => Ok(ProtocolEra::Legacy),
        "modern" => Ok(ProtocolEra::Modern),
        _ => Err("`--era` takes `auto`, `legacy` or `modern`".into()),
    }
}

fn question(words: Vec<String>) -> Result<Question, BoxError> {
    let mut words = words.into_iter();
    let verb = words.next().unwrap_or_default();
    let mut word = |what: &str| words.next().ok_or_else(|| format!("name the {what}; {USAGE}"));
    let question = match &*verb {
        "tools" => Question::Tools,
        "templates" => Question::Templates,
        "call" => Question::Call {
            tool: word("tool")?,
            args: object(&word("arguments").unwrap_or_else(|_| "{}".to_owned()))?,
        },
        "read" => Question::Read { uri: word("URI")? },
        "heal" => Question::Heal {
            tool: word("tool")?,
            args: object(&word("arguments")?)?,
            kind: word("kind")?,
        },
        _ => return Err(USAGE.into()),
    };
    match words.next() {
        None => Ok(question),
        Some(word) => Err(format!("`{word}` is one word too many; {USAGE}").into()),
    }
}

fn object(json: &str) -> Result<Map<String, Value>, BoxError> {
    serde_json::from_str(json)
        .map_err(|error| format!("the arguments are no JSON object: {error}").into())
}
