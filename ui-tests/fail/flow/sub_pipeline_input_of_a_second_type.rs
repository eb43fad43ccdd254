use neograph::prelude::*;

#[pipeline]
pub mod inside {
    use super::*;

    #[node]
    pub async fn first(#[from_input] limit: u64) -> Result<u64> {
        Ok(limit)
    }

    #[node]
    pub async fn second(first: u64, #[from_input] limit: &str) -> Result<u64> {
        Ok(first + limit.len() as u64)
    }
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn limit() -> Result<u64> {
        Ok(1)
    }

    #[node(pipeline = inside)]
    pub async fn check(limit: u64) -> Result<u64>;
}

fn main() {
    flow::pipeline();
}
