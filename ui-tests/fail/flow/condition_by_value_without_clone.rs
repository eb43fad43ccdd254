#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Analysis;

#[derive(Serialize, Deserialize)]
pub struct Rare;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn check() -> Result<Rare> {
        Ok(Rare)
    }

    fn confident(check: Rare) -> bool {
        true
    }

    #[node(when = confident)]
    pub async fn shallow() -> Result<Analysis> {
        Ok(Analysis)
    }
}

fn main() {
    flow::pipeline();
}
