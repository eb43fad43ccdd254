use neograph::prelude::*;

#[tool]
async fn find(&self, name: String) -> Result<String> {
    Ok(name)
}

fn main() {}
