#![allow(unused)]

use neograph::prelude::*;

fn is_large(count: &u64, limit: &u64) -> bool {
    true
}

#[node]
pub async fn count(#[from_input] limit: u64) -> Result<u64> {
    Ok(limit)
}

#[node(when = is_large(count))]
pub async fn report() -> Result<u64> {
    Ok(0)
}

fn main() {
    let _ = compose!["parts"; count, report];
}
