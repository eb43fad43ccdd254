//! Conditions, alternatives and fan-outs as a user writes them.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    clippy::unused_async,
    reason = "a test fails by panicking"
)]

use std::sync::Arc;

use neograph::{pipeline::ItemError, prelude::*, resource::fetch_fn};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Group {
    id: u64,
    folder: (String, u8),
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Clusters {
    groups: Vec<Group>,
}

fn is_large(clusters: &Clusters, limit: u64) -> bool {
    clusters.groups.len() as u64 > limit
}

fn is_missing(large: Option<&String>) -> bool {
    large.is_none()
}

#[pipeline]
mod flow {
    use super::*;

    fn is_odd(clusters: Arc<Clusters>, limit: u64) -> bool {
        (clusters.groups.len() as u64 + limit) % 2 == 1
    }

    #[node]
    pub(super) async fn clusters(#[from_input] ids: Vec<u64>) -> Result<Clusters> {
        let group = |id| Group { id, folder: (format!("mail {id}"), 0) };
        Ok(Clusters { groups: ids.into_iter().map(group).collect() })
    }

    #[node(when = is_large(clusters, limit))]
    pub(super) async fn large(#[from_input] limit: u64) -> Result<String> {
        Ok(format!("more than {limit}"))
    }

    #[node(when = is_odd)]
    pub(super) async fn odd(clusters: &Clusters, #[from_input] limit: u64) -> Result<String> {
        Ok(format!("{} and {limit} are odd", clusters.groups.len()))
    }

    #[node(otherwise = [large, odd])]
    pub(super) async fn plain() -> Result<String> {
        Ok("plain".to_owned())
    }

    #[node]
    pub(super) async fn said(
        #[first_of(large, odd, plain)] first: &str,
        #[first_of(odd, large)] other: Option<String>,
        large: Option<&str>,
        odd: Option<Arc<String>>,
    ) -> Result<String> {
        let other = other.unwrap_or_else(|| "none".to_owned());
        Ok(format!("{first}; {other}; {}; {}", large.is_some(), odd.is_some()))
    }

    #[node(concurrency = 2, on_error = collect)]
    pub(super) async fn page(
        #[each(clusters.groups)] group: &Group,
        #[from_resource("crm://groups/{group.id}/mails/{group.folder.0}{?limit}")] page: String,
        #[from_input] limit: u64,
    ) -> Result<String, String> {
        if group.id == limit { Err("this one".to_owned()) } else { Ok(page) }
    }

    #[node]
    pub(super) async fn length(#[each(page)] page: Result<String, ItemError>) -> Result<usize> {
        Ok(page.map_or(0, |page| page.len()))
    }
}

/// Nodes that return an `Option` themselves, of which one always runs.
#[pipeline]
#[allow(clippy::ref_option, reason = "an edge is lent as a whole")]
mod options {
    use super::*;

    const fn is_set(limit: u64) -> bool {
        limit > 0
    }

    #[node(when = is_set)]
    async fn limited(#[from_input] limit: u64) -> Result<Option<u64>> {
        Ok((limit > 1).then_some(limit))
    }

    #[node]
    async fn usual() -> Result<Option<u64>> {
        Ok(Some(100))
    }

    #[node]
    pub(super) async fn said(
        #[first_of(limited, usual)] own: Option<u64>,
        #[first_of(limited, usual)] lent: &Option<u64>,
        limited: Option<&Option<u64>>,
    ) -> Result<String> {
        Ok(format!("{own:?} {lent:?} {limited:?}"))
    }
}

/// Nodes of a list that read what nobody knows before the list does.
mod parts {
    use super::*;

    #[node]
    pub(super) async fn clusters(#[from_input] ids: Vec<u64>) -> Result<Vec<Group>> {
        Ok(ids.into_iter().map(|id| Group { id, folder: (String::new(), 0) }).collect())
    }

    #[node]
    pub(super) async fn id(#[each(clusters)] group: Group) -> Result<u64> {
        Ok(group.id)
    }

    fn are_many(id: &[u64]) -> bool {
        id.len() > 1
    }

    #[node(when = are_many(id))]
    pub(super) async fn large(id: &[u64]) -> Result<String> {
        Ok(format!("{id:?}"))
    }

    #[node(when = is_missing(large))]
    pub(super) async fn small() -> Result<String> {
        Ok("small".to_owned())
    }

    #[node]
    pub(super) async fn perhaps(#[from_input] ids: Vec<u64>) -> Result<Option<String>> {
        Ok(ids.first().map(ToString::to_string))
    }

    #[node]
    pub(super) async fn said(
        large: Option<String>,
        small: Option<&String>,
        perhaps: Option<String>,
    ) -> Result<String> {
        Ok(format!("{large:?} {small:?} {perhaps:?}"))
    }
}

#[tokio::test]
async fn nodes_run_when_they_are_to_and_others_do_without_them() {
    let graph = Graph::builder(flow::pipeline()).compile().unwrap();
    let said = async |ids: &[u64], limit: u64| {
        let input = Input::new().set("ids", ids).unwrap().set("limit", limit).unwrap();
        let echo = fetch_fn(async |uri: String| Ok::<_, Error>((uri, Some("text/plain"))));
        let config = RunConfig::new().fetcher(echo);
        let outcome = graph.arun(input, &config).await.unwrap();
        let lengths = outcome.get::<flow::length>().unwrap().clone();
        let pages = outcome.get::<flow::page>().unwrap().clone();
        (outcome.get::<flow::said>().unwrap().clone(), pages, lengths)
    };
    let (text, pages, lengths) = said(&[5, 2], 2).await;
    assert_eq!(text, "plain; none; false; false");
    assert_eq!(pages[0].as_deref(), Ok("crm://groups/5/mails/mail%205?limit=2"));
    assert_eq!(pages[1].as_ref().unwrap_err().item, 1);
    assert_eq!(lengths, [37, 0]);
    let (text, ..) = said(&[1, 2, 3], 2).await;
    assert_eq!(text, "more than 2; 3 and 2 are odd; true; true");
    let (text, ..) = said(&[1, 2], 1).await;
    assert_eq!(text, "more than 1; 2 and 1 are odd; true; true");
    let (text, pages, _) = said(&[], 1).await;
    assert_eq!(text, "0 and 1 are odd; 0 and 1 are odd; false; true");
    assert!(pages.is_empty());
}

#[tokio::test]
async fn the_list_says_what_an_option_means_and_what_is_run_for_each() {
    use parts::{clusters, id, large, perhaps, said, small};

    let pipeline = compose!["parts"; clusters, id, large, small, perhaps, said];
    let graph = Graph::builder(pipeline).compile().unwrap();
    let says = async |ids: &[u64]| {
        let input = Input::new().set("ids", ids).unwrap();
        let outcome = graph.arun(input, &RunConfig::new()).await.unwrap();
        outcome.get::<said>().unwrap().clone()
    };
    assert_eq!(says(&[7, 8]).await, r#"Some("[7, 8]") None Some("7")"#);
    assert_eq!(says(&[]).await, r#"None Some("small") None"#);
}

#[tokio::test]
async fn an_option_of_nodes_of_which_one_always_runs_is_their_own() {
    let graph = Graph::builder(options::pipeline()).compile().unwrap();
    let says = async |limit: u64| {
        let input = Input::new().set("limit", limit).unwrap();
        let outcome = graph.arun(input, &RunConfig::new()).await.unwrap();
        outcome.get::<options::said>().unwrap().clone()
    };
    assert_eq!(says(7).await, "Some(7) Some(7) Some(Some(7))");
    assert_eq!(says(1).await, "None None Some(None)");
    assert_eq!(says(0).await, "Some(100) Some(100) None");
}
