//! Runs, end to end, on pipelines built by hand: this crate has no macros.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(unused_must_use, reason = "most runs here matter for what they leave behind")]

mod support;

mod agents;
mod asking;
mod attempts;
mod bad_input;
mod blobs;
mod cache;
mod concurrency;
mod drivers;
mod feedback;
mod fetchers;
mod flow;
mod hard_cases;
mod hydration;
mod manifest;
mod modes;
mod pauses;
#[cfg(feature = "sqlite")]
mod privacy;
#[cfg(feature = "sqlite")]
mod processes;
mod prompts;
mod reads;
mod runs;
