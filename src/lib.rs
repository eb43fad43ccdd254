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

/// The pages of `docs/` as doc tests.
#[cfg(all(doctest, feature = "macros", feature = "sqlite"))]
mod pages {
    #[doc = include_str!("../docs/resource-hydration.md")]
    struct ResourceHydration;
    #[doc = include_str!("../docs/threads.md")]
    struct Threads;
}
