#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Draft {
    pub text: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verdict;

fn best(candidates: Vec<Verdict>) -> Draft {
    Draft { text: String::new() }
}

#[node(ensemble = 3, merge = best)]
async fn draft(#[from_input] topic: String) -> Result<Draft> {
    Ok(Draft { text: topic })
}

fn main() {
    compose!["flow"; draft];
}
