use neograph::prelude::*;

#[tool]
struct Find;

fn main() {}
