#![allow(unused)]

use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn report(#[from_input] sizes: Vec<u64>, #[each(sizes)] size: u64) -> Result<u64> {
        Ok(size)
    }
}

fn main() {
    flow::pipeline();
}
