#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn r#u8() -> Result<Ack> {
        Ok(Ack)
    }

    #[node]
    pub async fn r#pipeline() -> Result<Ack> {
        Ok(Ack)
    }

    #[resource_reader(uri_template = "crm://deals/{deal_id}")]
    pub async fn r#str(deal_id: String) -> Result<Ack>;
}

fn main() {
    let _ = flow::r#u8();
}
