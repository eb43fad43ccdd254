//! The models, which are the only fakes here: they follow a script.

use std::time::Duration;

use neograph::{
    BoxError, BoxFuture,
    model::{ChatModel, ChatRequest, ChatResponse, Message},
    testing::ScriptedModel,
};
use serde_json::json;

use super::ledger::Ledger;

/// A scripted model that takes its time and keeps a ledger of its turns, so that a process
/// can be killed in a turn and the turns of all processes be counted.
pub struct PacedModel {
    script: ScriptedModel,
    delay: Duration,
    ledger: Ledger,
}

impl ChatModel for PacedModel {
    fn chat(&self, request: ChatRequest) -> BoxFuture<'_, Result<ChatResponse, BoxError>> {
        Box::pin(async move {
            let turn = 1 + assistant_turns(&request);
            self.ledger.note(&format!("model {} turn {turn}", request.node))?;
            tokio::time::sleep(self.delay).await;
            self.script.chat(request).await
        })
    }
}

fn assistant_turns(request: &ChatRequest) -> usize {
    request.messages.iter().filter(|message| matches!(message, Message::Assistant(_))).count()
}

/// Fetches the deal, reads a fraction of its e-mails, and sums up.
pub fn research(delay: Duration, ledger: Ledger) -> PacedModel {
    let script = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::call(
            "read_emails",
            json!({ "deal_id": "D1", "start": "2026-03-01", "end": "2026-03-31" }),
        ),
        ChatResponse::json(&json!({
            "deal_id": "D1",
            "headline": "Nordwind AG is ready to sign once the liability cap is settled",
            "open_points": ["liability cap", "start date"],
        })),
    ]);
    PacedModel { script, delay, ledger }
}

/// Writes the brief from what stands in its prompt: the subjects of all e-mails.
pub fn consume(delay: Duration, ledger: Ledger) -> PacedModel {
    let script = ScriptedModel::from_fn(|request| {
        let prompt = match request.messages.first() {
            Some(Message::User(prompt)) => prompt.as_str(),
            _ => return Err("the conversation has no prompt".into()),
        };
        let subjects: Vec<&str> =
            prompt.lines().filter_map(|line| line.strip_prefix("subject: ")).collect();
        Ok(ChatResponse::json(&json!({ "title": "Brief on deal D1", "subjects": subjects })))
    });
    PacedModel { script, delay, ledger }
}
