#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

fn parse(content: neograph::resource::ResourceContent) -> Result<u64> {
    Ok(1)
}

#[resource_reader(uri_template = "crm://deals", parse = parse)]
async fn read_deal() -> Result<String>;

fn main() {
    let _ = <read_deal as neograph::tool::ToolType>::tool();
}
