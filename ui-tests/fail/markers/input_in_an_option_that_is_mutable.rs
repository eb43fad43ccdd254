#![allow(unused)]

use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn report(#[from_input] size: Option<&mut u64>) -> Result<u64> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
