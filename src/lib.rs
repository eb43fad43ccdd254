//! LLM pipelines as plain async Rust functions, with a graph that rustc checks.

pub use neograph_core::*;
#[cfg(feature = "macros")]
pub use neograph_macros::{node, pipeline, resource_reader};
#[cfg(feature = "mcp")]
pub use neograph_mcp as mcp;

/// What a file with a pipeline imports.
pub mod prelude {
    pub use neograph_core::{Error, Graph, Pipeline, Result};
    #[cfg(feature = "macros")]
    pub use neograph_macros::{node, pipeline, resource_reader};
}
