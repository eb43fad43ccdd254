#![allow(unused)]

use neograph::prelude::*;

#[node]
pub async fn root(#[from_input] size: u64) -> Result<u64> {
    Ok(size)
}

fn is_big(root: &u64) -> bool {
    *root > 7
}

#[node(when = is_big(root))]
pub async fn big() -> Result<Option<u64>> {
    Ok(None)
}

#[node]
pub async fn report(big: &Option<u64>) -> Result<u64> {
    Ok(1)
}

fn main() {
    compose!["flow"; root, big, report];
}
