#![allow(unused)]

use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    fn is_small(size: &u64) -> bool {
        *size < 7
    }

    #[node(repeat_while = is_small(size), max_iterations = 3)]
    pub async fn size() -> Result<u64> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
