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

    #[node(mode = agent, model = "m", prompt = "p", tools = ["crm::get_deal"], max_turns = 0)]
    pub async fn brief(research: &Summary) -> Result<Ack>;
}

fn main() {
    flow::pipeline();
}
