#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<Summary> {
        Ok(Summary { deal_id })
    }

    #[node]
    pub async fn gate(research: ) -> Result<Ack> {
        Ok(Ack)
    }

    #[node]
    pub async fn last(gate: &Ack) -> Result<u64> {
        Ok(1)
    }

    pub struct Helper;

    pub fn other(n: u64) -> u64 {
        n
    }
}

fn main() {
    let _: Pipeline = flow::pipeline();
    let _ = flow::research(String::new());
    let _ = flow::other(1);
    let _ = <flow::research as neograph::__private::PipelineNode>::spec;
    let _ = <flow::last as neograph::__private::PipelineNode>::spec;
    let _ = flow::Helper;
}
