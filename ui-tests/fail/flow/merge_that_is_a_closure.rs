#![allow(unused)]

use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    #[node(ensemble = 2, merge = |sizes| 1)]
    pub async fn size() -> Result<u64> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
