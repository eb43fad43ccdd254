#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary;

#[derive(Serialize, Deserialize)]
pub struct Big;

pub struct Handle;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<Big> {
        Ok(Big)
    }

    #[node(model = "m", prompt = "p")]
    pub async fn brief(research: Big, #[from_config] handle: Handle) -> Result<Ack>;
}

fn main() {
    flow::pipeline();
}
