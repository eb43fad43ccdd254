use neograph::prelude::*;

#[tool]
async fn find(names: Vec<&str>) -> Result<usize> {
    Ok(names.len())
}

fn main() {}
