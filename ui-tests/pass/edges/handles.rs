//! Handles of every shape, trait objects among them.
#![deny(warnings)]

use std::sync::Arc;

use neograph::prelude::*;

trait Client: Send + Sync {
    fn name(&self) -> &str;
}

struct Clock;

#[pipeline]
mod flow {
    use super::*;

    #[node]
    pub async fn first(
        #[from_config] client: Arc<dyn Client>,
        #[from_config] maybe: Option<Arc<dyn Client + Send + Sync>>,
        #[from_config] bytes: Arc<[u8]>,
        #[from_config] text: Arc<str>,
        #[from_config] clock: &Clock,
        #[from_config] clock2: Option<Arc<Clock>>,
        #[from_config] call: fn(&str) -> &str,
        #[from_config] function: Arc<dyn Fn(&str) -> String + Send + Sync>,
    ) -> Result<usize> {
        let Clock = clock;
        let _ = (maybe.is_some(), clock2.is_some(), function(&text));
        Ok(call(client.name()).len() + bytes.len())
    }
}

fn main() {
    let pipeline = flow::pipeline();
    assert_eq!(pipeline.nodes()[0].params().len(), 8);
    assert_eq!(compose!["one"; flow::first].nodes()[0].params().len(), 8);
}
