#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary;

pub struct View<'a>(&'a str);

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn research(#[from_input] text: &str) -> Result<View<'_>> {
        Ok(View(text))
    }

    #[node]
    pub async fn gate(research: &Summary) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
