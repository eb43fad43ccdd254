#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[pipeline]
mod flow;

fn main() {}
