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
pub mod check_draft {
    use super::*;

    #[node]
    pub async fn facts(
        #[from_input] draft: &Draft,
        #[from_input] limit: Option<u64>,
    ) -> Result<u64> {
        Ok(1)
    }

    #[node]
    pub async fn verdict(facts: &u64, #[from_input] strict: bool) -> Result<Verdict> {
        Ok(Verdict)
    }
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node(timeout = "3s")]
    pub async fn draft(#[from_input] topic: String) -> Result<Draft> {
        Ok(Draft { text: String::new() })
    }

    #[node(pipeline = check_draft)]
    pub fn check(draft: &Draft, #[from_input] strict: bool) -> Result<Verdict>;
}

fn main() {
    flow::pipeline();
}
