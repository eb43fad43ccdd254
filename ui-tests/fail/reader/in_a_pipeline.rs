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

    #[resource_reader(uri_template = "crm://deals/{deal_id}")]
    async fn read_deal(deal: String) -> Result<String>;

    #[node(mode = agent, model = "m", prompt = "p", tools = [read_deal])]
    pub async fn brief(#[from_input] deal_id: String) -> Result<Ack>;
}

fn main() {
    flow::pipeline();
}
