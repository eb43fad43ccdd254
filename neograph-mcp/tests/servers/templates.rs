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
