//! The command line.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    time::Duration,
};

use lexopt::prelude::*;

use super::BoxError;

const USAGE: &str =
    "usage: deal_research [start|resume|continue|arm|serve] [--db PATH] [--turn-delay-ms N]";

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Mode {
    /// Both lives, as child processes.
    #[default]
    Both,
    Start,
    Resume,
    Continue,
    /// Arms the one-shot expiry.
    Arm,
    /// The MCP server.
    Serve,
}

#[derive(Debug, Clone)]
pub struct Options {
    pub mode: Mode,
    /// The SQLite file of the threads, if one is named.
    pub db: Option<PathBuf>,
    /// How long each model turn takes.
    pub turn_delay: Duration,
}

impl Default for Options {
    fn default() -> Self {
        let turn_delay = Duration::from_millis(20);
        Self { mode: Mode::default(), db: None, turn_delay }
    }
}

impl Options {
    pub fn parse() -> Result<Self, BoxError> {
        let mut options = Self::default();
        let mut parser = lexopt::Parser::from_env();
        while let Some(argument) = parser.next()? {
            match argument {
                Value(mode) if options.mode == Mode::Both => options.mode = read_mode(&mode)?,
                Long("db") => options.db = Some(parser.value()?.into()),
                Long("turn-delay-ms") => {
                    options.turn_delay = Duration::from_millis(parser.value()?.parse()?);
                }
                Long("help") | Short('h') => {
                    println!("{USAGE}");
                    std::process::exit(0);
                }
                other => return Err(format!("{}\n{USAGE}", other.unexpected()).into()),
            }
        }
        Ok(options)
    }

    /// The SQLite file of the threads.
    pub fn db(&self) -> &Path {
        self.db.as_deref().unwrap_or(Path::new("deals.db"))
    }

    /// Where the CRM keeps what outlives its process, beside the database.
    pub fn crm_dir(&self) -> PathBuf {
        let mut dir = self.db().as_os_str().to_owned();
        dir.push(".crm");
        dir.into()
    }
}

fn read_mode(mode: &OsString) -> Result<Mode, BoxError> {
    Ok(match mode.to_str() {
        Some("start") => Mode::Start,
        Some("resume") => Mode::Resume,
        Some("continue") => Mode::Continue,
        Some("arm") => Mode::Arm,
        Some("serve") => Mode::Serve,
        _ => return Err(format!("`{}` is no mode\n{USAGE}", mode.display()).into()),
    })
}
