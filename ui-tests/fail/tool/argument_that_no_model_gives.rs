use neograph::prelude::*;

struct Db;

#[tool]
async fn find(name: String, db: &Db) -> Result<String> {
    let _ = db;
    Ok(name)
}

fn main() {}
