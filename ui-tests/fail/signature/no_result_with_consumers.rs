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
    pub async fn research(#[from_input] deal_id: String) -> Summary {
        Summary
    }

    #[node]
    pub async fn gate(research: &Summary) -> Result<Ack> {
        Ok(Ack)
    }

    #[node]
    pub async fn brief(research: std::sync::Arc<Summary>, gate: &Ack) -> Result<Ack> {
        Ok(Ack)
    }

    #[node(model = "m", prompt = "p")]
    pub async fn told(research: Summary) -> Result<Ack>;
}

fn main() {
    flow::pipeline();
}
