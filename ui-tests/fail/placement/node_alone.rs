#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[node]
async fn gate(#[from_input] deal_id: String) -> Result<u64> {
    Ok(1)
}

fn main() {
    let _ = gate(String::new());
}
