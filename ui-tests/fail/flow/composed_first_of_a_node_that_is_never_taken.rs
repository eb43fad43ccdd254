#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Check {
    pub score: u8,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Analysis;

#[node]
pub async fn check(#[from_input] score: u8) -> Result<Check> {
    Ok(Check { score })
}

fn confident(check: &Check) -> bool {
    check.score > 7
}

#[node(when = confident(check))]
pub async fn shallow() -> Result<Analysis> {
    Ok(Analysis)
}

#[node]
pub async fn deep() -> Result<Analysis> {
    Ok(Analysis)
}

#[node]
pub async fn report(#[first_of(deep, shallow)] analysis: &Analysis) -> Result<u8> {
    Ok(0)
}

fn main() {
    let _ = compose!["parts"; check, shallow, deep, report];
}
