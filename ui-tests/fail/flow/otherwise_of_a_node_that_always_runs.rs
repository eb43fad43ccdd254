#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Check {
    pub score: u8,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Analysis;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn check(#[from_input] score: u8) -> Result<Check> {
        Ok(Check { score })
    }

    #[node(otherwise = [check])]
    pub async fn deep() -> Result<Analysis> {
        Ok(Analysis)
    }
}

fn main() {
    flow::pipeline();
}
