use neograph::prelude::*;

fn asks(limit: &str) -> bool {
    limit.is_empty()
}

#[node(when = asks(limit))]
async fn send(#[from_input] limit: u64) -> Result<u8> {
    Ok(1)
}

fn main() {
    compose!["flow"; send];
}
