//! Properties of hydration, each over random cases: a parameter and a reader of one template
//! ask for one URI; a dead link is healed or refused exactly as the rules say; and no byte of
//! a content reaches the store.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod model;
mod once;
mod rules;
mod scripts;
mod store;
#[path = "../runtime/support.rs"]
#[allow(dead_code, reason = "the nodes and links of another target, of which a few serve here")]
mod support;
mod templates;

use std::future::Future;

/// A random name for the rest of the process, where a literal is asked for.
fn leaked(text: &str) -> &'static str {
    Box::leak(text.to_owned().into_boxed_str())
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}
