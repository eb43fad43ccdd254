#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Check {
    pub score: u8,
}

#[node]
pub async fn check(#[from_input] score: u8) -> Result<Check> {
    Ok(Check { score })
}

#[node]
pub async fn report(check: Option<Check>) -> Result<u8> {
    Ok(0)
}

fn main() {
    let _ = compose!["parts"; check, report];
}
