//! The members of an ensemble are merged by a function that may fail.
#![deny(warnings)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
struct Draft {
    text: String,
}

fn longest(candidates: Vec<Draft>) -> Draft {
    let longest = candidates.into_iter().max_by_key(|draft| draft.text.len());
    longest.unwrap_or_else(|| Draft { text: String::new() })
}

fn first(candidates: Vec<Draft>) -> std::result::Result<Draft, String> {
    candidates.into_iter().next().ok_or_else(|| "there are none".to_owned())
}

#[pipeline]
mod flow {
    use super::*;

    #[node(ensemble = 3, merge = longest)]
    pub(crate) async fn tries(#[from_input] topic: &str) -> Result<Draft> {
        Ok(Draft { text: topic.to_owned() })
    }

    #[node(models = ["small", "large"], prompt = "p", merge = first)]
    pub(crate) async fn one_a_model(tries: &Draft) -> Result<Draft>;

    #[node(mode = agent, ensemble = 3, models = ["small"], tools = ["a::b"], prompt = "p", merge = first)]
    async fn of_one_model(tries: Draft) -> Result<Draft>;

    #[node(ensemble = 3, model = "small", prompt_text = "{{ tries }}", merge = super::first)]
    async fn of_the_model(tries: &Draft) -> Result<Draft>;
}

fn main() {
    let pipeline = flow::pipeline();
    assert_eq!(pipeline.nodes()[1].model(), Some("small"));
    let joined = compose!["joined"; flow::tries, flow::one_a_model];
    assert_eq!(joined.nodes().len(), 2);
}
