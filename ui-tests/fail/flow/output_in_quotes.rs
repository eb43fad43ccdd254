#![allow(unused)]

use neograph::prelude::*;

#[pipeline(output = "root")]
pub mod flow {
    use super::*;

    #[node]
    pub async fn root(#[from_input] size: u64) -> Result<u64> {
        Ok(size)
    }
}

fn main() {
    flow::pipeline();
}
