#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[resource_reader(uri_template = "crm://deals/{deal}{?from,too}")]
async fn read(deal: String, from: Option<u64>, to: Option<u64>) -> Result<Ack>;

fn main() {
    let _ = read {};
}
