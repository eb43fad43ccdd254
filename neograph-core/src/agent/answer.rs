//! A model's final answer as the node's output.

use crate::{AnyValue, pipeline::OutputType};

/// Why an answer does not fit.
pub(super) struct Fault {
    pub(super) path: String,
    pub(super) message: String,
}

impl Fault {
    /// What the model is told, so that it can mend its answer.
    pub(super) fn feedback(&self) -> String {
        format!(
            "Your answer does not fit the schema at `{}`: {}. Answer again with the JSON alone.",
            self.path, self.message
        )
    }
}

/// Reads an answer; a fence of Markdown around it is taken off.
pub(super) fn parse(output: &OutputType, text: &str) -> Result<AnyValue, Fault> {
    if text.trim().is_empty() {
        let message = "the answer is empty".to_owned();
        return Err(Fault { path: ".".to_owned(), message });
    }
    output.read_answer(unfenced(text)).map_err(|error| Fault {
        path: error.path().to_string(),
        message: error.inner().to_string(),
    })
}

fn unfenced(text: &str) -> &str {
    let inner = text.trim().strip_prefix("```").and_then(|rest| rest.strip_suffix("```"));
    // The first line of a fence names the language.
    inner.and_then(|inner| inner.split_once('\n')).map_or(text, |(_, body)| body)
}
