use neograph::prelude::*;

#[derive(serde::Deserialize)]
struct Filter;

#[tool]
async fn find(filter: Option<Filter>) -> Result<u8> {
    drop(filter);
    Ok(0)
}

fn main() {}
