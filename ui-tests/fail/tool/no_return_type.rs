use neograph::prelude::*;

#[tool]
fn find(name: &str) {
    drop(name.to_owned());
}

fn main() {}
