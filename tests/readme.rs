//! The README shows code that compiles and runs, and names two commands that work.
#![allow(missing_docs, reason = "the pipeline is the README's")]

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    deal_id: String,
}

#[derive(Serialize, Deserialize)]
pub struct Ack {
    deal_id: String,
}

#[derive(Serialize, Deserialize)]
pub struct EmailHistory {
    mails: Vec<String>,
}

#[derive(Serialize, Deserialize)]
pub struct Digest {
    deal_id: String,
    mails: usize,
}

fn needs_review(ack: &Ack) -> Option<String> {
    (ack.deal_id != "D0").then(|| format!("Is {} all right?", ack.deal_id))
}

// README: from here
use neograph::prelude::*;

#[pipeline(name = "deal-research")]
pub mod deal_research {
    use super::*;

    /// A model with tools, in a loop. The links its tools return go into the manifest.
    #[node(mode = agent, model = "research", prompt = "research/scan", tools = ["crm::get_deal"])]
    pub async fn research(#[from_input] deal_id: String) -> Result<Summary>;

    /// Reads what `research` returned. The run pauses here while a human decides.
    #[node(interrupt_when = needs_review)]
    pub async fn gate(research: &Summary) -> Result<Ack> {
        Ok(Ack { deal_id: research.deal_id.clone() })
    }

    /// `history` is found by its link's kind, fetched, and parsed before the body runs. If the
    /// link died during the pause, the call that produced it is made again.
    #[node]
    pub async fn digest(
        gate: &Ack,
        #[from_resource(ref = "email-history", max_bytes = 200_000)] history: EmailHistory,
    ) -> Result<Digest> {
        Ok(Digest { deal_id: gate.deal_id.clone(), mails: history.mails.len() })
    }
}
// README: to here

const README: &str = include_str!("../README.md");

#[test]
fn the_pipeline_in_the_readme_is_the_one_above() {
    let source = include_str!("readme.rs");
    let (_, shown) = source.split_once("// README: from here\n").expect("a begin");
    let (shown, _) = shown.split_once("// README: to here").expect("an end");
    assert!(README.contains(&format!("```rust\n{shown}```")), "the README shows other code");
    assert_eq!(deal_research::pipeline().nodes().len(), 3);
}

#[tokio::test]
async fn a_node_is_an_ordinary_function_too() {
    let ack = deal_research::gate(&Summary { deal_id: "D1".to_owned() }).await;
    assert_eq!(ack.expect("an ack").deal_id, "D1");
}

#[test]
fn there_are_exactly_two_commands() {
    let (mut commands, mut inside) = (Vec::new(), false);
    for line in README.lines() {
        match line {
            "```sh" => inside = true,
            "```" => inside = false,
            command if inside => commands.push(command),
            _ => {}
        }
    }
    assert_eq!(commands, ["cargo run --example deal_research", "cargo test"]);
}

#[test]
fn the_picture_in_the_readme_is_drawn_from_the_pipeline() {
    let picture = deal_research::pipeline().mermaid();
    assert!(README.contains(&format!("```mermaid\n{picture}```")), "draw it anew:\n{picture}");
}
