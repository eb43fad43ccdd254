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

#[node]
pub async fn clusters() -> Result<Clusters> {
    Ok(Clusters { groups: vec![], count: 0 })
}

#[node]
pub async fn summary(#[each(clusers)] group: &Group) -> Result<String> {
    Ok(String::new())
}

fn main() {
    let _ = compose!["parts"; clusters, summary];
}
