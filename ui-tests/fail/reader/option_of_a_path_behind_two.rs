#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[resource_reader(uri_template = "crm://{tenant}/deals/{deal}{?from}")]
async fn read(tenant: String, deal: std::option::Option<u64>, from: Option<u64>) -> Result<Ack>;

fn main() {
    let _ = read {};
}
