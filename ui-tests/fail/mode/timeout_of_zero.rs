#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline]
pub mod flow {
    use super::*;

    #[node(timeout = "0s")]
    pub async fn ack(#[from_input] deal_id: String) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
