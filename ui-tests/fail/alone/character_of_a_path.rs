#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[node(name = "crm/ack")]
async fn ack() -> Result<Ack> {
    Ok(Ack)
}

fn main() {
    let _ = compose!["one"; ack];
}
