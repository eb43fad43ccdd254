//! A sub-pipeline in a fan-out: each claim of an article is verified by a pipeline of its own,
//! with an agent that searches. Every step of every claim is in the thread, so that a crash in
//! the middle costs none that was done.
//!
//! ```sh
//! cargo run --example claims
//! ```
//!
//! The models and the library are scripted, so that it runs without keys.

mod flow;
mod library;

use std::sync::Arc;

use flow::claims;
use library::Library;
use neograph::{model::ChatResponse, prelude::*, testing::ScriptedModel, tool::Tool};
use serde_json::json;

const ARTICLE: &str = "The tower is 300 m high. It was built in 1889. It is made of chocolate.";

/// Takes each sentence for a claim.
fn reader() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let prompt = request.prompt();
        let article = prompt.lines().nth(1).unwrap_or_default();
        let claims = article.split_terminator('.').map(|text| json!({ "text": text.trim() }));
        Ok(ChatResponse::json(&json!({ "claims": claims.collect::<Vec<_>>() })))
    })
}

/// Searches, and believes what it finds. Where it finds nothing, it gives no answer that fits.
fn searcher() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let Some(found) = request.tool_answers().next() else {
            let prompt = request.prompt();
            let claim = prompt.split(": ").nth(1).unwrap_or_default();
            return Ok(ChatResponse::call("library::search", json!({ "query": claim })));
        };
        Ok(match found.split_once(": ") {
            Some((source, said)) => {
                ChatResponse::json(&json!({ "supports": said == "yes", "source": source }))
            }
            None => ChatResponse::text("I do not know."),
        })
    })
}

#[tokio::main]
async fn main() -> Result<()> {
    let graph = Graph::builder(claims::pipeline())
        .model("reader", reader())
        .model("searcher", searcher())
        .tools([Arc::new(Library::new()) as Arc<dyn Tool>])
        .checkpointer(MemorySaver::new())
        .compile()?;
    let config = RunConfig::new().thread_id("article-1");
    let outcome = graph.arun(Input::new().set("article", ARTICLE)?, &config).await?;
    for line in outcome.get::<claims::report>()? {
        println!("{line}");
    }
    let searches = outcome.output().tool_log("verify[0]/evidence");
    println!("\nfor the first claim: {} search", searches.len());
    Ok(())
}
