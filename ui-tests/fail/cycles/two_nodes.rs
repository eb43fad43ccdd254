#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn draft(review: &Ack) -> Result<Summary> {
        Ok(Summary { deal_id: String::new() })
    }

    #[node]
    pub async fn review(draft: &Summary) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
