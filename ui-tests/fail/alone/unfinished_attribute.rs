#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[node(model = )]
async fn gate(research: &Summary) -> Result<Ack> {
    Ok(Ack)
}

fn main() {
    let _ = gate(&Summary { deal_id: String::new() });
    let _ = <gate as neograph::__private::PipelineNode>::spec;
}
