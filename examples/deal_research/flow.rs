//! The pipeline: research, a human's gate, and two nodes that hydrate what was found.

use neograph::prelude::*;

use super::domain::{
    ActivityDigest, ActivityHistory, Brief, DealSummary, EmailHistory, EmailPage, GateAck,
    ReviewRequest,
};

/// The e-mails of a deal between two dates (`YYYY-MM-DD`, both included).
#[resource_reader(uri_template = "mcp://crm/deals/{deal_id}/emails/{start}/{end}")]
pub async fn read_emails(deal_id: String, start: String, end: String) -> Result<EmailPage>;

/// Open points are for a human to see; without any the run goes on by itself.
fn needs_review(ack: &GateAck) -> Option<ReviewRequest> {
    let GateAck { reviewed_deal, headline, open_points } = ack;
    let message = format!(
        "Approve the research on {reviewed_deal}? {headline} ({open_points} points are open)"
    );
    (*open_points > 0).then_some(ReviewRequest { message })
}

#[pipeline(name = "deal-research")]
pub mod deal_research {
    use super::*;

    /// An agent: its tools' links go into the manifest.
    #[node(
        mode = agent,
        model = "research",
        prompt = "research/scan",
        tools = ["crm::get_deal", read_emails]
    )]
    pub async fn research(
        #[from_input] deal_id: String,
        #[from_resource(uri = "mcp://crm/deals/{deal_id}/activity")] dossier: ActivityHistory,
    ) -> Result<DealSummary>;

    /// Pauses for a human.
    #[node(interrupt_when = needs_review)]
    pub async fn gate(research: &DealSummary) -> Result<GateAck> {
        Ok(GateAck {
            reviewed_deal: research.deal_id.clone(),
            headline: research.headline.clone(),
            open_points: research.open_points.len(),
        })
    }

    /// Hydrates by URI.
    #[node]
    pub async fn parse_activity(
        gate: &GateAck,
        #[from_input] deal_id: String,
        #[from_resource(uri = "mcp://crm/deals/{deal_id}/activity")] activity: ActivityHistory,
    ) -> Result<ActivityDigest> {
        if gate.reviewed_deal != deal_id {
            return Err(Error::node(format!("the review was of {}", gate.reviewed_deal)));
        }
        Ok(ActivityDigest::of(&activity))
    }

    /// Hydrates by kind, from the manifest, and heals the link if it died meanwhile.
    #[node(model = "consume", prompt = "consume/brief")]
    pub async fn consume(
        parse_activity: &ActivityDigest,
        #[from_resource(ref = "email-history", max_bytes = 200_000)] history: EmailHistory,
    ) -> Result<Brief>;
}
