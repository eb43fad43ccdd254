#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Draft {
    pub text: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verdict;

const LIMIT: u64 = 3;

#[pipeline]
pub mod flow {
    use super::*;

    #[node(repeat_while = LIMIT, max_iterations = 3)]
    pub async fn draft(#[from_input] topic: String) -> Result<Draft> {
        Ok(Draft { text: String::new() })
    }
}

fn main() {
    flow::pipeline();
}
