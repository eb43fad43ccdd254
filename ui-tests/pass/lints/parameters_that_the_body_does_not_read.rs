//! A parameter that orders nodes, or that fills a URI, is used also when the body never reads it.
#![deny(warnings, clippy::pedantic)]

use neograph::prelude::*;

#[pipeline]
mod flow {
    use super::*;

    #[node]
    async fn gate(#[from_input] amount: u64) -> Result<bool> {
        Ok(amount > 1)
    }

    #[node]
    async fn ordered(gate: &bool) -> Result<u64> {
        Ok(1)
    }

    #[node]
    async fn behind_attributes(gate: bool, r#ordered: std::sync::Arc<u64>) -> Result<u64> {
        #![allow(clippy::needless_return)]
        //! Inner attributes stay in front.
        return Ok(2);
    }

    #[node]
    async fn page(
        #[from_input] deal_id: String,
        #[from_config] region: &str,
        #[from_resource("crm://{region}/{deal_id}")] page: String,
        gate: &bool,
    ) -> Result<String> {
        Ok(page)
    }

    #[node]
    async fn nothing(gate: &bool, ordered: &u64) -> Result<()> {
        Ok(())
    }
}

/// A node alone.
///
/// # Errors
/// None.
#[node]
pub async fn alone(nothing: &()) -> Result<u64> {
    Ok(3)
}

fn main() {
    assert_eq!(flow::pipeline().nodes().len(), 5);
    drop(alone(&()));
}
