#![allow(unused)]

use neograph::prelude::*;

fn is_named(count: &str) -> bool {
    true
}

#[node]
pub async fn count(#[from_input] limit: u64) -> Result<u64> {
    Ok(limit)
}

#[node(when = is_named(count))]
pub async fn report() -> Result<u64> {
    Ok(0)
}

fn main() {
    let _ = compose!["parts"; count, report];
}
