use neograph::prelude::*;

#[tool]
fn find(name: &str) -> String {
    name.to_owned()
}

fn main() {}
