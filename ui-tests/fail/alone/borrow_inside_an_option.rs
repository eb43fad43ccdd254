#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary;

#[node]
pub async fn research() -> Result<Summary> {
    Ok(Summary)
}

#[node]
pub async fn gate(research: Option<&Summary>) -> Result<Ack> {
    Ok(Ack)
}

fn main() {
    let _ = compose!["parts"; research, gate];
}
