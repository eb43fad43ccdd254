//! The keys of every attribute.

use darling::FromMeta;
use syn::{LitStr, Path};

use super::{
    Arguments, Keyed, Present,
    flow::{LinksFrom, Models, NodeNames, OnError, OnExhaust, When},
    path::{Function, ModulePath, NodeName},
    value::{Bytes, Count, MediaType, Mode, Retries, Timeout, Tool},
};

/// `#[pipeline(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct PipelineArgs {
    pub(crate) name: Option<Keyed<LitStr>>,
    /// The node whose output is the pipeline's, when it is a sub-pipeline.
    pub(crate) output: Option<Keyed<NodeName>>,
    pub(crate) links: Option<Keyed<LinksFrom>>,
    #[darling(rename = "crate")]
    pub(crate) root: Option<Keyed<Path>>,
}

impl Arguments for PipelineArgs {
    const KEYS: &'static [&'static str] = &["name", "output", "links", "crate"];
}

/// `#[node(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct NodeArgs {
    pub(crate) name: Option<Keyed<LitStr>>,
    pub(crate) mode: Option<Keyed<Mode>>,
    pub(crate) model: Option<Keyed<LitStr>>,
    pub(crate) prompt: Option<Keyed<LitStr>>,
    pub(crate) prompt_text: Option<Keyed<LitStr>>,
    pub(crate) tools: Option<Keyed<Vec<Tool>>>,
    pub(crate) interrupt_when: Option<Keyed<Function>>,
    pub(crate) max_turns: Option<Keyed<Count>>,
    pub(crate) max_retries: Option<Keyed<Count>>,
    pub(crate) retry: Option<Keyed<Retries>>,
    pub(crate) timeout: Option<Keyed<Timeout>>,
    pub(crate) when: Option<Keyed<When>>,
    pub(crate) otherwise: Option<Keyed<NodeNames>>,
    pub(crate) concurrency: Option<Keyed<Retries>>,
    pub(crate) on_error: Option<Keyed<OnError>>,
    pub(crate) repeat_while: Option<Keyed<Function>>,
    pub(crate) max_iterations: Option<Keyed<Count>>,
    pub(crate) on_exhaust: Option<Keyed<OnExhaust>>,
    pub(crate) pipeline: Option<Keyed<ModulePath>>,
    pub(crate) ensemble: Option<Keyed<Count>>,
    pub(crate) models: Option<Keyed<Models>>,
    pub(crate) merge: Option<Keyed<Function>>,
    #[darling(rename = "crate")]
    pub(crate) root: Option<Keyed<Path>>,
}

impl Arguments for NodeArgs {
    const KEYS: &'static [&'static str] = &[
        "name",
        "mode",
        "model",
        "prompt",
        "prompt_text",
        "tools",
        "interrupt_when",
        "max_turns",
        "max_retries",
        "retry",
        "timeout",
        "when",
        "otherwise",
        "concurrency",
        "on_error",
        "repeat_while",
        "max_iterations",
        "on_exhaust",
        "pipeline",
        "ensemble",
        "models",
        "merge",
        "crate",
    ];
}

/// `#[from_input]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct InputArgs {}

impl Arguments for InputArgs {
    const KEYS: &'static [&'static str] = &[];
}

/// `#[carry]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct CarryArgs {}

impl Arguments for CarryArgs {
    const KEYS: &'static [&'static str] = &[];
}

/// `#[from_config(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct ConfigArgs {
    /// Lets the handle into the prompt.
    pub(crate) prompt: Present,
}

impl Arguments for ConfigArgs {
    const KEYS: &'static [&'static str] = &["prompt"];
}

/// `#[from_resource(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct ResourceArgs {
    pub(crate) uri: Option<Keyed<LitStr>>,
    #[darling(rename = "ref")]
    pub(crate) kind: Option<Keyed<LitStr>>,
    pub(crate) max_bytes: Option<Keyed<Bytes>>,
    pub(crate) parse: Option<Keyed<Function>>,
    pub(crate) mime: Option<Keyed<MediaType>>,
    pub(crate) server: Option<Keyed<LitStr>>,
    pub(crate) timeout: Option<Keyed<Timeout>>,
    pub(crate) cache: Option<Keyed<bool>>,
}

impl Arguments for ResourceArgs {
    const KEYS: &'static [&'static str] =
        &["uri", "ref", "max_bytes", "parse", "mime", "server", "timeout", "cache"];
    const UNNAMED: Option<&'static str> = Some("uri");
}

/// `#[resource_reader(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct ReaderArgs {
    pub(crate) uri_template: Option<Keyed<LitStr>>,
    pub(crate) name: Option<Keyed<LitStr>>,
    pub(crate) description: Option<Keyed<LitStr>>,
    pub(crate) idempotent: Option<Keyed<bool>>,
    pub(crate) budget: Option<Keyed<Count>>,
    pub(crate) parse: Option<Keyed<Function>>,
    pub(crate) max_bytes: Option<Keyed<Bytes>>,
    pub(crate) server: Option<Keyed<LitStr>>,
    #[darling(rename = "crate")]
    pub(crate) root: Option<Keyed<Path>>,
}

impl Arguments for ReaderArgs {
    const KEYS: &'static [&'static str] = &[
        "uri_template",
        "name",
        "description",
        "idempotent",
        "budget",
        "parse",
        "max_bytes",
        "server",
        "crate",
    ];
}

/// `#[tool(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct ToolArgs {
    pub(crate) name: Option<Keyed<LitStr>>,
    pub(crate) description: Option<Keyed<LitStr>>,
    pub(crate) idempotent: Option<Keyed<bool>>,
    pub(crate) budget: Option<Keyed<Count>>,
    pub(crate) emits_links: Option<Keyed<bool>>,
    pub(crate) asks_human: Option<Keyed<bool>>,
    #[darling(rename = "crate")]
    pub(crate) root: Option<Keyed<Path>>,
}

impl Arguments for ToolArgs {
    const KEYS: &'static [&'static str] =
        &["name", "description", "idempotent", "budget", "emits_links", "asks_human", "crate"];
}
