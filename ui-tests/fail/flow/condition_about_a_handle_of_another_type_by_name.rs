use neograph::prelude::*;

mod elsewhere {
    pub fn asks(limit: &str) -> bool {
        limit.is_empty()
    }
}

#[pipeline]
pub mod flow {
    use super::*;

    // Its condition is elsewhere.

    #[node(when = elsewhere::asks(limit))]
    pub async fn send(#[from_config] limit: &u64) -> Result<u8> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
