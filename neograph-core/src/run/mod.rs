//! One driver call: what it is asked, how it runs, what it gives back.

mod bind;
mod blocking;
mod command;
mod config;
mod context;
mod driver;
mod event;
mod flow;
mod id;
mod interrupt;
mod journal;
mod lease;
mod outcome;
mod past;
mod preflight;
mod retry;
mod scheduler;
mod state;
mod stats;
mod stream;
mod task;
mod thread;

pub use command::{Answer, Command, Continue, Input, Resume};
pub use config::RunConfig;
pub use event::Event;
pub use id::RunId;
pub use interrupt::Interrupt;
pub use outcome::{Outcome, Output};
pub use stats::ResourceStats;
pub use stream::RunStream;
pub use thread::State;

pub(crate) use bind::Bound;
pub(crate) use blocking::run;
pub(crate) use context::RunContext;
pub(crate) use driver::arun;
pub(crate) use event::Events;
pub(crate) use interrupt::{TOOL, UNKNOWN_OUTCOME};
pub(crate) use retry::Retry;
pub(crate) use stats::StatsCounter;
pub(crate) use task::{Ended, Progress, Recorded, Unit, panic_text};
pub(crate) use thread::get_state;
