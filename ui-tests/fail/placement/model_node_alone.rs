#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[node(model = "m", prompt = "p")]
async fn gate(#[from_input] deal_id: String) -> Result<u64>;

fn main() {
    let _ = gate {};
}
