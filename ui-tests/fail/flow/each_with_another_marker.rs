#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Group {
    pub id: u64,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Clusters {
    pub groups: Vec<Group>,
    pub count: u64,
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn clusters() -> Result<Clusters> {
        Ok(Clusters { groups: vec![], count: 0 })
    }

    #[node]
    pub async fn summary(
        #[each(clusters.groups)]
        #[from_input]
        group: &Group,
    ) -> Result<String> {
        Ok(String::new())
    }
}

fn main() {
    flow::pipeline();
}
