use neograph::prelude::*;

#[tool(idempotent = "yes")]
async fn find(name: String) -> Result<String> {
    Ok(name)
}

fn main() {}
