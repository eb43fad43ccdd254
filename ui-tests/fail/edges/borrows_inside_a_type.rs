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
    pub async fn research(#[from_input] deal_id: String) -> Result<Summary> {
        Ok(Summary)
    }

    #[node]
    pub async fn names(research: Vec<&str>) -> Result<Ack> {
        Ok(Ack)
    }

    #[node]
    pub async fn pair(research: (&str, &Summary)) -> Result<Ack> {
        Ok(Ack)
    }

    #[node]
    pub async fn view(research: View<'_>) -> Result<Ack> {
        Ok(Ack)
    }

    #[node]
    pub async fn named(research: View<'a>) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
