#![allow(unused)]

use std::{borrow::Cow, sync::Arc};

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

pub trait Client: Send + Sync {}

#[derive(Serialize, Deserialize)]
pub struct Big;
pub type Alias = Big;
pub type Shared = Arc<Big>;
pub type Ref<'a> = &'a Big;

fn parse(content: neograph::resource::ResourceContent) -> Result<u64> { Ok(1) }

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<Big> {
        Ok(Big)
    }

    #[node]
    pub async fn gate(#[from_resource("a:b", parse = parse)] x: Option<String>) -> Result<u64> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
