#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Ack;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<Ack> {
        Ok(Ack)
    }

    pub mod inner {
        use neograph::node;

        use super::*;

        #[node]
        pub async fn hidden(#[from_input] deal_id: String) -> Result<Ack> {
            Ok(Ack)
        }
    }

    #[node]
    pub async fn gate(hidden: &Ack) -> Result<Ack> {
        Ok(Ack)
    }
}

fn main() {
    flow::pipeline();
}
