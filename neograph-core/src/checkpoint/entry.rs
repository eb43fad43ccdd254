//! The records that a store keeps.

use std::{fmt, str::FromStr};

use super::Key;

/// What a log entry holds.
///
/// ```
/// use neograph_core::checkpoint::Channel;
///
/// assert_eq!("manifest".parse(), Ok(Channel::Manifest));
/// assert_eq!(Channel::Manifest.to_string(), "manifest");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Channel {
    /// The run's input.
    Input,
    /// A node's output.
    Output,
    /// References that a node's tool call emitted.
    Manifest,
    /// A turn of a node's model.
    Turn,
    /// The result of a tool call.
    Tool,
    /// The intent to make a call that must not be made twice.
    Intent,
    /// A question to a human.
    Interrupt,
    /// The answer to one.
    Answer,
    /// That a node was skipped.
    Skip,
    /// Why an item of a fan-out failed.
    Failure,
    /// How long what a read of a link gave was to stay fresh.
    Lifetime,
}

/// Every channel with its name in a store.
const CHANNELS: [(Channel, &str); 11] = [
    (Channel::Input, "input"),
    (Channel::Output, "output"),
    (Channel::Manifest, "manifest"),
    (Channel::Turn, "turn"),
    (Channel::Tool, "tool"),
    (Channel::Intent, "intent"),
    (Channel::Interrupt, "interrupt"),
    (Channel::Answer, "answer"),
    (Channel::Skip, "skip"),
    (Channel::Failure, "failure"),
    (Channel::Lifetime, "lifetime"),
];

impl Channel {
    /// The channel's name in a store.
    pub fn as_str(self) -> &'static str {
        CHANNELS.iter().find(|(channel, _)| *channel == self).map_or("", |(_, name)| name)
    }
}

impl fmt::Display for Channel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Channel {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        CHANNELS
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(channel, _)| *channel)
            .ok_or_else(|| format!("`{name}` is no channel of this version of neograph"))
    }
}

/// Where a thread stands.
///
/// ```
/// use neograph_core::checkpoint::ThreadStatus;
///
/// assert_eq!("paused".parse(), Ok(ThreadStatus::Paused));
/// assert_eq!(ThreadStatus::Paused.to_string(), "paused");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ThreadStatus {
    /// Being driven, or its driver crashed.
    Running,
    /// Waiting for answers.
    Paused,
    /// All nodes are done.
    Finished,
    /// The last run ended with an error.
    Failed,
}

const STATUSES: [(ThreadStatus, &str); 4] = [
    (ThreadStatus::Running, "running"),
    (ThreadStatus::Paused, "paused"),
    (ThreadStatus::Finished, "finished"),
    (ThreadStatus::Failed, "failed"),
];

impl ThreadStatus {
    /// The status's name in a store.
    pub fn as_str(self) -> &'static str {
        STATUSES.iter().find(|(status, _)| *status == self).map_or("", |(_, name)| name)
    }
}

impl fmt::Display for ThreadStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ThreadStatus {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        STATUSES
            .iter()
            .find(|(_, known)| *known == name)
            .map(|(status, _)| *status)
            .ok_or_else(|| format!("`{name}` is no thread status of this version of neograph"))
    }
}

/// A value to append.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// What it is.
    pub channel: Channel,
    /// Whose it is.
    pub key: Key,
    /// Which of several of one channel and key: the turn of an agent, the call of a turn.
    pub index: u32,
    /// The Rust type the value had, for people. Loading never chooses a type by it.
    pub type_tag: String,
    /// The version of the envelope the value is written in.
    pub version: u32,
    /// The value as JSON.
    pub json: String,
}

/// A value in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its position in the thread's log; the first is 1.
    pub position: u64,
    /// The value.
    pub write: Write,
}

/// Writes that are appended together or not at all; see [`Checkpointer`](super::Checkpointer)
/// for an example.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// The lease under which the commit is made.
    pub lease: Lease,
    /// The position the log must end at; the writes go after it.
    pub expect_head: u64,
    /// The turn of the thread the writes belong to; the first is 1. A higher one than the
    /// thread's begins that turn; a thread never goes back to an earlier one.
    pub turn: u32,
    /// The writes in order; may be empty when only the status changes.
    pub writes: Vec<Write>,
    /// The thread's new status, if it changes.
    pub status: Option<ThreadStatus>,
    /// The time of the commit in milliseconds since the epoch.
    pub at_ms: i64,
}

/// The right to write to a thread, proven by a fence that only a store gives out: the
/// answer to a [`LeaseRequest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lease {
    /// The thread.
    pub thread_id: String,
    /// Higher than that of every owner before.
    pub fence: u64,
}

/// A request for a thread's lease.
///
/// ```
/// use neograph_core::checkpoint::LeaseRequest;
///
/// let now_ms = 1_700_000_000_000;
/// let request = LeaseRequest {
///     thread_id: "deal-D1".to_owned(),
///     owner: "worker-1".to_owned(),
///     now_ms,
///     until_ms: now_ms + 30_000,
///     create_for: None, // only a thread that is there
/// };
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaseRequest {
    /// The thread.
    pub thread_id: String,
    /// Who asks, for messages.
    pub owner: String,
    /// The time now in milliseconds since the epoch.
    pub now_ms: i64,
    /// When the lease runs out unless it is renewed, in milliseconds since the epoch.
    pub until_ms: i64,
    /// The pipeline to create the thread for, if there is no thread yet.
    pub create_for: Option<String>,
}

/// A thread as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadLog {
    /// The pipeline the thread was made by.
    pub pipeline: String,
    /// Where the thread stands.
    pub status: ThreadStatus,
    /// The position of the last entry; 0 when nothing was ever appended.
    pub head: u64,
    /// The current turn; 0 when nothing was ever appended.
    pub turn: u32,
    /// The entries of the current turn in order.
    pub entries: Vec<Entry>,
}
