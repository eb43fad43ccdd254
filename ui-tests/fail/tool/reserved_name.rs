use neograph::prelude::*;

#[tool(name = "find deals")]
async fn find() -> Result<u8> {
    Ok(1)
}

fn main() {}
