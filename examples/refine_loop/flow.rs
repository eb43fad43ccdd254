//! The pipelines: one round of writing and judging, and the loop around it.

use neograph::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A text that a judge has looked at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reviewed {
    pub text: String,
    pub verdict: Verdict,
}

/// What the judge thinks of a draft.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Verdict {
    /// From 0 to 10.
    pub score: u8,
    pub advice: String,
}

/// One round. What the round before gave is an input that the first one does not have.
#[pipeline(output = reviewed)]
pub mod round {
    use super::*;

    #[node(
        model = "writer",
        prompt_text = "Write a slogan for {{ product }}.\
            {% if previous %}\nThe last one was: {{ previous.text }}\
            \nThe judge says: {{ previous.verdict.advice }}{% endif %}"
    )]
    pub async fn draft(
        #[from_input] product: String,
        #[from_input] previous: Option<Reviewed>,
    ) -> Result<String>;

    #[node(model = "judge", prompt_text = "Judge this slogan: {{ draft }}")]
    pub async fn verdict(draft: &str) -> Result<Verdict>;

    #[node]
    pub async fn reviewed(draft: &str, verdict: &Verdict) -> Result<Reviewed> {
        Ok(Reviewed { text: draft.to_owned(), verdict: verdict.clone() })
    }
}

#[pipeline(name = "refine-loop")]
pub mod refine_loop {
    use super::*;

    fn weak(reviewed: &Reviewed) -> bool {
        reviewed.verdict.score < 8
    }

    /// The loop: another round while the judge is not content, four at most.
    #[node(pipeline = round, repeat_while = weak, max_iterations = 4, on_exhaust = last)]
    pub async fn refine(
        #[from_input] product: String,
        #[carry] previous: Option<&Reviewed>,
    ) -> Result<Reviewed>;

    #[node]
    pub async fn publish(refine: &Reviewed) -> Result<String> {
        Ok(format!("{} ({} of 10)", refine.text, refine.verdict.score))
    }
}
