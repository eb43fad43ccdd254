#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary;

#[derive(Serialize, Deserialize)]
struct Hidden;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<Hidden> {
        Ok(Hidden)
    }

    #[node]
    pub async fn gate(research: &Hidden) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
