#![deny(unused_variables)]

use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn gate(#[from_input] amount: u64) -> Result<bool> {
        Ok(true)
    }

    #[node]
    pub async fn brief(
        gate: &bool,
        #[from_resource("crm://deals")] deals: String,
    ) -> Result<bool> {
        Ok(true)
    }
}

fn main() {
    let _ = flow::pipeline();
}
