#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Check {
    pub score: u8,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Analysis;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn check(#[from_input] score: u8) -> Result<Check> {
        Ok(Check { score })
    }

    fn confident(mails: &str) -> bool {
        true
    }

    #[node(when = confident)]
    pub async fn shallow(#[from_resource("crm://mails")] mails: String
    ) -> Result<Analysis> {
        Ok(Analysis)
    }
}

fn main() {
    flow::pipeline();
}
