//! Random manifests, and a world that answers reads and replays by a script.

use std::sync::{Arc, Mutex};

use neograph_core::{
    BoxError, BoxFuture,
    resource::{
        FetchRequest, FetchTooLarge, Fetched, Fetcher, ReplayRequest, Replayer, ResourceContent,
    },
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use proptest::{collection::vec, prelude::*, sample::select};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::support::link;

/// The first three are asked for.
pub const KINDS: [&str; 4] = ["mails", "notes", "deals", "other"];
pub const SERVERS: [&str; 2] = ["crm", "erp"];
pub const LIMIT: u64 = 200;
/// How many URIs there are of a kind.
const URIS: usize = 3;

/// A link's kind and its URI. Of a kind that is asked for, the URI is one of the kind's; the
/// links of another kind may stand at any.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    pub kind: usize,
    pub uri: Uri,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Uri {
    pool: usize,
    number: usize,
}

impl Uri {
    pub fn text(self) -> String {
        format!("crm://{}/{}", KINDS[self.pool], self.number)
    }

    fn index(self) -> usize {
        self.pool * URIS + self.number
    }

    fn parse(text: &str) -> Self {
        let (pool, number) = text.strip_prefix("crm://").unwrap().split_once('/').unwrap();
        let pool = KINDS.iter().position(|kind| *kind == pool).unwrap();
        Self { pool, number: number.parse().unwrap() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Read {
    Fails,
    /// Succeeds without a content, which is a failure too.
    Empty,
    Good,
    /// More bytes than the limit.
    Large,
    /// JSON of another form.
    Odd,
}

#[derive(Debug, Clone)]
pub enum Replay {
    Fails,
    SaysError,
    Gives(Vec<Link>),
}

#[derive(Debug, Clone)]
pub struct Producer {
    pub server: &'static str,
    pub idempotent: bool,
    pub links: Vec<Link>,
    pub replay: Replay,
}

#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "they go together freely")]
pub struct Case {
    pub producers: Vec<Producer>,
    /// Whether all tools are called in one turn.
    pub together: bool,
    pub has_replayer: bool,
    reads: Vec<Vec<Read>>,
    /// The kinds that two nodes ask for, one after the other.
    pub nodes: [Vec<usize>; 2],
    /// Whether a human is asked between the two.
    pub pauses: bool,
    pub limited: bool,
    /// Whether the fetcher itself stops at the limit.
    pub stops: bool,
}

impl Case {
    /// What the nth read of a URI comes to.
    pub fn read(&self, uri: Uri, nth: usize) -> Read {
        self.reads[uri.index()].get(nth).copied().unwrap_or(Read::Good)
    }
}

fn links(most: usize) -> impl Strategy<Value = Vec<Link>> {
    let link = (0..KINDS.len(), 0..KINDS.len(), 0..URIS).prop_map(|(kind, pool, number)| {
        let pool = if KINDS[kind] == "other" { pool } else { kind };
        Link { kind, uri: Uri { pool, number } }
    });
    vec(link, 0..=most)
}

fn producer() -> impl Strategy<Value = Producer> {
    let replay = prop_oneof![
        1 => Just(Replay::Fails),
        1 => Just(Replay::SaysError),
        6 => links(6).prop_map(Replay::Gives),
    ];
    (select(SERVERS.to_vec()), prop::bool::weighted(0.75), links(5), replay).prop_map(
        |(server, idempotent, links, replay)| Producer { server, idempotent, links, replay },
    )
}

pub fn case() -> impl Strategy<Value = Case> {
    let read = prop_oneof![
        5 => Just(Read::Fails),
        1 => Just(Read::Empty),
        4 => Just(Read::Good),
        3 => Just(Read::Large),
        1 => Just(Read::Odd),
    ];
    let asked = || vec(0..KINDS.len() - 1, 1..3);
    (
        vec(producer(), 1..4),
        vec(vec(read, 0..4), KINDS.len() * URIS),
        (asked(), asked()),
        (any::<bool>(), prop::bool::weighted(0.85), any::<bool>(), any::<bool>(), any::<bool>()),
    )
        .prop_map(|(producers, reads, (one, two), flags)| {
            let (together, has_replayer, pauses, limited, stops) = flags;
            let nodes = [one, two];
            Case { producers, together, has_replayer, reads, nodes, pauses, limited, stops }
        })
}

/// A content: where it stands, and which read of that URI it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    pub uri: String,
    pub nth: usize,
}

/// A read as the fetcher saw it.
#[derive(Debug, Clone, PartialEq)]
pub struct Logged {
    pub uri: Uri,
    pub server: String,
    pub nth: usize,
    pub failed: bool,
}

#[derive(Debug, Default)]
pub struct Log {
    pub reads: Vec<Logged>,
    /// The server and the tool of each replay.
    pub replays: Vec<(String, String)>,
}

/// The servers: what they answer is in the case. Clones share their log.
#[derive(Clone)]
pub struct World {
    case: Arc<Case>,
    counts: Arc<Mutex<Vec<usize>>>,
    log: Arc<Mutex<Log>>,
}

impl World {
    pub fn new(case: Case) -> Self {
        let counts = Arc::new(Mutex::new(vec![0; KINDS.len() * URIS]));
        Self { case: Arc::new(case), counts, log: Arc::default() }
    }

    /// What happened since the last call.
    pub fn happened(&self) -> Log {
        std::mem::take(&mut *self.log.lock().unwrap())
    }

    fn answer(&self, request: &FetchRequest) -> Result<Fetched, BoxError> {
        let uri = Uri::parse(&request.uri);
        let count = &mut self.counts.lock().unwrap()[uri.index()];
        let (nth, read) = (*count, self.case.read(uri, *count));
        *count += 1;
        let failed = matches!(read, Read::Fails | Read::Empty);
        let server = request.server.clone().unwrap_or_default();
        self.log.lock().unwrap().reads.push(Logged { uri, server, nth, failed });
        let body = match read {
            Read::Fails => return Err(format!("read {nth} of {} fails", request.uri).into()),
            Read::Empty => return Ok(Fetched::new(Vec::new())),
            Read::Good => json!({ "uri": request.uri, "nth": nth }),
            Read::Large => {
                json!({ "uri": request.uri, "nth": nth, "more": "x".repeat(usize::try_from(LIMIT)?) })
            }
            Read::Odd => json!({ "uri": request.uri, "nth": "odd" }),
        };
        let content = ResourceContent::text(&request.uri, None, body.to_string());
        match request.max_bytes.filter(|limit| self.case.stops && content.size() > *limit) {
            Some(limit) => Err(FetchTooLarge { actual: content.size(), limit }.into()),
            None => Ok(Fetched::new(vec![content])),
        }
    }
}

impl Fetcher for World {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        let answer = self.answer(&request);
        Box::pin(async move {
            tokio::task::yield_now().await;
            answer
        })
    }
}

impl Replayer for World {
    fn replay(&self, request: ReplayRequest) -> BoxFuture<'_, Result<Value, BoxError>> {
        let number: usize = request.tool.strip_prefix("tool").unwrap().parse().unwrap();
        self.log.lock().unwrap().replays.push((request.server, request.tool));
        let replay = self.case.producers[number].replay.clone();
        Box::pin(async move {
            tokio::task::yield_now().await;
            match replay {
                Replay::Fails => Err("the replay fails".into()),
                Replay::SaysError => Ok(json!({ "isError": true, "content": [] })),
                Replay::Gives(links) => Ok(json!({ "content": blocks(&links) })),
            }
        })
    }
}

fn blocks(links: &[Link]) -> Vec<Value> {
    links.iter().map(|given| link(KINDS[given.kind], &given.uri.text())).collect()
}

/// The tool of a producer.
pub struct Emits {
    spec: ToolSpec,
    links: Value,
}

impl Emits {
    pub fn new(number: usize, producer: &Producer) -> Self {
        let spec = ToolSpec::new(format!("tool{number}"));
        let spec = spec.server(producer.server).idempotent(producer.idempotent);
        Self { spec, links: blocks(&producer.links).into() }
    }
}

impl Tool for Emits {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { Ok(ToolOutput::new(self.links.clone())) })
    }
}
