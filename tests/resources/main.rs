//! Resources as a user of the macros writes them: parameters, readers, and what both read.
#![allow(
    missing_docs,
    clippy::panic,
    clippy::unwrap_used,
    clippy::needless_pass_by_value,
    clippy::unused_async,
    reason = "a test fails by panicking"
)]

mod parameters;
mod readers;
mod tools;
mod uris;

use std::sync::{Arc, Mutex};

use neograph::{
    BoxError, BoxFuture,
    prelude::*,
    resource::{FetchRequest, Fetched, Fetcher, ResourceContent},
};

type Answer = dyn Fn(&str) -> Option<ResourceContent> + Send + Sync;

/// Answers URIs, and keeps what it was asked for.
#[derive(Clone)]
struct Library {
    answer: Arc<Answer>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Library {
    fn new(answer: impl Fn(&str) -> Option<ResourceContent> + Send + Sync + 'static) -> Self {
        Self { answer: Arc::new(answer), asked: Arc::default() }
    }

    /// A library with this JSON at every URI.
    fn json(json: &'static str) -> Self {
        Self::new(move |uri| Some(ResourceContent::text(uri, Some("application/json"), json)))
    }

    /// What it was asked for since the last time.
    fn asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().unwrap())
    }

    fn config(&self) -> RunConfig {
        RunConfig::new().fetcher(self.clone())
    }
}

impl Fetcher for Library {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        let content = (self.answer)(&request.uri);
        self.asked.lock().unwrap().push(request.uri);
        Box::pin(async move { Ok(Fetched::new(vec![content.ok_or("no such page")?])) })
    }
}
