#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Group {
    pub id: u64,
}

pub struct Rare;

#[node]
pub async fn groups() -> Result<Vec<Group>> {
    Ok(Vec::new())
}

#[node]
pub async fn summary(#[each(groups)] group: &Group) -> Result<Rare> {
    Ok(Rare)
}

fn main() {
    let _ = compose!["parts"; groups, summary];
}
