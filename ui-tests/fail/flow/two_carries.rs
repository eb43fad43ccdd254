#![allow(unused)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Draft {
    pub text: String,
}

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Verdict;

fn weak(draft: &Draft) -> bool {
    draft.text.is_empty()
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node(repeat_while = weak, max_iterations = 3)]
    pub async fn draft(
        #[carry] previous: Option<&Draft>,
        #[carry] last: Option<&Draft>,
    ) -> Result<Draft> {
        Ok(Draft { text: String::new() })
    }
}

fn main() {
    flow::pipeline();
}
