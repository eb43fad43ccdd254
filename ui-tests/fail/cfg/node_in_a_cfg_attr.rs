#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline]
pub mod flow {
    use super::*;

    #[cfg_attr(not(any()), node)]
    pub async fn research() -> Result<Ack> {
        Ok(Ack)
    }

    #[node]
    pub async fn gate(research: &Ack) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
