#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Draft {
    pub text: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verdict;

fn best(candidates: Vec<Draft>) -> Verdict {
    Verdict
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node(ensemble = 3, merge = best)]
    pub async fn draft(#[from_input] topic: String) -> Result<Draft> {
        Ok(Draft { text: String::new() })
    }
}

fn main() {
    flow::pipeline();
}
