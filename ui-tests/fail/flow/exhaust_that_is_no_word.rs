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

#[pipeline]
pub mod flow {
    use super::*;

    #[node(repeat_while = weak, max_iterations = 3, on_exhaust = lst)]
    pub async fn draft(#[from_input] topic: String) -> Result<Draft> {
        Ok(Draft { text: String::new() })
    }
}

fn main() {
    flow::pipeline();
}
