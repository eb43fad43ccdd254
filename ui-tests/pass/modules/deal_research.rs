//! The pipeline of the documentation.
#![deny(warnings, missing_docs, clippy::pedantic)]

use neograph::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! records {
    ($($name:ident)*) => {$(
        /// A record.
        #[derive(Debug, Serialize, Deserialize, JsonSchema)]
        pub struct $name {
            /// The deal.
            pub deal_id: String,
        }
    )*};
}
records!(EmailPage DealSummary GateAck ActivityHistory ActivityDigest EmailHistory Brief);

/// E-mails of one deal between two dates.
#[resource_reader(uri_template = "mcp://crm/deals/{deal_id}/emails/{start}/{end}")]
async fn read_emails(deal_id: String, start: String, end: String) -> Result<EmailPage>;

fn needs_review(gate: &GateAck) -> Option<serde_json::Value> {
    (gate.deal_id == "D1").then(|| serde_json::json!({ "deal": gate.deal_id }))
}

/// The pipeline.
#[pipeline(name = "deal-research")]
pub mod deal_research {
    use super::*;

    #[node(mode = agent, model = "research", prompt = "research/scan", tools = ["crm::get_deal", read_emails])]
    pub async fn research(
        #[from_input] deal_id: String,
        #[from_resource(uri = "mcp://crm/deals/{deal_id}/activity")] dossier: ActivityHistory,
    ) -> Result<DealSummary>;

    /// Waits for a human.
    ///
    /// # Errors
    /// None.
    #[node(interrupt_when = needs_review)]
    pub async fn gate(research: &DealSummary) -> Result<GateAck> {
        Ok(GateAck { deal_id: research.deal_id.clone() })
    }

    /// Digests the activity.
    ///
    /// # Errors
    /// None.
    #[node]
    pub async fn parse_activity(
        gate: &GateAck,
        #[from_input] deal_id: String,
        #[from_resource(uri = "mcp://crm/deals/{deal_id}/activity")] activity: ActivityHistory,
    ) -> Result<ActivityDigest> {
        assert_eq!(gate.deal_id, deal_id);
        Ok(ActivityDigest { deal_id: activity.deal_id })
    }

    #[node(model = "consume", prompt = "consume/brief")]
    pub async fn consume(
        parse_activity: &ActivityDigest,
        #[from_resource(ref = "email-history", max_bytes = 200_000)] history: EmailHistory,
    ) -> Result<Brief>;
}

fn main() {
    let pipeline = deal_research::pipeline();
    assert_eq!(pipeline.name(), "deal-research");
    let nodes: Vec<(&str, Vec<&str>)> = pipeline
        .nodes()
        .iter()
        .map(|node| (node.name(), node.params().iter().map(|param| param.name()).collect()))
        .collect();
    assert_eq!(
        nodes,
        [
            ("research", vec!["deal_id", "dossier"]),
            ("gate", vec!["research"]),
            ("parse_activity", vec!["gate", "deal_id", "activity"]),
            ("consume", vec!["parse_activity", "history"]),
        ]
    );
}
