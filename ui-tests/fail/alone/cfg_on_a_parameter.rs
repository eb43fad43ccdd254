#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[node]
async fn gate(#[cfg(test)] research: &Summary) -> Result<Ack> {
    Ok(Ack)
}

fn main() {
    let _ = gate {};
}
