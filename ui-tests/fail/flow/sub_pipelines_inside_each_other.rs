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
pub mod other {
    use super::*;

    #[node(pipeline = flow)]
    pub async fn draft(#[from_input] topic: String) -> Result<Draft>;
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node(pipeline = other)]
    pub async fn draft(#[from_input] topic: String) -> Result<Draft>;
}

fn main() {
    flow::pipeline();
}
