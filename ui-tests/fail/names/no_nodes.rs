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

    pub async fn research(deal_id: String) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
