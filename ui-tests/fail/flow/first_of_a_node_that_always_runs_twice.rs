#![allow(unused)]

use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn root(#[from_input] size: u64) -> Result<u64> {
        Ok(size)
    }

    #[node]
    pub async fn report(#[first_of(root, root)] size: &u64) -> Result<u64> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
