#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

pub struct Deal;

#[resource_reader(uri_template = "crm://deals/{deal}")]
async fn read(deal: String) -> Result<Deal>;

fn main() {
    let _ = read {};
}
