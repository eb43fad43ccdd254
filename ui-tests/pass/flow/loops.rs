//! A loop carries what the iteration before gave, in every way a value is taken.
#![deny(warnings)]

use std::sync::Arc;

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(Clone, Serialize, Deserialize, schemars::JsonSchema)]
struct Draft {
    text: String,
}

/// Is not `Clone`, and need not be when it is lent.
#[derive(Serialize, Deserialize)]
struct Count(usize);

fn weak(draft: &Draft) -> bool {
    draft.text.len() < 10
}

mod conditions {
    pub(crate) fn small(count: &super::Count) -> bool {
        count.0 < 3
    }

    pub(crate) fn short(text: &str) -> bool {
        text.len() < 3
    }

    pub(crate) const fn few(words: &[String]) -> bool {
        words.len() < 3
    }

    pub(crate) const fn any(words: &[String]) -> Option<usize> {
        if words.is_empty() { None } else { Some(words.len()) }
    }

    pub(crate) fn first(text: &str) -> Option<char> {
        text.chars().next()
    }

    pub(crate) const fn never<T>(_: &T) -> bool {
        false
    }

    pub(crate) const fn not_even<T: ?Sized>(_: &T) -> bool {
        false
    }
}

/// Takes what a lint would have as a slice.
#[allow(clippy::ptr_arg)]
fn whole(words: &Vec<String>) -> bool {
    words.len() < 3
}

#[pipeline]
mod flow {
    use super::*;

    #[node(repeat_while = weak, max_iterations = 5)]
    pub(crate) async fn lent(
        #[from_input] topic: &str,
        #[carry] previous: Option<&Draft>,
    ) -> Result<Draft> {
        let before = previous.map_or("", |draft| draft.text.as_str());
        Ok(Draft { text: format!("{before}{topic}") })
    }

    #[node(repeat_while = weak, max_iterations = 5, on_exhaust = last)]
    async fn copied(lent: &Draft, #[carry] previous: Option<Draft>) -> Result<Draft> {
        Ok(previous.unwrap_or_else(|| lent.clone()))
    }

    #[node(repeat_while = weak, max_iterations = 5, on_exhaust = fail)]
    async fn shared(#[carry] previous: Option<Arc<Draft>>, lent: &Draft) -> Result<Draft> {
        Ok(previous.map_or_else(|| lent.clone(), |draft| (*draft).clone()))
    }

    #[node(repeat_while = conditions::small, max_iterations = 5)]
    async fn count(#[carry] count: Option<&Count>) -> Result<Count> {
        Ok(Count(count.map_or(0, |count| count.0 + 1)))
    }

    #[node(repeat_while = conditions::short, max_iterations = 5)]
    async fn text(#[carry] previous: Option<&str>) -> Result<String> {
        Ok(format!("{}x", previous.unwrap_or_default()))
    }

    #[node(
        repeat_while = conditions::few,
        interrupt_when = conditions::any,
        max_iterations = 5
    )]
    async fn words(#[carry] previous: Option<&[String]>) -> Result<Vec<String>> {
        Ok(previous.map(<[String]>::to_vec).unwrap_or_default())
    }

    #[node(repeat_while = whole, max_iterations = 5)]
    async fn whole_words(words: &[String]) -> Result<Vec<String>> {
        Ok(words.to_vec())
    }

    #[node(repeat_while = Vec::is_empty, max_iterations = 5)]
    async fn some_words(words: &[String]) -> Result<Vec<String>> {
        Ok(words.to_vec())
    }

    #[node(
        repeat_while = str::is_empty,
        interrupt_when = conditions::first,
        max_iterations = 5
    )]
    async fn some_text(text: &str) -> Result<String> {
        Ok(text.to_owned())
    }

    #[node(repeat_while = conditions::never, max_iterations = 5)]
    async fn generic(text: &str) -> Result<String> {
        Ok(text.to_owned())
    }

    #[node(repeat_while = conditions::not_even, max_iterations = 5)]
    async fn generic_words(words: &[String]) -> Result<Vec<String>> {
        Ok(words.to_vec())
    }

    #[node(repeat_while = weak, max_iterations = 2, model = "m", prompt_text = "{{ previous }}")]
    async fn drafted(lent: &Draft, #[carry] previous: Option<&Draft>) -> Result<Draft>;

    #[node(repeat_while = weak, max_iterations = 2)]
    async fn without_a_carry(#[from_input] topic: &str) -> Result<Draft> {
        Ok(Draft { text: topic.to_owned() })
    }
}

#[node(repeat_while = weak, max_iterations = 2)]
async fn alone(lent: &Draft, #[carry] previous: Option<&Draft>) -> Result<Draft> {
    Ok(previous.unwrap_or(lent).clone())
}

fn main() {
    assert_eq!(flow::pipeline().nodes().len(), 13);
    let joined = compose!["joined"; flow::lent, alone];
    assert!(joined.nodes()[1].params()[1].is_optional());
}
