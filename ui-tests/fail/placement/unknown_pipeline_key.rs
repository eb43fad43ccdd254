#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[pipeline(title = "flow")]
mod flow {
    use super::*;

    #[node]
    pub async fn gate(#[from_input] deal_id: String) -> Result<u64> {
        Ok(1)
    }
}

fn main() {}
