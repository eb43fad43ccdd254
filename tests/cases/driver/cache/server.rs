//! What a run reads from, and what it counts.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use bytes::Bytes;
use neograph::{
    BoxError, BoxFuture,
    resource::{FetchRequest, Fetched, Fetcher, ReplayRequest, Replayer, ResourceContent},
};
use serde_json::{Value, json};

use super::case::{LinkCase, RunCase, Step};

/// The caller's side of one run.
#[derive(Clone)]
pub struct Server(Arc<Inner>);

struct Inner {
    fetches: Mutex<BTreeMap<String, u64>>,
    replays: AtomicU64,
    script: Mutex<BTreeMap<String, VecDeque<Step>>>,
    content: String,
    manifest: Vec<LinkCase>,
    /// Counted up by every content that is still there: the library hands none out, so what is
    /// there is in the cache of a run.
    kept: Arc<()>,
}

/// A content that says whether it is still there.
struct Kept {
    content: Vec<u8>,
    _kept: Arc<()>,
}

impl AsRef<[u8]> for Kept {
    fn as_ref(&self) -> &[u8] {
        &self.content
    }
}

impl Server {
    pub fn new(run: &RunCase, manifest: &[LinkCase]) -> Self {
        let script = run.script.iter();
        let script = script.map(|(uri, steps)| (uri.clone(), steps.iter().copied().collect()));
        Self(Arc::new(Inner {
            fetches: Mutex::default(),
            replays: AtomicU64::new(0),
            script: Mutex::new(script.collect()),
            content: run.content.clone().unwrap_or_else(|| json!({ "v": 1 }).to_string()),
            manifest: manifest.to_vec(),
            kept: Arc::default(),
        }))
    }

    pub fn fetches(&self) -> BTreeMap<String, u64> {
        self.0.fetches.lock().expect("fetches").clone()
    }

    pub fn replays(&self) -> u64 {
        self.0.replays.load(Ordering::SeqCst)
    }

    /// How many contents are still there, once the tasks of a run that was dropped are gone.
    pub async fn kept(&self) -> usize {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        Arc::strong_count(&self.0.kept) - 1
    }
}

/// The block of a link, which the tool emits that lifts it and the replay that heals it.
pub fn block(link: &LinkCase) -> Value {
    json!([{ "type": "resource_link", "uri": link.uri, "name": link.kind }])
}

impl Fetcher for Server {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        let Inner { fetches, script, content, kept, .. } = &*self.0;
        *fetches.lock().expect("fetches").entry(request.uri.clone()).or_default() += 1;
        let mut script = script.lock().expect("script");
        let step = script.get_mut(&request.uri).and_then(VecDeque::pop_front);
        let content = Kept { content: content.clone().into_bytes(), _kept: Arc::clone(kept) };
        Box::pin(async move {
            tokio::task::yield_now().await;
            match step {
                Some(Step::Fail) => Err(format!("`{}` is not there", request.uri).into()),
                Some(Step::Ok) | None => {
                    let body = Bytes::from_owner(content);
                    let mime = Some("application/json");
                    Ok(Fetched::new(vec![ResourceContent::bytes("", mime, body)]))
                }
            }
        })
    }
}

impl Replayer for Server {
    fn replay(&self, request: ReplayRequest) -> BoxFuture<'_, Result<Value, BoxError>> {
        self.0.replays.fetch_add(1, Ordering::SeqCst);
        let link = request.args.get("link").and_then(Value::as_u64);
        let link = link.and_then(|link| self.0.manifest.get(usize::try_from(link).ok()?));
        let result = link.map(block).ok_or_else(|| "no such call was made".into());
        Box::pin(async move { result })
    }
}
