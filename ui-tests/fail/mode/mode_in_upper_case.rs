#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline]
pub mod flow {
    use super::*;

    #[node(mode = Agent, model = "m", prompt = "p", tools = ["a::b"])]
    pub async fn ask(#[from_input] deal_id: String) -> Result<Ack>;
}

fn main() {
    let _ = flow::pipeline();
}
