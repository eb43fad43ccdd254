#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

struct Desk;

impl Desk {
    #[node]
    async fn gate(&self) -> Result<u64> {
        Ok(1)
    }
}

fn main() {
    let _ = Desk.gate();
}
