//! Deal research in two lives: an agent finds resources, a human approves hours later, and
//! another process picks up where the first one stopped, healing a link that died meanwhile.
//!
//! ```sh
//! cargo run --example deal_research                 # both lives, as two processes
//! cargo run --example deal_research -- start        # the first life: research, pause
//! cargo run --example deal_research -- resume       # the second: approve, hydrate, brief
//! cargo run --example deal_research -- continue     # instead, if the first was killed
//! ```
//!
//! Everything is real but the models: the CRM is this program once more, started as
//! `-- serve`, an MCP server in a process of its own; the thread is in a SQLite file.

mod data;
mod domain;
mod flow;
mod ledger;
mod lives;
mod models;
mod options;
mod server;

use std::process::{Command, ExitCode};

use options::{Mode, Options};

type BoxError = Box<dyn std::error::Error + Send + Sync>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("deal_research: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), BoxError> {
    let options = Options::parse()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    match options.mode {
        Mode::Serve => runtime.block_on(server::serve(&options.crm_dir())),
        Mode::Start => runtime.block_on(lives::start(&options)),
        Mode::Resume => runtime.block_on(lives::resume(&options)),
        Mode::Continue => runtime.block_on(lives::carry_on(&options)),
        Mode::Arm => runtime.block_on(lives::arm(&options)),
        Mode::Both => both_lives(&runtime, options),
    }
}

/// The two lives as two processes, with the human's pause between them.
fn both_lives(runtime: &tokio::runtime::Runtime, given: Options) -> Result<(), BoxError> {
    // Without a place of its own, the thread of each run is a new one.
    let dir = tempfile::tempdir()?;
    let options = match given.db {
        Some(_) => given,
        None => Options { db: Some(dir.path().join("deals.db")), ..given },
    };
    life("start", &options)?;
    println!("\nThe process has ended. Nothing runs while the human thinks; meanwhile …");
    runtime.block_on(lives::arm(&options))?;
    life("resume", &options)
}

fn life(mode: &str, options: &Options) -> Result<(), BoxError> {
    let status = Command::new(std::env::current_exe()?)
        .arg(mode)
        .arg("--db")
        .arg(options.db())
        .arg("--turn-delay-ms")
        .arg(options.turn_delay.as_millis().to_string())
        .status()?;
    if status.success() {
        Ok(())
    } else {
        Err(format!("the life `{mode}` ended with {status}").into())
    }
}
