#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Analysis;

fn confident(report: &u8) -> bool {
    true
}

#[node(when = confident(report))]
pub async fn shallow() -> Result<Analysis> {
    Ok(Analysis)
}

#[node]
pub async fn report(shallow: Option<&Analysis>) -> Result<u8> {
    Ok(0)
}

fn main() {
    let _ = compose!["parts"; shallow, report];
}
