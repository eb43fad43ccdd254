use neograph::prelude::*;

mod elsewhere {
    pub fn asks(limit: &u64) -> bool {
        *limit > 1
    }
}

#[pipeline]
pub mod flow {
    use super::*;

    // Its condition is elsewhere.

    #[node(when = elsewhere::asks(limit))]
    pub async fn send(#[from_input] limit: Option<u64>) -> Result<u8> {
        Ok(1)
    }
}

fn main() {
    flow::pipeline();
}
