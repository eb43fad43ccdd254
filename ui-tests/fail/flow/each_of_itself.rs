#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Check {
    pub score: u8,
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn summary(#[each(summary)] one: &u64) -> Result<String> {
        Ok(String::new())
    }
}

fn main() {
    flow::pipeline();
}
