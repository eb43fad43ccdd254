//! The battery against servers that others wrote.

#![allow(clippy::unwrap_used, clippy::panic, reason = "this is how tests fail")]

mod everything;
mod fastmcp;
mod filesystem;
mod sdk;
