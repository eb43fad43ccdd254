#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Check {
    pub score: u8,
}

#[derive(Serialize, Deserialize)]
pub struct Rare;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn rare() -> Result<Vec<Rare>> {
        Ok(Vec::new())
    }

    #[node]
    pub async fn summary(#[each(rare)] one: &Rare) -> Result<String> {
        Ok(String::new())
    }
}

fn main() {
    flow::pipeline();
}
