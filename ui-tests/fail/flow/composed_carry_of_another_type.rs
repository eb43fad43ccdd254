#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Draft {
    pub text: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verdict;

fn weak(draft: &Draft) -> bool {
    draft.text.is_empty()
}

#[node(repeat_while = weak, max_iterations = 3)]
async fn draft(#[from_input] topic: String, #[carry] previous: Option<Verdict>) -> Result<Draft> {
    Ok(Draft { text: topic })
}

fn main() {
    compose!["flow"; draft];
}
