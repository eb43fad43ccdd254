#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Draft {
    pub text: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verdict;

#[pipeline(links = outer)]
pub mod read_mails {
    use super::*;

    #[node]
    pub async fn verdict(
        #[from_input] draft: &Draft,
        #[from_resource(ref = "mails")] mails: String,
    ) -> Result<Verdict> {
        Ok(Verdict)
    }
}

#[node]
async fn draft(#[from_input] topic: String) -> Result<Draft> {
    Ok(Draft { text: topic })
}

#[node(pipeline = read_mails)]
async fn check(draft: &Draft) -> Result<Verdict>;

fn main() {
    compose!["flow"; draft, check];
}
