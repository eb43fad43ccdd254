#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

mod a {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<String> {
        Ok(deal_id)
    }

    #[node]
    pub async fn gate(research: &u64, reserch: &str, verdict: u8, #[from_input] brief: u64) -> Result<u64> {
        Ok(1)
    }
}
mod b {
    use super::*;
    #[node]
    pub async fn brief(gate: u64, end: &u8, #[from_resource(ref = "x")] x: String) -> Result<u8> {
        Ok(1)
    }

    #[node]
    pub async fn end(brief: u8, gate: &[u8], research: std::sync::Arc<u8>) -> Result<u8> {
        Ok(1)
    }
    #[node(name = "end")]
    pub async fn other() -> Result<u8> {
        Ok(1)
    }
}

fn main() {
    let _: Pipeline = compose!["many"; a::research, a::gate, b::brief, b::end, b::other];
}
