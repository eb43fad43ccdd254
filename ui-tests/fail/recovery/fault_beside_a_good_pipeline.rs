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
pub mod bad {
    use super::*;

    #[node]
    pub async fn gate(reserch: &Summary) -> Result<Ack> {
        Ok(Ack)
    }
}

#[pipeline]
pub mod good {
    use super::*;

    #[node]
    pub async fn ack() -> Result<Ack> {
        bad::gate(&Summary { deal_id: String::new() }).await
    }
}

fn main() {
    let _: [Pipeline; 2] = [bad::pipeline(), good::pipeline()];
    let _: Pipeline = compose!["both"; good::ack, bad::gate];
}
