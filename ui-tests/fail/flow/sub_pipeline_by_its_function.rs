#![allow(unused)]

use neograph::prelude::*;

#[pipeline]
pub mod inner {
    use super::*;

    #[node]
    pub async fn size() -> Result<u64> {
        Ok(1)
    }
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node(pipeline = super::inner::pipeline)]
    pub async fn size() -> Result<u64>;
}

fn main() {
    flow::pipeline();
}
