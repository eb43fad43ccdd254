use neograph::prelude::*;

#[tool]
async fn find<T>(name: T) -> Result<String> {
    drop(name);
    Ok(String::new())
}

fn main() {}
