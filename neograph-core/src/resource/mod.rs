//! Typed Resource Manifest with Ephemeral Hydration: references travel and are stored,
//! contents are fetched when a node needs them, and a dead link is re-derived by replay.

mod blob;
mod cache;
mod content;
mod fetch;
mod hydrate;
mod lifetime;
mod lift;
mod parse;
mod read;
mod reference;
mod replay;
mod sequence;
mod site;

pub use blob::BlobResult;
pub(crate) use cache::FetchCache;
pub use content::{Body, ResourceContent};
pub use fetch::{FetchFn, FetchRequest, FetchTooLarge, Fetched, Fetcher, fetch_fn};
pub(crate) use hydrate::hydrate;
pub use hydrate::hydrate_resource_ref;
pub(crate) use lifetime::{Lifetime, Lifetimes};
pub(crate) use lift::holds_links;
pub use lift::{Lifted, lift, tool_error_text};
pub use parse::ParseError;
pub(crate) use parse::{excerpt, parse_contents, without_content};
pub use reference::{ProducingCall, ResourceRef};
pub use replay::{ReplayFn, ReplayRequest, Replayer, replay_fn};
pub(crate) use site::Reads;
