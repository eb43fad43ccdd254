//! What a template expands to, as a server sees it.

use neograph::{Graph, prelude::*};
use neograph_core::error::ExecutionError;
use serde_json::json;

use crate::harness::Harness;

#[pipeline(name = "reading")]
mod reading {
    use super::*;

    #[node]
    pub(super) async fn query(
        #[from_config] from: Option<String>,
        #[from_config] to: Option<String>,
        #[from_resource("any://deals{?from,to}")] deals: String,
    ) -> Result<String> {
        Ok(deals)
    }

    #[node]
    pub(super) async fn literal(
        #[from_input] id: String,
        #[from_resource("file:///docs/café/{id}")] text: String,
    ) -> Result<String> {
        Ok(text)
    }

    #[node]
    pub(super) async fn reserved(
        #[from_input] id: String,
        #[from_resource("any://deals/{+id}")] text: String,
    ) -> Result<String> {
        Ok(text)
    }
}

/// A fraction by query, as the page on hydration shows it.
#[pipeline(name = "slicing")]
mod slicing {
    use super::*;

    #[node]
    pub(super) async fn dates(
        #[from_input] deal_id: String,
        #[from_input] from: Option<String>,
        #[from_input] to: Option<String>,
        #[from_resource("dated://deals/{deal_id}/mails{?from,to}")] dates: Vec<String>,
    ) -> Result<Vec<String>> {
        Ok(dates)
    }
}

#[pipeline(name = "failing")]
mod failing {
    use super::*;

    #[node]
    pub(super) async fn read(
        #[from_input] id: String,
        #[from_resource("template://deals/{id}?format")] text: String,
    ) -> Result<String> {
        Ok(text)
    }
}

async fn run(harness: &Harness, pipeline: Pipeline, config: RunConfig) -> Result<Outcome> {
    let graph = Graph::builder(pipeline).compile().unwrap();
    let servers = harness.servers();
    let config = config.fetcher(servers.fetcher()).replayer(servers.replayer());
    graph.arun(Input::new().set("id", "a b/c").unwrap(), &config).await
}

#[tokio::test]
async fn absent_values_leave_the_query_and_the_others_keep_its_order() {
    for (config, uri) in [
        (RunConfig::new(), "any://deals"),
        (RunConfig::new().with("to", "2026".to_owned()), "any://deals?to=2026"),
        (
            RunConfig::new().with("to", "2026".to_owned()).with("from", "2025".to_owned()),
            "any://deals?from=2025&to=2026",
        ),
    ] {
        let harness = Harness::scripted("");
        let outcome = run(&harness, reading::pipeline(), config).await.unwrap();
        assert_eq!(outcome.get::<reading::query>().unwrap(), uri);
    }
}

#[tokio::test]
async fn values_and_literals_are_encoded_as_the_rfc_says() {
    let harness = Harness::scripted("");
    let outcome = run(&harness, reading::pipeline(), RunConfig::new()).await.unwrap();
    assert_eq!(outcome.get::<reading::literal>().unwrap(), "file:///docs/caf%C3%A9/a%20b%2Fc");
    assert_eq!(outcome.get::<reading::reserved>().unwrap(), "any://deals/a%20b/c");
}

#[tokio::test]
async fn a_server_that_refuses_an_expanded_uri_is_quoted_with_it() {
    let harness = Harness::scripted("");
    let Error::Execution(error) =
        run(&harness, failing::pipeline(), RunConfig::new()).await.unwrap_err()
    else {
        panic!("no execution error")
    };
    let ExecutionError::ResourceFetch { uri, source, .. } = *error else { panic!("{error:?}") };
    assert_eq!(uri, "template://deals/a%20b%2Fc?format");
    assert!(source.to_string().contains("-32603"), "{source}");
    assert!(source.to_string().contains("no route for template://"), "{source}");
    assert!(!harness.notes().iter().any(|note| note.starts_with("call")), "nothing is replayed");
    assert_eq!(json!(harness.count("read template://deals/a%20b%2Fc?format")), json!(1));
}

#[tokio::test]
async fn a_server_that_reads_the_query_by_hand_gives_the_fraction_that_was_asked_for() {
    let harness = Harness::scripted("");
    let servers = harness.servers();
    let graph = Graph::builder(slicing::pipeline()).compile().unwrap();
    let config = RunConfig::new().fetcher(servers.fetcher());
    let dates = async |deal: &str, from: Option<&str>, to: Option<&str>| {
        let mut input = Input::new().set("deal_id", deal)?;
        for (name, bound) in [("from", from), ("to", to)] {
            if let Some(bound) = bound {
                input = input.set(name, bound)?;
            }
        }
        let outcome = graph.arun(input, &config).await?;
        outcome.get::<slicing::dates>().cloned()
    };
    let all = ["2026-01-14", "2026-02-21", "2026-03-09"];
    assert_eq!(dates("D1", None, None).await.unwrap(), all);
    assert_eq!(dates("D1", Some("2026-02-01"), None).await.unwrap(), all[1..]);
    assert_eq!(dates("D1", None, Some("2026-02-28")).await.unwrap(), all[..2]);
    let february = dates("D1", Some("2026-02-01"), Some("2026-02-28")).await.unwrap();
    assert_eq!(february, all[1..2]);
    assert_eq!(harness.count("read dated://deals/D1/mails?from=2026-02-01&to=2026-02-28"), 1);
    let Error::Execution(error) = dates("D2", None, None).await.unwrap_err() else {
        panic!("no execution error")
    };
    let ExecutionError::ResourceFetch { source, .. } = *error else { panic!("{error:?}") };
    assert!(source.to_string().contains("-32002"), "{source}");
    servers.close().await;
}
