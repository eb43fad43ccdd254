//! The servers' tools: listed, picked, called.

mod call;
mod lazy;
mod listed;
mod output;
mod selection;

pub(crate) use call::{McpTool, call};
pub use lazy::LazyTool;
pub use listed::TemplateListing;
pub use selection::McpTools;
