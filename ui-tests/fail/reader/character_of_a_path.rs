#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[resource_reader(uri_template = "crm://deals/{deal_id}", name = "crm/deal")]
async fn read_deal(deal_id: String) -> Result<String>;

fn main() {
    let _ = <read_deal as neograph::tool::ToolType>::tool();
}
