//! The names of the design are where its users look for them, and a name that another library
//! gave a thing leads to ours in the documentation's search.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    unused_imports,
    reason = "a test fails by panicking, and most names only have to be there"
)]

use std::{fs, path::Path};

/// At the root: what a program names, and the modules that everything else is in.
mod root {
    use neograph::{
        BoxError, BoxFuture, Environment, Error, Graph, Pipeline, Result, StdioServer,
        SystemEnvironment, checkpoint, compose, error, graph, interrupt, lint, mcp,
        mcp_resource_fetcher, model, node, pipeline, prompt, resource, resource_reader, run,
        testing, tool, transient, uri,
    };
}

/// In a file with a pipeline.
mod prelude {
    use neograph::prelude::{
        Continue, Error, Graph, Input, ItemError, MemorySaver, Outcome, Pipeline, Prompts, Result,
        Resume, RunConfig, SqliteSaver, compose, node, pipeline, resource_reader, tool,
    };
}

/// In the modules, by what they are about.
mod modules {
    use neograph::{
        checkpoint::{Checkpointer, MemorySaver, SqliteSaver},
        error::{CompileError, ConfigurationError, ConstructError, Error, ExecutionError},
        lint::{LintIssue, LintKind, input_contract, lint},
        mcp::{McpError, McpServers, StdioServer},
        model::{ChatModel, ChatRequest, ChatResponse},
        pipeline::{Mode, Node, NodeSpec, NodeType, Pipeline},
        prompt::Prompts,
        resource::{
            BlobResult, FetchRequest, Fetched, Fetcher, ProducingCall, ReplayRequest, Replayer,
            ResourceContent, ResourceRef, fetch_fn, hydrate_resource_ref, lift, replay_fn,
        },
        run::{Answer, Command, Event, Interrupt, Output, ResourceStats, RunConfig, RunId, State},
        testing::ScriptedModel,
        tool::{ResourceReader, Tool, ToolCall, ToolInteraction, ToolOutput, ToolSpec, ToolType},
    };
}

/// The phases of an error and the failures that the design names.
#[test]
fn an_error_is_named_by_its_phase_and_its_cause() {
    use neograph::error::{ConfigurationError, Error, ExecutionError};

    let phase = |error: &Error| match error {
        Error::Construct(_) => "construct",
        Error::Compile(_) => "compile",
        Error::Configuration(error) => match **error {
            ConfigurationError::MissingFetcher { .. }
            | ConfigurationError::ThreadBusy { .. }
            | ConfigurationError::UnknownThread { .. } => "configuration",
            _ => "other configuration",
        },
        Error::Execution(error) => match **error {
            ExecutionError::ResourceExpired { .. }
            | ExecutionError::NonIdempotentReplay { .. }
            | ExecutionError::ResourceTooLarge { .. }
            | ExecutionError::ResourceParse { .. }
            | ExecutionError::ResourceKindMissing { .. }
            | ExecutionError::ResourceFetch { .. }
            | ExecutionError::Node { .. }
            | ExecutionError::Model { .. }
            | ExecutionError::Tool { .. }
            | ExecutionError::UnknownOutcome { .. } => "execution",
            _ => "other execution",
        },
        _ => "other",
    };
    let unknown = ConfigurationError::UnknownThread { thread_id: String::new(), command: "x" };
    assert_eq!(phase(&unknown.into()), "configuration");
    assert_eq!(phase(&Error::node("x")), "other execution");
}

/// Names of other libraries and of the pattern's documents, with what they are here.
const ALIASES: [(&str, &str, &str); 14] = [
    ("FromInput", "src/lib.rs", "pub use neograph_macros::node;"),
    ("FromConfig", "src/lib.rs", "pub use neograph_macros::node;"),
    ("FromResource", "src/lib.rs", "pub use neograph_macros::node;"),
    ("from_input", "src/lib.rs", "pub use neograph_macros::node;"),
    ("from_config", "src/lib.rs", "pub use neograph_macros::node;"),
    ("from_resource", "src/lib.rs", "pub use neograph_macros::node;"),
    ("ainvoke", "neograph-core/src/graph/mod.rs", "pub async fn arun("),
    ("aget_state", "neograph-core/src/graph/mod.rs", "pub async fn get_state("),
    ("mcp_resource_fetcher", "neograph-core/src/run/config.rs", "pub fn fetcher("),
    ("mcp_resource_replayer", "neograph-core/src/run/config.rs", "pub fn replayer("),
    ("ResourceExpiredError", "neograph-core/src/error/execution.rs", "ResourceExpired {"),
    ("NonIdempotentReplayError", "neograph-core/src/error/execution.rs", "NonIdempotentReplay {"),
    ("AsyncSqliteSaver", "neograph-core/src/checkpoint/sqlite/mod.rs", "pub struct SqliteSaver"),
    ("BaseTool", "neograph-core/src/tool/mod.rs", "pub trait Tool:"),
];

#[test]
fn names_from_elsewhere_lead_to_ours() {
    for (alias, file, item) in ALIASES {
        let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let attribute = format!("#[doc(alias = \"{alias}\")]");
        let (_, rest) = source.split_once(&attribute).unwrap_or_else(|| panic!("{attribute}"));
        let after = rest.lines().map(str::trim).filter(|line| !line.is_empty());
        let item_line = after.clone().find(|line| !line.starts_with("#["));
        assert!(item_line.is_some_and(|line| line.starts_with(item)), "{attribute} of {item}");
    }
}
