//! Generated code is quiet under denied lints; `cargo clippy --all-targets` judges it here,
//! because trybuild asks rustc only.
#![deny(warnings, missing_docs, unreachable_pub, unused_qualifications, clippy::pedantic)]

use neograph::prelude::*;
use serde::{Deserialize, Serialize};

/// A page of mails.
#[resource_reader(uri_template = "crm://mails/{deal}{?from}", max_bytes = 10_000)]
async fn mails(deal: u64, from: Option<u64>) -> Result<Vec<String>>;

/// A count.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Count {
    lines: Vec<usize>,
}

fn long(count: &Count) -> Option<usize> {
    count.lines.first().copied()
}

fn empty(count: &Count) -> bool {
    count.lines.is_empty()
}

fn longest(candidates: Vec<Count>) -> Result<Count> {
    let longest = candidates.into_iter().max_by_key(|count| count.lines.len());
    longest.ok_or_else(|| Error::node("no candidates"))
}

#[pipeline]
mod quiet_flow {
    use neograph::prelude::*;

    use super::{Count, empty, long, longest, mails};

    #[node(mode = agent, model = "m", prompt = "p", tools = [mails, "crm::get_deal"])]
    async fn research(#[from_input] deal: u64) -> Result<String>;

    #[node(interrupt_when = long)]
    async fn count(
        research: &str,
        #[from_resource(ref = "mails")] mails: &[String],
        #[from_config] limit: Option<&u64>,
    ) -> Result<Count> {
        let limit = usize::try_from(limit.copied().unwrap_or(10)).map_err(Error::node)?;
        Ok(Count { lines: vec![limit.min(research.len()), mails.len()] })
    }

    #[node(repeat_while = empty, max_iterations = 3)]
    async fn again(count: &Count, #[carry] previous: Option<&Count>) -> Result<Count> {
        Ok(previous.unwrap_or(count).clone())
    }

    #[node(ensemble = 3, merge = longest)]
    async fn several(again: &Count) -> Result<Count> {
        Ok(again.clone())
    }
}

#[pipeline]
mod quiet_outer {
    use neograph::prelude::*;

    use super::{Count, quiet_flow};

    #[node(pipeline = quiet_flow, timeout = "30s")]
    async fn inner(#[from_input] deal: u64) -> Result<Count>;
}

#[test]
fn a_pipeline_is_quiet_under_denied_lints() {
    assert_eq!(quiet_flow::pipeline().nodes().len(), 4);
    assert_eq!(quiet_outer::pipeline().nodes().len(), 1);
}

#[pipeline]
mod quiet_conditions {
    use neograph::prelude::*;

    use super::Count;

    #[node]
    pub(super) async fn count(#[from_input] deal: u64) -> Result<Count> {
        Ok(Count { lines: vec![usize::try_from(deal).map_err(Error::node)?] })
    }

    fn several(count: &Count, deal: u64) -> bool {
        count.lines.len() > 1 && deal > 0
    }

    #[node(when = several)]
    pub(super) async fn first(count: &Count, #[from_input] deal: u64) -> Result<u64> {
        Ok(deal + u64::try_from(count.lines.len()).map_err(Error::node)?)
    }

    #[node(when = super::is_long(count, first))]
    pub(super) async fn second(first: Option<&u64>) -> Result<u64> {
        Ok(first.copied().unwrap_or_default())
    }

    #[node(when = super::is_known(tags, deal))]
    async fn known(
        #[from_config] tags: Option<&[String]>,
        #[from_input] deal: Option<u64>,
        #[from_input] part: Option<&str>,
    ) -> Result<usize> {
        let known = usize::from(deal.is_some()) + part.map_or(0, str::len);
        Ok(tags.map_or(0, <[String]>::len) + known)
    }

    #[node(otherwise = [first, second])]
    pub(super) async fn third() -> Result<u64> {
        Ok(3)
    }

    #[node(concurrency = 2, on_error = collect)]
    async fn line(
        #[each(count.lines)] line: usize,
        #[first_of(first, second)] digit: Option<&u64>,
        #[first_of(first, second, third)] other: u64,
        #[from_resource("crm://lines/{line}{?part}")] text: &str,
        #[from_input] part: Option<String>,
    ) -> Result<usize> {
        Ok(line + text.len() + usize::from(digit.is_some_and(|digit| *digit > other)))
    }
}

fn is_long(count: &Count, first: Option<&u64>) -> bool {
    first.is_none() && count.lines.len() > 7
}

fn is_known(tags: Option<&[String]>, deal: Option<&u64>) -> bool {
    tags.is_none() && deal.is_none()
}

/// A node of its own.
#[node(when = is_long(count, first))]
async fn each_long(
    #[each(names)] name: &str,
    first: Option<u64>,
    second: Option<&u64>,
) -> Result<usize> {
    Ok(name.len() + usize::from(first.is_some()) + usize::from(second.is_some()))
}

/// Names.
#[node]
async fn names() -> Result<Vec<String>> {
    Ok(Vec::new())
}

#[test]
fn a_composed_pipeline_is_quiet_under_denied_lints() {
    use quiet_conditions::{count, first, second};

    let pipeline = compose!["quiet"; count, first, second, names, each_long];
    assert_eq!(pipeline.nodes().len(), 5);
    assert_eq!(quiet_conditions::pipeline().nodes().len(), 6);
}
