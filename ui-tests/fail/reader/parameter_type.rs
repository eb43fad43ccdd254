#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

struct Id;

#[resource_reader(uri_template = "crm://deals/{deal_id}")]
async fn read_deal(deal_id: Id) -> Result<String>;

fn main() {
    let _ = <read_deal as neograph::tool::ToolType>::tool();
}
