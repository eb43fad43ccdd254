#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

pub struct Deal;

#[node]
async fn gate(research: &Summary) -> Result<Deal> {
    Ok(Deal)
}

fn main() {
    let _ = gate(&Summary { deal_id: String::new() });
}
