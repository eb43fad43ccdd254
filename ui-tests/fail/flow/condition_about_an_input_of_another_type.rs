use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    fn asks(limit: &str) -> bool {
        limit.is_empty()
    }

    #[node(when = asks)]
    pub async fn send(#[from_input] limit: u64) -> Result<u8> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
