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

    #[node]
    pub async fn history(
        research: &Summary,
        #[from_resource(ref = "email-history")] mails: String,
    ) -> Result<Ack> {
        Ok(Ack)
    }

    #[node(mode = agent, model = "m", prompt = "p", tools = ["crm::get_deal"])]
    pub async fn brief(history: &Ack) -> Result<Ack>;
}

fn main() {
    flow::pipeline();
}
