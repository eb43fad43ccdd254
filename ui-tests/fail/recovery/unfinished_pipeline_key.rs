#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    pub deal_id: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline(name = )]
pub mod flow {
    use super::*;

    #[node]
    pub async fn gate() -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    let _: Pipeline = flow::pipeline();
    let _ = flow::gate();
}
