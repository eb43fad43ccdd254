//! No byte of a content reaches the store, whoever reads it, whatever fails, and whenever the
//! run pauses.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use neograph_core::{
    __private::{Args, Locator, Mode, NodeSpec, Param, PromptSource, ReaderTool, ToolRef},
    BoxError, Graph,
    checkpoint::{Checkpointer, MemorySaver},
    model::{ChatRequest, ChatResponse},
    pipeline::ItemError,
    resource::{BlobResult, ResourceContent},
    run::{Continue, Input, Resume},
    testing::ScriptedModel,
};
use proptest::{prelude::*, sample::select};
use serde_json::{Value, json};

use crate::{
    block_on,
    support::{
        Doc, GetDeal, Server, agent, consume, first, gate, link, pipeline, second, third, upstream,
    },
};

const CANARY: &str = "canary4711";

#[derive(Debug, Clone, Copy, PartialEq)]
enum Consumer {
    Scripted,
    Think,
    Agent,
    /// An agent that reads by a tool.
    Reader,
    /// A fan-out in which every item reads.
    Items,
    /// A fan-out whose items fail by themselves.
    Collected,
    /// A pipeline in which a node reads.
    Inside,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Takes {
    Anything,
    Doc,
    Numbers,
    Text,
    Blob,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Body {
    Good,
    /// Of another form: the canary stands where a number should.
    Odd,
    Malformed,
    Binary,
}

#[derive(Debug, Clone)]
#[allow(clippy::struct_excessive_bools, reason = "they go together freely")]
struct Case {
    consumer: Consumer,
    takes: Takes,
    body: Body,
    noise: String,
    by_kind: bool,
    /// Whether the first read fails.
    dead: bool,
    limited: bool,
    /// Whether a human is asked before the consumer, and after it.
    asks: (bool, bool),
    /// Whether the consumer's body, or its model, fails.
    fails: bool,
    /// Whether the model's first answer does not fit.
    stutters: bool,
}

fn case() -> impl Strategy<Value = Case> {
    use Consumer::{Agent, Collected, Inside, Items, Reader, Scripted, Think};
    let consumer = select(vec![Scripted, Think, Agent, Reader, Items, Collected, Inside]);
    let takes = select(vec![Takes::Anything, Takes::Doc, Takes::Numbers, Takes::Text, Takes::Blob]);
    let body = select(vec![Body::Good, Body::Good, Body::Odd, Body::Malformed, Body::Binary]);
    let seldom = || prop::bool::weighted(0.2);
    let asks = (any::<bool>(), any::<bool>());
    (
        (consumer, takes, body, any::<String>(), any::<bool>()),
        (seldom(), seldom(), asks, seldom(), seldom()),
    )
        .prop_map(|((consumer, takes, body, noise, by_kind), flags)| {
            let (dead, limited, asks, fails, stutters) = flags;
            Case { consumer, takes, body, noise, by_kind, dead, limited, asks, fails, stutters }
        })
}

impl Case {
    fn content(&self) -> ResourceContent {
        let noise = &self.noise;
        let json = |value: Value| ResourceContent::text("", None, value.to_string());
        match self.body {
            Body::Good => json(json!({ "v": 1, CANARY: noise, "note": CANARY })),
            Body::Odd => json(json!({ CANARY: CANARY, "v": format!("{CANARY}{noise}") })),
            Body::Malformed => {
                ResourceContent::text("", None, format!("{{\"{CANARY}\": {CANARY}{noise}"))
            }
            Body::Binary => {
                ResourceContent::bytes("", None, [&[0xff, 0xfe][..], CANARY.as_bytes()].concat())
            }
        }
    }

    /// A pipeline inside reads no links of the one around it unless it says so.
    fn by_kind(&self) -> bool {
        self.by_kind && self.consumer != Consumer::Inside
    }

    /// Whether the canary itself is to come to the consumer.
    fn is_seen(&self) -> bool {
        let fits = self.takes == Takes::Anything && self.body == Body::Good;
        let comes = !self.limited && (!self.dead || self.by_kind());
        fits && comes && self.consumer != Consumer::Reader
    }

    fn param(&self, name: &'static str) -> Param {
        let locator =
            if self.by_kind() { Locator::Ref("mails") } else { Locator::Uri("crm://old") };
        let param = match self.takes {
            Takes::Anything => Param::__resource::<Value>(name, locator).__rendered::<Value>(),
            Takes::Doc => Param::__resource::<Doc>(name, locator).__rendered::<Doc>(),
            Takes::Numbers => Param::__resource::<BTreeMap<String, i64>>(name, locator)
                .__rendered::<BTreeMap<String, i64>>(),
            Takes::Text => Param::__resource::<String>(name, locator).__rendered::<String>(),
            Takes::Blob => {
                Param::__resource::<BlobResult>(name, locator).__rendered::<BlobResult>()
            }
        };
        if self.limited { param.__max_bytes(12) } else { param }
    }

    /// A node with a body that sees the content, which is its parameter of this number.
    fn body(&self, name: &'static str, at: usize, seen: &Arc<AtomicBool>) -> NodeSpec {
        let (fails, looks) = (self.fails, self.takes == Takes::Anything);
        let seen = Arc::clone(seen);
        let work = move |mut args: Args| {
            let seen = Arc::clone(&seen);
            async move {
                if looks && args.shared::<Value>(at)?.to_string().contains(CANARY) {
                    seen.store(true, Ordering::SeqCst);
                }
                Ok(if fails { Err(BoxError::from("broken")) } else { Ok(Doc { v: 1 }) })
            }
        };
        match name {
            "consume" => NodeSpec::__scripted::<consume, _, _, _>(work),
            _ => NodeSpec::__scripted::<third, _, _, _>(work),
        }
    }

    fn with_model(mode: Mode) -> NodeSpec {
        let prompt = PromptSource::Inline("read {{ content }}");
        NodeSpec::__with_model::<consume, Doc>(mode, "consume", prompt).__max_retries(1)
    }

    fn consumer(&self, seen: &Arc<AtomicBool>) -> NodeSpec {
        let items = || {
            self.body("consume", 0, seen)
                .__param(self.param("content"))
                .__param(Param::__item::<i64>("item"))
                .__each::<Doc, Vec<i64>, _>("second", "second", |items: &Vec<i64>| items)
        };
        match self.consumer {
            Consumer::Scripted => self.body("consume", 0, seen).__param(self.param("content")),
            Consumer::Think => Self::with_model(Mode::Think).__param(self.param("content")),
            Consumer::Agent => Self::with_model(Mode::Agent)
                .__param(self.param("content"))
                .__tool(ToolRef::Named("crm::get_deal")),
            Consumer::Reader => NodeSpec::__with_model::<consume, Doc>(
                Mode::Agent,
                "consume",
                PromptSource::Inline("read it"),
            )
            .__tool(ToolRef::Named("read")),
            Consumer::Items => items(),
            Consumer::Collected => items().__collect_errors::<Doc>(),
            Consumer::Inside => {
                let reads = self.body("third", 0, seen).__param(self.param("content"));
                let reads = reads.__param(Param::__input::<Vec<i64>>("second"));
                let asks = self.asks.0;
                let reads = reads.__interrupt_when::<Doc, _, _>(move |_| asks.then_some("inside?"));
                let last = NodeSpec::__scripted::<first, _, _, _>(|mut args: Args| async move {
                    Ok(Ok::<_, BoxError>(Doc { v: args.shared::<Doc>(0)?.v }))
                });
                let inside = pipeline(vec![reads, last.__param(upstream("third"))]);
                NodeSpec::__inside::<Doc>("consume", inside, "first")
                    .__param(Param::__upstream::<Vec<i64>>("second").__rendered::<Vec<i64>>())
            }
        }
    }

    /// research (links) → gate (may ask) → second (items) → consume (may ask).
    fn graph(&self, store: impl Checkpointer, seen: &Arc<AtomicBool>) -> Graph {
        let (before, after) = self.asks;
        let gate = NodeSpec::__scripted::<gate, _, _, _>(|mut args: Args| async move {
            Ok(Ok::<_, BoxError>(Doc { v: args.shared::<Doc>(0)?.v }))
        })
        .__param(upstream("research"))
        .__interrupt_when::<Doc, _, _>(move |_| before.then_some("go on?"));
        let items = NodeSpec::__scripted::<second, _, _, _>(|_: Args| async {
            Ok(Ok::<_, BoxError>(vec![1_i64, 2]))
        })
        .__param(upstream("gate"));
        let consumer = self.consumer(seen);
        let consumer = match self.consumer {
            Consumer::Collected => consumer
                .__interrupt_when::<Vec<Result<Doc, ItemError>>, _, _>(move |_| after.then_some(1)),
            Consumer::Items => {
                consumer.__interrupt_when::<Vec<Doc>, _, _>(move |_| after.then_some(1))
            }
            Consumer::Inside => consumer,
            _ => consumer.__interrupt_when::<Doc, _, _>(move |_| after.then_some(1)),
        };
        let consumer = match self.consumer {
            Consumer::Items | Consumer::Collected | Consumer::Inside => consumer,
            _ => consumer.__param(Param::__upstream::<Vec<i64>>("second")),
        };
        let reader = ReaderTool::<Doc>::__new("read", "crm://old").__into_tool();
        Graph::builder(pipeline(vec![agent(vec![]), gate, items, consumer]))
            .model("m", researcher())
            .model("consume", self.model(seen))
            .tools([GetDeal::linking(true).shared().0, reader])
            .checkpointer(store)
            .compile()
            .unwrap()
    }

    fn model(&self, seen: &Arc<AtomicBool>) -> ScriptedModel {
        let (case, seen) = (self.clone(), Arc::clone(seen));
        ScriptedModel::from_fn(move |request: &ChatRequest| {
            if request.prompt().contains(CANARY) {
                seen.store(true, Ordering::SeqCst);
            }
            let turn = request.messages.len();
            match case.consumer {
                Consumer::Agent if turn == 1 => {
                    return Ok(ChatResponse::call("crm::get_deal", json!({ "deal_id": "D2" })));
                }
                Consumer::Reader if turn == 1 => {
                    return Ok(ChatResponse::call("read", json!({})));
                }
                _ => {}
            }
            match (case.fails, case.stutters && turn < 4) {
                (true, _) => Err("the model is broken".into()),
                (false, true) => Ok(ChatResponse::text("I do not know")),
                (false, false) => Ok(ChatResponse::json(&json!({ "v": 3 }))),
            }
        })
    }

    fn server(&self) -> Server {
        let dead = self.dead.then_some(Err("gone"));
        let server = Server::new(dead.into_iter().chain([Ok(self.content())]));
        server.replaying(Ok(json!([link("mails", "crm://new")])))
    }
}

fn researcher() -> ScriptedModel {
    ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::json(&json!({ "v": 1 })),
    ])
}

