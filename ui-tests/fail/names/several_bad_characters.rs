#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline]
pub mod flow {
    use super::*;

    #[node(name = "a#1")]
    pub async fn a() -> Result<Ack> {
        Ok(Ack)
    }

    #[node(name = "a b")]
    pub async fn b() -> Result<Ack> {
        Ok(Ack)
    }

    #[node(name = "a\nb")]
    pub async fn c() -> Result<Ack> {
        Ok(Ack)
    }

    #[node(name = "1a")]
    pub async fn d() -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
