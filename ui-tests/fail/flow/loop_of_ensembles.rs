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

fn best(candidates: Vec<Draft>) -> Draft {
    Draft { text: String::new() }
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node(ensemble = 3, merge = best, repeat_while = weak, max_iterations = 3)]
    pub async fn draft(#[from_input] topic: String) -> Result<Draft> {
        Ok(Draft { text: String::new() })
    }
}

fn main() {
    flow::pipeline();
}
