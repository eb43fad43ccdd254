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

    fn confident(check: &Check) -> bool {
        check.score > 7
    }

    #[node(when = confident(check, check))]
    pub async fn shallow() -> Result<Analysis> {
        Ok(Analysis)
    }
}

fn main() {
    flow::pipeline();
}
