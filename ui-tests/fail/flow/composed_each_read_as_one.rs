#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Group {
    pub id: u64,
}

#[node]
pub async fn groups() -> Result<Vec<Group>> {
    Ok(Vec::new())
}

#[node]
pub async fn summary(#[each(groups)] group: &Group) -> Result<String> {
    Ok(String::new())
}

#[node]
pub async fn report(summary: &String) -> Result<u8> {
    Ok(0)
}

fn main() {
    let _ = compose!["parts"; groups, summary, report];
}
