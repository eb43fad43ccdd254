//! A refine loop with a judge: a writer drafts, a judge scores, and the writer mends what the
//! judge did not like, until the score is good enough or the rounds are used up.
//!
//! ```sh
//! cargo run --example refine_loop
//! ```
//!
//! The models are scripted, so that it runs without keys.

mod flow;

use flow::refine_loop;
use neograph::{model::ChatResponse, prelude::*, run::Event, testing::ScriptedModel};
use serde_json::json;

/// Makes its last slogan shorter.
fn writer() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let prompt = request.prompt();
        let last = prompt.lines().find_map(|line| line.strip_prefix("The last one was: "));
        let slogan = match last {
            None => "Tea that is warm and strong and kind to everybody",
            Some(last) => last.rsplit_once(" and ").map_or(last, |(shorter, _)| shorter),
        };
        Ok(ChatResponse::text(slogan))
    })
}

/// Likes slogans of few words.
fn judge() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let words = request.prompt().split_whitespace().count().saturating_sub(3);
        let score = 12_usize.saturating_sub(words);
        Ok(ChatResponse::json(&json!({ "score": score, "advice": "say less" })))
    })
}

#[tokio::main]
async fn main() -> Result<()> {
    let graph = Graph::builder(refine_loop::pipeline())
        .model("writer", writer())
        .model("judge", judge())
        .compile()?;
    let config = RunConfig::new().on_event(|event| {
        if let Event::NodeFinished { node, .. } = event {
            println!("{node}");
        }
    });
    let outcome = graph.arun(Input::new().set("product", "tea")?, &config).await?;
    println!("\n{}", outcome.get::<refine_loop::publish>()?);
    Ok(())
}
