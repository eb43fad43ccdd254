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
    pub async fn research(
        #[from_input] deal_id: Option<String>,
        #[from_config] region: Option<&str>,
        #[from_input] page: Option<u64>,
        #[from_resource("crm://{region}/{deal_id}{?page}")] deal: String,
        #[from_resource("crm://mails/{deal_id}{?page}")] mails: String,
    ) -> Result<Summary> {
        Ok(Summary)
    }
}

fn main() {
    flow::pipeline();
}
