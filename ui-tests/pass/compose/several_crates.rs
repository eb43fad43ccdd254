//! Nodes of another crate, alone and out of a pipeline, with one of this crate.
#![deny(warnings)]

use neograph::prelude::*;
use ui_tests::{letter, letters};

#[node]
async fn signature(#[from_input] seed: u64) -> Result<u64> {
    Ok(seed)
}

fn main() {
    let pipeline = compose![
        "letter";
        ui_tests::subject, letters::season, letters::greeting, signature, letter,
    ];
    assert_eq!(pipeline.nodes().len(), 5);
    assert_eq!(letters::pipeline().nodes().len(), 2);
}
