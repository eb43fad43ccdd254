#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[resource_reader(uri_template = "crm://deals")]
async fn read_deal() -> String;

fn main() {
    let _ = <read_deal as neograph::tool::ToolType>::tool();
}
