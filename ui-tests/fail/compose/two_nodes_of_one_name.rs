#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

mod a {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<Summary> {
        Ok(Summary { deal_id })
    }
}

mod b {
    use super::*;

    #[node]
    pub async fn gate(research: &Summary) -> Result<Ack> {
        Ok(Ack)
    }

    #[node(name = "gate")]
    pub async fn other(research: &Summary) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    let pipeline: Pipeline = compose!["deals"; a::research, b::gate, b::other];
}
