//! Map-reduce over a document's chunks: notes are taken on all of them at once, and one summary
//! is written from the notes.
//!
//! ```sh
//! cargo run --example map_reduce
//! ```
//!
//! The models are scripted, so that it runs without keys.

mod flow;

use flow::{Note, Summary, map_reduce};
use neograph::{model::ChatResponse, prelude::*, testing::ScriptedModel};
use serde_json::json;

const TEXT: &str = "\
The harbour opened in 1842. It had two piers.

A third pier was built for coal in 1901. It burnt down in 1933.

Today the harbour is a museum. The piers are closed to ships.";

/// Answers with the first sentence of the paragraph in its prompt.
fn reader() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let prompt = request.prompt();
        let paragraph = prompt.lines().nth(1).unwrap_or_default();
        let point = paragraph.split(". ").next().unwrap_or_default();
        Ok(ChatResponse::json(&json!({ "point": point })))
    })
}

/// Answers with all points of the notes in its prompt.
fn writer() -> ScriptedModel {
    ScriptedModel::from_fn(|request| {
        let prompt = request.prompt();
        let (_, notes) = prompt.split_once('\n').unwrap_or_default();
        let notes: Vec<Note> = serde_json::from_str(notes)?;
        let points: Vec<String> = notes.into_iter().map(|note| note.point).collect();
        let headline = format!("A harbour in {} points", points.len());
        Ok(ChatResponse::json(&json!({ "headline": headline, "points": points })))
    })
}

#[tokio::main]
async fn main() -> Result<()> {
    let graph = Graph::builder(map_reduce::pipeline())
        .model("reader", reader())
        .model("writer", writer())
        .compile()?;
    let outcome = graph.arun(Input::new().set("text", TEXT)?, &RunConfig::new()).await?;
    let Summary { headline, points } = outcome.get::<map_reduce::summary>()?;
    println!("{headline}");
    for point in points {
        println!("- {point}");
    }
    Ok(())
}
