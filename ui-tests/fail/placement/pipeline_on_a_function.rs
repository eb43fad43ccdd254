#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[pipeline]
fn flow() {}

fn main() {
    flow();
}
