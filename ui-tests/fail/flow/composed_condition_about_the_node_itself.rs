#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Analysis;

fn confident(check: &Analysis) -> bool {
    true
}

#[node(when = confident(shallow))]
pub async fn shallow() -> Result<Analysis> {
    Ok(Analysis)
}

fn main() {
    let _ = compose!["parts"; shallow];
}
