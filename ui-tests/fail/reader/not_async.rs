#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[resource_reader(uri_template = "crm://deals")]
fn read_deal() -> Result<String>;

fn main() {
    let _ = <read_deal as neograph::tool::ToolType>::tool();
}
