#![allow(unused)]

use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    fn is_short(list: &[u64]) -> Option<u64> {
        None
    }

    #[node(repeat_while = is_short, max_iterations = 3)]
    pub async fn list() -> Result<Vec<u64>> {
        Ok(vec![])
    }
}

fn main() {
    flow::pipeline();
}
