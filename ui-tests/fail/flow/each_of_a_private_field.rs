#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Check {
    pub score: u8,
}

mod closed {
    #[derive(Default, serde::Serialize, serde::Deserialize)]
    pub struct Clusters {
        groups: Vec<u8>,
    }
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn clusters() -> Result<closed::Clusters> {
        Ok(closed::Clusters::default())
    }

    #[node]
    pub async fn summary(#[each(clusters.groups)] group: &u8) -> Result<String> {
        Ok(String::new())
    }
}

fn main() {
    flow::pipeline();
}
