//! The runtime of neograph: pipelines as data, runs, hydration and checkpoints.
//!
//! Most programs depend on the `neograph` crate, which re-exports everything here
//! together with the macros that turn functions into a [`Pipeline`]. This crate stands
//! alone, has no MCP dependency and opens no connection of its own.

pub mod checkpoint;
pub mod error;
pub mod graph;
pub mod lint;
pub mod model;
pub mod pipeline;
pub mod prompt;
pub mod resource;
pub mod run;
pub mod testing;
pub mod tool;
pub mod uri;

#[doc(hidden)]
#[path = "macro_support/mod.rs"]
pub mod __private;

mod agent;
mod environment;
mod lossless;

use std::{any::Any, future::Future, pin::Pin, sync::Arc};

pub use environment::{Environment, SystemEnvironment};
pub use error::{BoxError, Error, transient};
pub use graph::Graph;
pub use lint::{input_contract, lint};
pub use pipeline::{Node, Pipeline};
pub use tool::interrupt;

/// A boxed, sendable future, as the object-safe traits of this crate return it.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A value that travels between nodes: shared, never copied, typed at both ends.
pub type AnyValue = Arc<dyn Any + Send + Sync>;

/// `std::result::Result` with [`Error`] as the default error.
pub type Result<T, E = Error> = std::result::Result<T, E>;
