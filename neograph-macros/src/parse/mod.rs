//! From tokens to syntax: modules, functions with an opaque body, URI templates.
//! Nothing here knows what a node is.

mod composition;
mod flow;
mod function;
mod module;

pub(crate) use composition::{Composition, entries};
pub(crate) use flow::{Head, Way, member, names};
pub(crate) use function::{Body, OpaqueFn, Unread};
pub(crate) use module::{Attached, Hiding, Item, Module, arguments};
pub(crate) use neograph_uri::{Template, TemplateFault, Variable};
