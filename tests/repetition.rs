//! Loops, ensembles and sub-pipelines as a user writes them.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unwrap_used,
    clippy::unused_async,
    reason = "a test fails by panicking"
)]

use neograph::{
    error::ConfigurationError, model::ChatResponse, prelude::*, testing::ScriptedModel,
};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
struct Draft {
    text: String,
}

fn short(draft: &Draft) -> bool {
    draft.text.len() < 3
}

fn longest(candidates: Vec<Draft>) -> std::result::Result<Draft, String> {
    let longest = candidates.into_iter().max_by_key(|draft| draft.text.len());
    longest.ok_or_else(|| "there are no candidates".to_owned())
}

#[pipeline]
mod drafting {
    use super::*;

    #[node(repeat_while = short, max_iterations = 5)]
    pub(crate) async fn draft(
        #[from_input] word: &str,
        #[carry] previous: Option<&Draft>,
    ) -> Result<Draft> {
        let before = previous.map_or("", |draft| draft.text.as_str());
        Ok(Draft { text: format!("{before}{word}") })
    }

    #[node(repeat_while = short, max_iterations = 2, on_exhaust = last)]
    pub(crate) async fn bounded(draft: &Draft) -> Result<Draft> {
        Ok(Draft { text: draft.text.get(..1).unwrap_or_default().to_owned() })
    }

    #[node(models = ["small", "large"], prompt_text = "{{ draft.text }}", merge = longest)]
    pub(crate) async fn best(draft: &Draft) -> Result<Draft>;
}

/// Functions that take what a `Vec` and a `String` lend.
#[pipeline]
mod lending {
    use super::*;

    const fn few(words: &[String]) -> bool {
        words.len() < 3
    }

    fn long(text: &str) -> Option<usize> {
        (text.len() > 2).then_some(text.len())
    }

    #[node(repeat_while = few, max_iterations = 5)]
    pub(crate) async fn words(
        #[from_input] word: &str,
        #[carry] previous: Option<&[String]>,
    ) -> Result<Vec<String>> {
        Ok([previous.unwrap_or_default(), &[word.to_owned()]].concat())
    }

    #[node(repeat_while = str::is_empty, max_iterations = 2, interrupt_when = long)]
    pub(crate) async fn joined(words: &[String]) -> Result<String> {
        Ok(words.concat())
    }
}

/// What the pipeline is given by its name, and what it gives.
#[pipeline(output = shouted)]
mod shouting {
    use super::*;

    #[node]
    async fn shouted(
        #[from_input] draft: &Draft,
        #[from_input] mark: Option<char>,
    ) -> Result<Draft> {
        Ok(Draft { text: format!("{}{}", draft.text.to_uppercase(), mark.unwrap_or('.')) })
    }

    #[node]
    async fn counted(shouted: &Draft) -> Result<usize> {
        Ok(shouted.text.len())
    }
}

#[pipeline]
mod outer {
    use super::*;

    #[node]
    async fn draft(#[from_input] word: &str) -> Result<Draft> {
        Ok(Draft { text: word.to_owned() })
    }

    #[node(pipeline = shouting)]
    pub(crate) async fn loud(draft: &Draft, #[from_input] mark: Option<char>) -> Result<Draft>;

    #[node(pipeline = grown, repeat_while = short, max_iterations = 4)]
    pub(crate) async fn longer(
        #[from_input] word: String,
        #[carry] before: Option<&Draft>,
    ) -> Result<Draft>;
}

/// A pipeline that a loop runs: the carried value is an input of it.
#[pipeline]
mod grown {
    use super::*;

    #[node]
    async fn longer(
        #[from_input] word: &str,
        #[from_input] before: Option<Draft>,
    ) -> Result<Draft> {
        let before = before.map_or_else(String::new, |draft| draft.text);
        Ok(Draft { text: format!("{before}{word}") })
    }
}

fn text(outcome: &Draft) -> &str {
    &outcome.text
}

#[tokio::test]
async fn a_loop_ends_by_its_condition_or_its_bound_and_an_ensemble_is_merged() {
    let says = |text: &str| {
        ScriptedModel::turns([ChatResponse::text(format!("{{\"text\": \"{text}\"}}"))])
    };
    let graph = Graph::builder(drafting::pipeline())
        .model("small", says("hm"))
        .model("large", says("certainly"))
        .compile()
        .unwrap();
    let input = Input::new().set("word", "ab").unwrap();
    let outcome = graph.arun(input, &RunConfig::new()).await.unwrap();
    assert_eq!(text(outcome.get::<drafting::draft>().unwrap()), "abab");
    assert_eq!(text(outcome.get::<drafting::bounded>().unwrap()), "a");
    assert_eq!(text(outcome.get::<drafting::best>().unwrap()), "certainly");
}

#[tokio::test]
async fn a_sub_pipeline_is_given_parameters_by_name_and_gives_its_output() {
    let graph = Graph::builder(outer::pipeline()).compile().unwrap();
    let input = Input::new().set("word", "ab").unwrap().set("mark", '!').unwrap();
    let outcome = graph.arun(input, &RunConfig::new()).await.unwrap();
    assert_eq!(text(outcome.get::<outer::loud>().unwrap()), "AB!");
    assert_eq!(text(outcome.get::<outer::longer>().unwrap()), "abab");
    let input = Input::new().set("word", "abc").unwrap();
    let outcome = graph.arun(input, &RunConfig::new()).await.unwrap();
    assert_eq!(text(outcome.get::<outer::loud>().unwrap()), "ABC.");
}

#[tokio::test]
async fn what_a_sub_pipeline_needs_of_the_input_is_missed_before_anything_runs() {
    let graph = Graph::builder(outer::pipeline()).compile().unwrap();
    let error = graph.arun(Input::new(), &RunConfig::new()).await.unwrap_err();
    let Error::Configuration(error) = error else { panic!("{error}") };
    let ConfigurationError::MissingInput { names } = *error else { panic!("{error}") };
    assert_eq!(names, ["word"]);
}

#[tokio::test]
async fn a_function_may_take_the_slice_or_the_text_of_an_output() {
    let saver = MemorySaver::new();
    let graph = Graph::builder(lending::pipeline()).checkpointer(saver).compile().unwrap();
    let input = Input::new().set("word", "ab").unwrap();
    let outcome = graph.arun(input, &RunConfig::new().thread_id("lent")).await.unwrap();
    assert_eq!(outcome.get::<lending::words>().unwrap(), &["ab", "ab", "ab"]);
    assert_eq!(outcome.interrupts()[0].payload, 6);
}
