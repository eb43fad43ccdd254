use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    fn asks(limit: Option<&u64>) -> bool {
        limit.is_some()
    }

    #[node(when = asks)]
    pub async fn send(#[from_input] limit: u64) -> Result<u8> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
