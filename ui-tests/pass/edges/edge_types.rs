//! Every way to take a value, through aliases and under shadowed names.
#![deny(warnings, missing_docs, clippy::pedantic)]

use std::sync::Arc;

use neograph::{
    pipeline::{NodeType, Source},
    prelude::*,
};
use serde::{Deserialize, Serialize};

/// A record.
#[derive(Debug, Clone, Default, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Summary {
    /// A list.
    pub lines: std::vec::Vec<std::string::String>,
}

/// The name that the pipeline uses for the record.
pub type Alias = Summary;
/// The name that the pipeline uses for its results.
pub type Outcome = std::result::Result<Summary, std::io::Error>;
/// A handle, neither `Clone` nor serialisable.
#[derive(Debug, Default)]
pub struct Clock;

/// A type that hides the one of the prelude.
#[derive(Debug, Clone, Copy)]
pub struct Option;
/// A type that hides the one of the prelude.
#[derive(Debug, Clone, Copy)]
pub struct String;
/// A type that hides the one of the prelude.
#[derive(Debug, Clone, Copy)]
pub struct Vec;
/// A trait that hides the one of the prelude.
pub trait Send {}
/// A trait that hides the one of the prelude.
pub trait Clone {}

fn lines(content: neograph::resource::ResourceContent) -> std::result::Result<u64, std::string::String> {
    Ok(content.size())
}

/// A pipeline.
#[pipeline]
pub mod all_edges {
    use super::*;

    /// A node.
    #[node]
    pub async fn state(#[from_input] args: &str, #[from_input] ctx: &[u8]) -> Outcome {
        Ok(Summary { lines: vec![format!("{args}{ctx:?}")] })
    }

    /// A node.
    #[node(name = "cloned")]
    pub(crate) async fn by_value(mut state: Alias) -> Outcome {
        state.lines.clear();
        Ok(state)
    }

    #[node]
    #[allow(clippy::unused_async)]
    async fn shared(state: Arc<Alias>, cloned: &Summary) -> std::result::Result<Summary, std::string::String> {
        Ok(Summary { lines: [&*state.lines, &*cloned.lines].concat() })
    }

    #[node]
    async fn r#match(
        shared: Summary,
        #[from_input] input: std::option::Option<std::string::String>,
        #[from_input] output: std::option::Option<&str>,
        #[from_config] clock: &Clock,
        #[from_config] clock2: Arc<Clock>,
        #[from_config] clock3: std::option::Option<Arc<Clock>>,
        #[from_config] clock4: std::option::Option<&Clock>,
        #[from_config] names: std::option::Option<&[u8]>,
        #[from_config] tenant: std::option::Option<std::string::String>,
        #[from_resource("crm://deals{?input,tenant}", mime = "text/plain", server = "crm", timeout = "30s", cache = false)]
        deals: std::option::Option<std::string::String>,
        #[from_resource(uri = "crm://count", parse = lines)] count: u64,
        #[from_resource(uri = "crm://count", parse = lines)] maybe: std::option::Option<u64>,
        #[from_resource(uri = "crm://text")] text: &str,
        #[from_resource(ref = "text")] link: std::option::Option<&Summary>,
    ) -> std::result::Result<Summary, std::string::String> {
        let _ = (shared, input, output, clock, clock2, clock3, clock4, names, tenant);
        let _ = (deals, count, maybe, text, link);
        std::future::ready(()).await;
        Ok(Summary::default())
    }

    #[node(
        mode = act,
        model = "m",
        prompt_text = "{{ shared }}",
        tools = ["crm::get", all_mails],
        max_turns = 3,
        max_retries = 0
    )]
    async fn last(
        shared: Arc<Summary>,
        #[from_config(prompt)] tenant: std::option::Option<&str>,
        #[from_config] clock: &Clock,
    ) -> Outcome;

    /// All mails.
    #[resource_reader(uri_template = "crm://mails/{deal}{?from}", budget = 3, idempotent = false)]
    pub async fn all_mails(deal: u64, from: std::option::Option<u64>) -> Outcome;
}

fn main() {
    let pipeline = all_edges::pipeline();
    assert_eq!(pipeline.name(), "all-edges");
    assert_eq!(all_edges::by_value::NAME, "cloned");
    let nodes = pipeline.nodes();
    assert_eq!(nodes.iter().map(neograph::pipeline::NodeSpec::name).collect::<std::vec::Vec<_>>(), [
        "state", "cloned", "shared", "match", "last"
    ]);
    let optional: std::vec::Vec<&str> =
        nodes[3].params().iter().filter(|param| param.is_optional()).map(|param| param.name()).collect();
    assert_eq!(optional, ["input", "output", "clock3", "clock4", "names", "tenant", "deals", "maybe", "link"]);
    let Source::Resource(deals) = nodes[3].params()[9].source() else { panic!("no resource") };
    assert_eq!((deals.mime, deals.server, deals.cache), (Some("text/plain"), Some("crm"), false));
    assert_eq!(deals.timeout, Some(std::time::Duration::from_secs(30)));
    let tool = <all_edges::all_mails as neograph::tool::ToolType>::tool();
    assert_eq!(tool.spec().description, "All mails.");
    assert_eq!((tool.spec().budget, tool.spec().idempotent), (Some(3), false));
    assert_eq!(tool.spec().input_schema["required"], serde_json::json!(["deal"]));
}
