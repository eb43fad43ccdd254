#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary;

#[node]
async fn research(
    #[from_input] deal_id: Option<String>,
    #[from_resource("crm://{deal_id}")] deal: String,
) -> Result<Summary> {
    Ok(Summary)
}

fn main() {
    drop(research(None, String::new()));
}
