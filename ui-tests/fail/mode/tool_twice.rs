#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline]
pub mod flow {
    use super::*;

    #[node(mode = agent, model = "m", prompt = "p", tools = ["crm::get", read, "crm::list", "crm::get", read])]
    pub async fn ask(#[from_input] deal_id: String) -> Result<Ack>;

    #[resource_reader(uri_template = "crm://deals/{deal_id}")]
    pub async fn read(deal_id: String) -> Result<String>;
}

fn main() {
    flow::pipeline();
}
