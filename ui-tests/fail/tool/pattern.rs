use neograph::prelude::*;

#[tool]
async fn find((first, last): (String, String)) -> Result<String> {
    Ok(first + &last)
}

fn main() {}
