#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Check {
    pub score: u8,
}

#[derive(Clone, Serialize, Deserialize)]
pub struct Odd {
    #[serde(skip)]
    pub hidden: Hidden,
}

#[derive(Clone, Default)]
pub struct Hidden;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn odd() -> Result<Vec<Odd>> {
        Ok(Vec::new())
    }

    #[node]
    pub async fn summary(
        #[each(odd)] one: &Odd,
        #[from_resource("crm://deals/{one.hidden}/mails")] mails: String,
    ) -> Result<String> {
        Ok(String::new())
    }
}

fn main() {
    flow::pipeline();
}
