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
    pub async fn read_deal(deal_id: String) -> Result<Summary>;

    #[node(mode = agent, model = "m", prompt = "p", tools = [read_deal])]
    pub async fn research(#[from_input] deal_id: String) -> Result<Summary>;

    #[node]
    pub async fn history(
        research: &Summary,
        #[from_resource(ref = "email-history")] mails: String,
    ) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
