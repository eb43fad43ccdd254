//! What a case of the fetch cache says.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::driver::{Fault, same};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "some fields are for people")]
pub struct Cache {
    pub id: String,
    pub group: String,
    pub title: String,
    pub nodes: Vec<NodeCase>,
    pub runs: Vec<RunCase>,
    pub expect: Expect,
    /// What an agent before all nodes lifts.
    #[serde(default)]
    pub manifest: Vec<LinkCase>,
    pub contested: Option<String>,
    pub python_original_differs: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeCase {
    pub name: String,
    pub mode: ModeCase,
    /// How many turns its model takes.
    pub turns: Option<u32>,
    /// The turn in which a tool asks a human.
    pub pause_in_turn: Option<u32>,
    #[serde(default)]
    pub reads: Vec<ReadCase>,
    /// What its model reads with a tool, one call a turn.
    #[serde(default)]
    pub tool_reads: Vec<String>,
    #[serde(default)]
    pub after: Vec<String>,
    /// Whether the run pauses after it.
    #[serde(default)]
    pub gate: bool,
    /// What it is run for each of.
    pub each: Option<Vec<String>>,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModeCase {
    Scripted,
    Think,
    Agent,
    Act,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReadCase {
    pub param: String,
    pub uri: Option<String>,
    #[serde(rename = "ref")]
    pub kind: Option<String>,
    #[serde(default)]
    pub target: Target,
    pub cache: Option<bool>,
    pub max_bytes: Option<u64>,
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    #[default]
    Model,
    Str,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkCase {
    pub uri: String,
    pub kind: String,
    pub idempotent: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunCase {
    pub start: Start,
    #[serde(default)]
    pub concurrent: bool,
    #[serde(default)]
    pub input: Map<String, Value>,
    #[serde(default)]
    pub driver: Driver,
    pub drop_after_items: Option<usize>,
    /// The body of every resource.
    pub content: Option<String>,
    /// What becomes of the reads of a URI, in order; further ones succeed.
    #[serde(default)]
    pub script: BTreeMap<String, Vec<Step>>,
}

impl RunCase {
    /// Whether its reads are not all as they should be.
    pub fn may_fail(&self) -> bool {
        self.content.is_some() || self.script.values().flatten().any(|step| *step == Step::Fail)
    }
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Start {
    Input,
    Resume,
    Recover,
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Driver {
    #[default]
    Arun,
    #[serde(alias = "astream")]
    Stream,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    Ok,
    Fail,
}

/// What is expected, for each run; what is absent is not compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    pub fetches: Option<Vec<BTreeMap<String, u64>>>,
    pub replays: Option<Vec<Replays>>,
    /// How the last run ends.
    pub outcome: Option<String>,
    pub outcomes: Option<Vec<String>>,
    pub failing_node: Option<String>,
    pub values: Option<Vec<Map<String, Value>>>,
    pub cache_entries_after: Option<Vec<usize>>,
}

impl Expect {
    /// Whether what is said of runs is said of each.
    pub fn fits(&self, runs: usize) -> Result<(), Fault> {
        let said = [
            self.fetches.as_ref().map(Vec::len),
            self.replays.as_ref().map(Vec::len),
            self.outcomes.as_ref().map(Vec::len),
            self.values.as_ref().map(Vec::len),
            self.cache_entries_after.as_ref().map(Vec::len),
        ];
        said.into_iter().flatten().try_for_each(|said| same("what is said of runs", &said, &runs))
    }
}

/// How often the replayer is called: as a number, by tool, or call by call.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Replays {
    Number(u64),
    ByTool(BTreeMap<String, u64>),
    Calls(Vec<Value>),
}

impl Replays {
    pub fn count(&self) -> u64 {
        match self {
            Self::Number(count) => *count,
            Self::ByTool(counts) => counts.values().sum(),
            Self::Calls(calls) => calls.len() as u64,
        }
    }
}
