#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn research(&self, #[from_input] deal_id: String) -> Result<Summary> {
        self.read(deal_id)
    }

    #[node]
    pub async fn gate(research: &Summary) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
