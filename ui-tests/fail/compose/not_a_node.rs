#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

mod a {
    use super::*;

    #[node]
    pub async fn research(#[from_input] deal_id: String) -> Result<String> {
        Ok(deal_id)
    }

    pub async fn gate() {
    }
}

fn main() {
    let _: Pipeline = compose!["many"; a::research, String];
    let _: Pipeline = compose!["many"; a::research, a::gate];
    let _: Pipeline = compose!["many"; a::research, a::nothing];
    let _: Pipeline = compose!["many"; a::research a::gate,];
    let _: Pipeline = compose!["many", crat = x; a::research,, a::];
}
