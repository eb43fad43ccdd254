use neograph::prelude::*;

#[tool]
async fn find(name: String) -> Result<String>;

fn main() {}
