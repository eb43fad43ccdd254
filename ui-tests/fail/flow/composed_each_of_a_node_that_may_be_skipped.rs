#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Check {
    pub score: u8,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Group {
    pub id: u64,
}

#[node]
pub async fn check(#[from_input] score: u8) -> Result<Check> {
    Ok(Check { score })
}

#[node(when = confident(check))]
pub async fn groups() -> Result<Vec<Group>> {
    Ok(Vec::new())
}

fn confident(check: &Check) -> bool {
    check.score > 7
}

#[node]
pub async fn summary(#[each(groups)] group: &Group) -> Result<String> {
    Ok(String::new())
}

fn main() {
    let _ = compose!["parts"; check, groups, summary];
}
