#![allow(unused)]

use neograph::prelude::*;

#[node]
pub async fn lone() -> Result<u64> {
    Ok(1)
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node(pipeline = lone)]
    pub async fn size() -> Result<u64>;
}

fn main() {
    flow::pipeline();
}
