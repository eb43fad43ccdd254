#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub struct Rare;

fn confident(check: &u8) -> bool {
    *check > 7
}

#[node]
pub async fn check() -> Result<u8> {
    Ok(1)
}

#[node(when = confident(check))]
pub async fn rare() -> Result<Rare> {
    Ok(Rare)
}

#[node]
pub async fn report(rare: Option<Rare>) -> Result<u8> {
    Ok(0)
}

fn main() {
    let _ = compose!["parts"; check, rare, report];
}
