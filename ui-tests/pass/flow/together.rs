//! Conditions, alternatives and fan-outs of loops, ensembles and sub-pipelines.
#![deny(warnings, missing_docs)]

use neograph::prelude::*;

/// What a node is that is a pipeline.
#[pipeline]
pub mod inner {
    use neograph::prelude::*;

    /// Its output.
    #[node]
    pub async fn length(
        #[from_input] claim: String,
        #[from_input] more: Option<u64>,
    ) -> Result<u64> {
        Ok(claim.len() as u64 + more.unwrap_or(0))
    }
}

/// Everything at once.
#[pipeline(output = end)]
pub mod outer {
    use super::*;

    fn some(claims: &[String]) -> bool {
        !claims.is_empty()
    }

    fn small(grown: &u64) -> bool {
        *grown < 7
    }

    fn largest(votes: Vec<u64>) -> u64 {
        votes.into_iter().max().unwrap_or(0)
    }

    /// The claims.
    #[node]
    pub async fn claims(#[from_input] texts: Vec<String>) -> Result<Vec<String>> {
        Ok(texts)
    }

    /// A pipeline for each of them, if there are any.
    #[node(pipeline = super::inner, when = some, concurrency = 2, on_error = collect)]
    pub async fn lengths(
        #[each(claims)] claim: &str,
        #[from_input] more: Option<u64>,
    ) -> Result<u64>;

    /// An ensemble for each of them.
    #[node(ensemble = 2, merge = largest)]
    pub async fn votes(#[each(claims)] claim: &str) -> Result<u64> {
        Ok(claim.len() as u64)
    }

    /// A loop, if there are any.
    #[node(when = some, repeat_while = small, max_iterations = 9)]
    pub async fn grown(#[carry] grown: Option<u64>) -> Result<u64> {
        Ok(grown.unwrap_or(0) + 1)
    }

    /// A pipeline, otherwise.
    #[node(pipeline = super::inner, otherwise = [grown])]
    pub async fn inside(
        #[from_input] claim: String,
        #[from_input] more: Option<u64>,
    ) -> Result<u64>;

    /// The output.
    #[node]
    pub async fn end(
        #[first_of(grown, inside)] end: u64,
        votes: &[u64],
        lengths: Option<&Vec<std::result::Result<u64, neograph::pipeline::ItemError>>>,
    ) -> Result<u64> {
        Ok(end + votes.len() as u64 + lengths.map_or(0, Vec::len) as u64)
    }
}

/// A pipeline with conditions in a node.
#[pipeline]
pub mod outmost {
    use super::*;

    /// The whole.
    #[node(pipeline = super::outer)]
    pub async fn whole(
        #[from_input] texts: Vec<String>,
        #[from_input] claim: String,
        #[from_input] more: Option<u64>,
    ) -> Result<u64>;
}

fn main() {
    let graph = Graph::builder(outmost::pipeline()).compile().unwrap();
    for (texts, whole) in [(vec!["a", "bc"], 7 + 2 + 2), (vec![], 1)] {
        let input = Input::new().set("texts", texts).unwrap().set("claim", "x").unwrap();
        let outcome = graph.run(input, &RunConfig::new()).unwrap();
        assert_eq!(outcome.get::<outmost::whole>().unwrap(), &whole);
    }
}
