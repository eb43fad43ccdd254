use neograph::prelude::*;

#[tool(idempotant = true)]
async fn find(name: String) -> Result<String> {
    Ok(name)
}

fn main() {}
