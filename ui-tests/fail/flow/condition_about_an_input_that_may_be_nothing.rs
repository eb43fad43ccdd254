use neograph::prelude::*;

#[pipeline]
pub mod flow {
    use super::*;

    fn asks(limit: &u64) -> bool {
        *limit > 1
    }

    #[node(when = asks)]
    pub async fn send(#[from_input] limit: Option<u64>) -> Result<u8> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
