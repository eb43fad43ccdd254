#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Draft {
    pub text: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verdict;

#[pipeline]
pub mod flow {
    use super::*;

    #[node(timeout = "3s")]
    pub async fn draft(#[from_input] topic: String) -> Result<Draft> {
        Ok(Draft { text: String::new() })
    }

    #[node(pipeline = chek_draft)]
    pub async fn check(draft: &Draft) -> Result<Verdict>;
}

fn main() {
    flow::pipeline();
}
