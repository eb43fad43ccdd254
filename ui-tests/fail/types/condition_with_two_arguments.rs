#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

fn weak(a: &Ack, b: u64) -> Option<u64> {
    None
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<Summary> {
        Ok(Summary { deal_id })
    }

    #[node(interrupt_when = weak)]
    pub async fn gate(research: &Summary) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
