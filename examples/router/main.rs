//! A router with three arms that join: a model sorts a ticket, one of three nodes answers it.
//!
//! ```sh
//! cargo run --example router
//! ```
//!
//! The model is scripted, so that it runs without keys.

mod flow;

use flow::router;
use neograph::{model::ChatResponse, prelude::*, testing::ScriptedModel};
use serde_json::json;

/// Sorts by a word of the ticket.
fn sorter() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let prompt = request.prompt();
        let ticket = prompt.lines().nth(1).unwrap_or_default();
        let topic = match ticket {
            ticket if ticket.contains("money") => "refund",
            ticket if ticket.contains("crash") => "bug",
            _ => "other",
        };
        let customer = ticket.split(':').next().unwrap_or_default();
        Ok(ChatResponse::json(&json!({ "topic": topic, "customer": customer })))
    })
}

#[tokio::main]
async fn main() -> Result<()> {
    let graph = Graph::builder(router::pipeline()).model("sorter", sorter()).compile()?;
    for ticket in ["Ada: I want my money back", "Bo: it crashes", "Cy: I like it"] {
        let outcome = graph.arun(Input::new().set("ticket", ticket)?, &RunConfig::new()).await?;
        println!("{}", outcome.get::<router::answer>()?);
    }
    Ok(())
}
