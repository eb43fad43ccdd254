use neograph::prelude::*;

#[tool]
async fn find(name: String, #[from_confg] tenant: &str) -> Result<String> {
    Ok(format!("{name} of {tenant}"))
}

fn main() {}
