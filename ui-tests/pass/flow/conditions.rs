//! Conditions in every spelling, and what reads nodes that may be skipped.
#![deny(warnings, missing_docs)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

/// What a check finds.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct CheckResult {
    /// How sure it is.
    pub score: u8,
}

/// An answer.
#[derive(Debug, Clone, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Analysis(pub String);

mod elsewhere {
    use super::CheckResult;

    pub(crate) fn strict(check: &CheckResult, limit: &u8, tags: Option<&[String]>) -> bool {
        check.score > *limit && tags.is_none_or(<[String]>::is_empty)
    }

    pub(crate) fn text_was_empty(shallow: Option<&super::Analysis>) -> bool {
        shallow.is_none_or(|analysis| analysis.0.is_empty())
    }
}

/// Conditions on nodes.
#[pipeline]
pub mod flow {
    use super::*;
    use std::sync::Arc;

    fn confident(check: &CheckResult) -> bool {
        check.score > 7
    }

    const fn unsure(check: CheckResult, #[allow(unused)] limit: u8) -> bool {
        check.score <= 7
    }

    fn shared(check: Arc<CheckResult>, text: &str, deep: Option<Arc<Analysis>>) -> bool {
        check.score as usize > text.len() && deep.is_some()
    }

    /// Checks.
    #[node]
    pub async fn check(#[from_input] score: u8) -> Result<CheckResult> {
        Ok(CheckResult { score })
    }

    /// A text.
    #[node]
    pub async fn text() -> Result<String> {
        Ok("text".to_owned())
    }

    /// Runs when the check is confident.
    #[node(when = confident)]
    pub async fn shallow(check: &CheckResult) -> Result<Analysis> {
        Ok(Analysis(check.score.to_string()))
    }

    /// Runs otherwise.
    #[node(when = unsure)]
    pub async fn deep(#[from_input] limit: u8) -> Result<Analysis> {
        Ok(Analysis(limit.to_string()))
    }

    /// Asks about several values.
    #[node(when = self::shared, model = "m", prompt_text = "{{ shallow }} {{ either }}")]
    pub async fn judge(
        shallow: Option<&Analysis>,
        deep: Option<Arc<Analysis>>,
        #[first_of(shallow, deep)] either: Option<Analysis>,
    ) -> Result<CheckResult>;

    /// Names what it asks about.
    #[node(when = elsewhere::strict(check, limit, tags))]
    pub async fn strict(
        #[from_input] limit: u8,
        #[from_config] tags: Option<&Vec<String>>,
    ) -> Result<u8> {
        Ok(limit + tags.map_or(0, |tags| u8::try_from(tags.len()).unwrap_or(0)))
    }

    /// Names a node that may be skipped.
    #[node(when = elsewhere::text_was_empty(shallow))]
    pub async fn empty() -> Result<String> {
        Ok(String::new())
    }

    /// Names the arguments of a function of the module.
    #[node(when = confident(check))]
    pub async fn again() -> Result<u8> {
        Ok(1)
    }

    /// Runs if none of these did.
    #[node(otherwise = [again, strict])]
    pub async fn fallback() -> Result<u8> {
        Ok(0)
    }

    /// One of them always runs.
    #[node]
    pub async fn digit(
        #[first_of(again, strict, fallback)] digit: u8,
        #[first_of(strict, again, fallback)] other: &u8,
        #[first_of(strict, again)] third: Option<Arc<u8>>,
        empty: Option<&str>,
        shallow: Option<Analysis>,
    ) -> Result<u8> {
        let third = third.map_or(0, |third| *third);
        Ok(digit + other + third + empty.map_or(1, |_| 2) + shallow.map_or(1, |_| 2))
    }

    /// Returns an `Option` itself, and may be skipped.
    #[node(when = confident)]
    pub async fn perhaps() -> Result<Option<u8>> {
        Ok(None)
    }

    /// The same, and always runs.
    #[node]
    pub async fn surely() -> Result<Option<u8>> {
        Ok(Some(1))
    }

    /// The `Option` is that of the nodes.
    #[node]
    pub async fn own_option(
        #[first_of(perhaps, surely)] digit: Option<u8>,
        #[first_of(perhaps, surely)] lent: &Option<u8>,
        perhaps: Option<Option<u8>>,
    ) -> Result<u8> {
        Ok(digit.or(*lent).or(perhaps.flatten()).unwrap_or(0))
    }
}

fn main() {
    let pipeline = flow::pipeline();
    let conditional = pipeline.nodes().iter().filter(|node| node.is_conditional());
    let names: Vec<&str> = conditional.map(|node| node.name()).collect();
    assert_eq!(names, ["shallow", "deep", "judge", "strict", "empty", "again", "fallback", "perhaps"]);
}
