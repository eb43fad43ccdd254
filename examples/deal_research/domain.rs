//! What the deal-research pipeline is about.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Everything that happened in a deal: large, so it is never stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ActivityHistory {
    pub deal_id: String,
    pub entries: Vec<Activity>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Activity {
    pub date: String,
    pub kind: String,
    pub note: String,
}

/// The whole e-mail history of a deal: large, so it is never stored.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EmailHistory {
    pub deal_id: String,
    pub mails: Vec<Mail>,
}

/// The e-mails of one date range: a fraction, which a model may read and keep.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EmailPage {
    pub deal_id: String,
    pub start: String,
    pub end: String,
    pub mails: Vec<Mail>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Mail {
    pub date: String,
    pub from: String,
    pub subject: String,
    pub body: String,
}

/// What the research agent finds.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct DealSummary {
    pub deal_id: String,
    pub headline: String,
    pub open_points: Vec<String>,
}

/// What the gate leaves behind once a human has seen it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GateAck {
    pub reviewed_deal: String,
    pub headline: String,
    pub open_points: usize,
}

/// What the human is asked.
#[derive(Debug, Clone, Serialize)]
pub struct ReviewRequest {
    pub message: String,
}

/// What stays of an activity history: what a node returns is stored, what it reads is not.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ActivityDigest {
    pub entries: usize,
    pub by_kind: BTreeMap<String, usize>,
    pub last_date: String,
}

impl ActivityDigest {
    pub fn of(history: &ActivityHistory) -> Self {
        let mut by_kind = BTreeMap::new();
        for entry in &history.entries {
            *by_kind.entry(entry.kind.clone()).or_default() += 1;
        }
        let last_date = history.entries.iter().map(|entry| entry.date.clone()).max();
        Self { entries: history.entries.len(), by_kind, last_date: last_date.unwrap_or_default() }
    }
}

/// The brief for the account team.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Brief {
    pub title: String,
    pub subjects: Vec<String>,
}
