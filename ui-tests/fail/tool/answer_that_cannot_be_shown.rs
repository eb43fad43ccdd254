use neograph::prelude::*;

struct Found;

#[tool]
async fn find() -> Result<Found> {
    Ok(Found)
}

fn main() {}
