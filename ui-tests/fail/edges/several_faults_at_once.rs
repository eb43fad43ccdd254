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

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<Summary> {
        Ok(Summary { deal_id })
    }

    #[node(model = "m")]
    pub async fn brief(reserch: &Summary) -> Result<Ack>;

    #[node]
    pub fn gate(verdict: &Summary, #[from_input] brief: u64) -> Result<Ack> {
        Ok(Ack)
    }

    #[node]
    pub async fn loops(loops: Ack, #[from_resource] deals: String) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
    let _ = flow::gate(&Summary { deal_id: String::new() }, 1);
    let _ = <flow::brief as neograph::pipeline::NodeType>::NAME;
}
