use neograph::prelude::*;

#[tool]
async fn find(name: String, #[from_config(prompt)] tenant: &str) -> Result<String> {
    Ok(format!("{name} of {tenant}"))
}

fn main() {}
