#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[resource_reader(uri_template = "crm://deals")]
struct Deal;

fn main() {
    let _ = Deal;
}
