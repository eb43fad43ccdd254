//! What goes wrong while a pipeline runs.

use crate::{BoxError, checkpoint::StoreError, resource::ParseError};

/// The run failed. What had finished is in the checkpoint; `Continue` takes it up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ExecutionError {
    /// The body of a node returned an error.
    #[error("node `{node}` failed: {source}")]
    Node {
        /// The node.
        node: String,
        /// What it returned.
        source: BoxError,
    },
    /// An error that a body makes with [`Error::node`](super::Error::node).
    #[error("{0}")]
    Body(#[source] BoxError),
    /// The body of a node panicked.
    #[error("node `{node}` panicked: {message}")]
    Panic {
        /// The node.
        node: String,
        /// What the panic said.
        message: String,
    },
    /// A node took longer than its `timeout`.
    #[error("node `{node}` took longer than its timeout of {limit:?}")]
    Timeout {
        /// The node.
        node: String,
        /// The timeout.
        limit: std::time::Duration,
    },
    /// A loop reached its bound while its condition still held.
    #[error(
        "node `{node}` was to go on after {max_iterations} iterations, which is its bound; raise `max_iterations`, or take the last output with `on_exhaust = last`"
    )]
    LoopExhausted {
        /// The node.
        node: String,
        /// The bound.
        max_iterations: u32,
    },
    /// A resource could not be read by its URI.
    #[error("parameter `{param}` of node `{node}`: `{uri}` cannot be read: {source}")]
    ResourceFetch {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI that was asked for.
        uri: String,
        /// What the fetcher said.
        source: BoxError,
    },
    /// The manifest has no link of the kind.
    #[error(
        "parameter `{param}` of node `{node}` asks for a resource of kind `{kind}`, and no tool emitted a link of it; {}",
        emitted(kinds)
    )]
    ResourceKindMissing {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The kind that was asked for.
        kind: String,
        /// The kinds there are.
        kinds: Vec<String>,
    },
    /// A resource is larger than its parameter takes.
    #[error(
        "parameter `{param}` of node `{node}`: `{uri}` has {actual} bytes and the limit is {limit}; slice it with a templated URI, for example `…{{?from,to}}`, or raise `max_bytes`"
    )]
    ResourceTooLarge {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI that was read.
        uri: String,
        /// The size in decoded bytes.
        actual: u64,
        /// The limit in decoded bytes.
        limit: u64,
    },
    /// A resource does not fit its parameter.
    #[error("parameter `{param}` of node `{node}`: `{uri}`: {source}")]
    ResourceParse {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI that was read.
        uri: String,
        /// What does not fit.
        source: ParseError,
    },
    /// A link died and could not be re-derived.
    #[error(
        "parameter `{param}` of node `{node}`: the link `{uri}` of kind `{kind}` is dead ({read_error}), and {reason}"
    )]
    ResourceExpired {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI of the link.
        uri: String,
        /// Its kind.
        kind: String,
        /// Why the first read failed.
        read_error: BoxError,
        /// Why the link could not be re-derived.
        reason: RefusedReplay,
    },
    /// A link died, and the call that emitted it must not be made again.
    #[error(
        "parameter `{param}` of node `{node}`: the link `{uri}` of kind `{kind}` is dead, and the tool `{tool}` that emitted it is not declared idempotent, so it was not called again; declare it idempotent if a second call does no harm: {source}"
    )]
    NonIdempotentReplay {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The URI of the link.
        uri: String,
        /// Its kind.
        kind: String,
        /// The tool.
        tool: String,
        /// Why the first read failed.
        source: BoxError,
    },
    /// A URI template could not be expanded.
    #[error("parameter `{param}` of node `{node}`: {reason}")]
    ResourceUri {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// What is wrong.
        reason: String,
    },
    /// A prompt could not be rendered.
    #[error("the prompt of node `{node}` cannot be rendered: {source}")]
    Prompt {
        /// The node.
        node: String,
        /// What is wrong.
        source: BoxError,
    },
    /// A model failed.
    #[error("the model `{model}` of node `{node}` failed: {source}")]
    Model {
        /// The node.
        node: String,
        /// The model's key.
        model: String,
        /// What it said.
        source: BoxError,
    },
    /// A model's answer did not fit, as often as it was asked.
    #[error(
        "the model `{model}` of node `{node}` gave no `{expected}` in {attempts} attempts; the last fault was at `{path}`: {message}; the answer starts with `{excerpt}`"
    )]
    ModelOutput {
        /// The node.
        node: String,
        /// The model's key.
        model: String,
        /// The node's output type.
        expected: &'static str,
        /// How often it was asked.
        attempts: u32,
        /// The JSON path of the last fault.
        path: String,
        /// What serde says.
        message: String,
        /// The beginning of the last answer.
        excerpt: String,
    },
    /// An agent came to no answer in its turns.
    #[error(
        "node `{node}` came to no answer in {max_turns} model turns; raise `max_turns`, or narrow its prompt"
    )]
    TurnsExhausted {
        /// The node.
        node: String,
        /// The limit.
        max_turns: u32,
    },
    /// A tool failed in a way that the model cannot mend.
    #[error("tool `{tool}` of node `{node}`: {source}")]
    Tool {
        /// The node.
        node: String,
        /// The tool.
        tool: String,
        /// What is wrong.
        source: BoxError,
    },
    /// A human decided that a call whose outcome is unknown ends the run.
    #[error(
        "the call of `{tool}` in node `{node}` was interrupted, its outcome is unknown, and the answer was to fail"
    )]
    UnknownOutcome {
        /// The node.
        node: String,
        /// The tool.
        tool: String,
    },
    /// A stored value does not fit the type it is asked for as.
    #[error(
        "the stored {what} of `{key}` does not fit `{expected}`: at `{path}`: {message}; was it stored by another version of that type?"
    )]
    StoredValue {
        /// What it is.
        what: &'static str,
        /// Whose it is.
        key: String,
        /// The type.
        expected: &'static str,
        /// The JSON path of the fault.
        path: String,
        /// What serde says.
        message: String,
    },
    /// A value could not be made into JSON.
    #[error("the {what} of node `{node}` cannot be stored: {source}")]
    Unstorable {
        /// What it is.
        what: &'static str,
        /// The node.
        node: String,
        /// What serde says.
        source: serde_json::Error,
    },
    /// A commit was refused: the thread was taken over, or the store failed.
    #[error("{0}")]
    Commit(#[source] StoreError),
}

/// Why a dead link could not be re-derived.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RefusedReplay {
    /// The run has no replayer.
    #[error(
        "the run has no `mcp_resource_replayer` to re-derive it; give it one with `RunConfig::replayer`"
    )]
    NoReplayer,
    /// The replay failed.
    #[error("calling `{tool}` again failed: {source}")]
    ReplayFailed {
        /// The tool.
        tool: String,
        /// What it said.
        source: BoxError,
    },
    /// The read after the replay failed.
    #[error("after calling `{tool}` again, `{uri}` cannot be read either: {source}")]
    SecondReadFailed {
        /// The tool.
        tool: String,
        /// The URI that was read.
        uri: String,
        /// What the fetcher said.
        source: BoxError,
    },
}

fn emitted(kinds: &[String]) -> String {
    if kinds.is_empty() {
        "the manifest is empty: a server that emits no links is read by a templated URI or a `#[resource_reader]`".to_owned()
    } else {
        format!("the manifest holds {}", super::compile::list(kinds))
    }
}
