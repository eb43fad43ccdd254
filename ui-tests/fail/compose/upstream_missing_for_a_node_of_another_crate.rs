#![allow(unused)]

use neograph::prelude::*;
use ui_tests::{letter, letters};

#[node]
async fn signature(#[from_input] seed: String) -> Result<String> {
    Ok(seed)
}

fn main() {
    let pipeline = compose!["letter"; ui_tests::subject, letters::season, letters::greeting, letter];
}
