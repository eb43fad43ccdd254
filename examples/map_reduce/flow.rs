//! The pipeline: split a document, take notes on each chunk at once, and write one summary.

use neograph::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A document in pieces that a model reads well.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Document {
    pub chunks: Vec<Chunk>,
}

/// One piece: a paragraph.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Chunk {
    pub number: usize,
    pub text: String,
}

/// What a chunk says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Note {
    pub point: String,
}

/// What the document says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Summary {
    pub headline: String,
    pub points: Vec<String>,
}

#[pipeline(name = "map-reduce")]
pub mod map_reduce {
    use super::*;

    #[node]
    pub async fn split(#[from_input] text: String) -> Result<Document> {
        let paragraphs = text.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
        let chunks = paragraphs
            .enumerate()
            .map(|(number, text)| Chunk { number: number + 1, text: text.to_owned() })
            .collect();
        Ok(Document { chunks })
    }

    /// The map: runs once for each chunk, four at a time. Who reads `note` sees a `Vec<Note>` in
    /// the order of the chunks.
    #[node(
        model = "reader",
        prompt_text = "Say in one sentence what this paragraph says:\n{{ chunk.text }}",
        concurrency = 4,
        retry = 2
    )]
    pub async fn note(#[each(split.chunks)] chunk: &Chunk) -> Result<Note>;

    /// The reduce.
    #[node(model = "writer", prompt_text = "Sum these notes up:\n{{ note }}")]
    pub async fn summary(note: &[Note]) -> Result<Summary>;
}
