#![allow(unused)]

use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn root(#[from_input] size: u64) -> Result<u64> {
        Ok(size)
    }

    #[node(when = root)]
    pub async fn report() -> Result<u64> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
