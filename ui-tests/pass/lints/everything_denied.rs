//! Generated code is quiet, whatever the user denies.
#![deny(
    warnings,
    missing_docs,
    missing_debug_implementations,
    unreachable_pub,
    unused,
    unused_qualifications,
    unused_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    non_ascii_idents,
    let_underscore_drop,
    rust_2018_idioms,
    future_incompatible,
    keyword_idents,
    explicit_outlives_requirements,
    absolute_paths_not_starting_with_crate,
    clippy::all,
    clippy::pedantic
)]
#![forbid(unsafe_code)]

use neograph::prelude::*;

/// A reader.
#[resource_reader(uri_template = "crm://deals/{deal}{?page}")]
async fn deals(deal: String, page: Option<u32>) -> Result<Vec<String>>;

fn long(text: &String) -> Option<usize> {
    (text.len() > 3).then_some(text.len())
}

fn short(text: &String) -> bool {
    text.len() < 3
}

fn first(candidates: Vec<String>) -> String {
    candidates.into_iter().next().unwrap_or_default()
}

/// A pipeline.
#[pipeline(output = answer)]
pub mod flow {
    use super::*;

    /// A node.
    #[node(mode = agent, model = "m", prompt = "p", tools = [deals, "crm::get"], max_turns = 3)]
    pub async fn ask(#[from_input] deal: u64) -> Result<String>;

    /// A node.
    ///
    /// # Errors
    /// None.
    #[node(interrupt_when = long)]
    pub async fn answer(
        ask: &str,
        #[from_resource("crm://{deal}", max_bytes = 7)] page: Option<String>,
        #[from_input] deal: u64,
        #[from_resource(ref = "x")] link: &[u8],
    ) -> Result<String> {
        std::future::ready(()).await;
        Ok(format!("{ask}{page:?}{deal}{link:?}"))
    }

    /// A loop.
    ///
    /// # Errors
    /// None.
    #[node(repeat_while = short, max_iterations = 3, on_exhaust = last)]
    pub async fn again(ask: &str, #[carry] previous: Option<&str>) -> Result<String> {
        Ok(format!("{ask}{}", previous.unwrap_or_default()))
    }

    /// An ensemble.
    #[node(models = ["a", "b"], prompt = "p", merge = first)]
    pub async fn several(again: &str) -> Result<String>;
}

/// A pipeline with a pipeline in it.
#[pipeline]
pub mod outer {
    use super::*;

    /// A node that is a pipeline.
    #[node(pipeline = flow)]
    pub async fn inner(#[from_input] deal: u64) -> Result<String>;
}

/// A node.
///
/// # Errors
/// None.
#[node]
pub async fn alone(answer: &str, ask: std::sync::Arc<String>) -> Result<usize> {
    std::future::ready(()).await;
    Ok(answer.len() + ask.len())
}

/// A pipeline.
#[must_use]
pub fn joined() -> Pipeline {
    compose!["joined"; flow::ask, flow::answer, alone]
}

fn main() {
    assert_eq!(joined().nodes().len(), 3);
    assert_eq!(flow::pipeline().nodes().len(), 4);
    assert_eq!(outer::pipeline().nodes().len(), 1);
}
