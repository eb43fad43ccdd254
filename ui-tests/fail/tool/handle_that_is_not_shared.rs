use neograph::prelude::*;

#[tool]
async fn find(#[from_config] count: &std::cell::Cell<u8>) -> Result<u8> {
    Ok(count.get())
}

fn main() {}
