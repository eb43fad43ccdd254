#![allow(unused)]

use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn root(#[from_input] size: u64) -> Result<u64> {
        Ok(size)
    }

    fn is_big(root: &u64) -> bool {
        *root > 7
    }

    #[node(when = is_big)]
    pub async fn big() -> Result<u64> {
        Ok(1)
    }

    #[node]
    pub async fn report(big: &Option<u64>) -> Result<u64> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
