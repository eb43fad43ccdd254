//! LLM pipelines as plain async Rust functions, with a graph that rustc checks.

pub use neograph_core::*;
#[cfg(feature = "macros")]
pub use neograph_macros::{node, pipeline, resource_reader};
#[cfg(feature = "mcp")]
pub use neograph_mcp as mcp;
#[cfg(feature = "mcp")]
pub use neograph_mcp::{StdioServer, mcp_resource_fetcher};

/// What a file with a pipeline imports.
pub mod prelude {
    #[cfg(feature = "sqlite")]
    pub use neograph_core::checkpoint::SqliteSaver;
    pub use neograph_core::{
        Error, Graph, Pipeline, Result,
        checkpoint::MemorySaver,
        prompt::Prompts,
        run::{Continue, Input, Outcome, Resume, RunConfig},
    };
    #[cfg(feature = "macros")]
    pub use neograph_macros::{node, pipeline, resource_reader};
}