/// Runs to the end, through every pause, and past a failure once more; what the store holds is
/// looked at after each run.
async fn play(case: &Case, store: impl Checkpointer, stored: impl AsyncFn() -> String) {
    let seen = Arc::<AtomicBool>::default();
    let graph = case.graph(store, &seen);
    let server = case.server();
    let config = server.config().replayer(server.clone());
    let mut outcome = graph.arun(Input::new(), &config).await;
    let mut again = true;
    for _ in 0..8 {
        let held = stored().await;
        assert!(held.contains("crm://old"), "the links are stored");
        assert!(!held.contains(CANARY), "the store holds a content: {held}");
        outcome = match &outcome {
            Ok(outcome) if outcome.is_completed() => break,
            Ok(_) => graph.arun(Resume::new(true), &config).await,
            Err(_) if std::mem::take(&mut again) => graph.arun(Continue, &config).await,
            Err(_) => break,
        };
    }
    if case.is_seen() {
        assert!(seen.load(Ordering::SeqCst), "the consumer has seen the content");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn no_byte_of_a_content_is_in_the_log(case in case()) {
        let store = MemorySaver::new();
        let log = store.clone();
        block_on(play(&case, store, async || format!("{:?}", log.load("t").await.unwrap())));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, ..ProptestConfig::default() })]

    #[cfg(feature = "sqlite")]
    #[test]
    fn no_byte_of_a_content_is_in_the_files_of_the_store(case in case()) {
        use neograph_core::checkpoint::SqliteSaver;

        let dir = tempfile::tempdir().unwrap();
        block_on(async {
            let store = SqliteSaver::open(dir.path().join("threads.db")).await.unwrap();
            play(&case, store, async || {
                let files = std::fs::read_dir(dir.path()).unwrap();
                let bytes = files.map(|file| std::fs::read(file.unwrap().path()).unwrap());
                bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect()
            })
            .await;
        });
    }
}
