#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Draft {
    pub text: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verdict;

fn best(candidates: Vec<Draft>) -> Draft {
    Draft { text: String::new() }
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node(models = ["small", ""], prompt = "p", merge = best)]
    pub async fn draft(#[from_input] topic: String) -> Result<Draft>;
}

fn main() {
    flow::pipeline();
}
