//! What a run keeps of what it read, and for how long.

use std::sync::{Arc, Mutex};

use bytes::Bytes;
use futures_util::StreamExt;
use neograph_core::{
    __private::Param,
    BoxError, BoxFuture, Graph,
    checkpoint::MemorySaver,
    model::ChatResponse,
    resource::{FetchRequest, Fetched, Fetcher, ResourceContent},
    run::{Event, Input, RunConfig},
    testing::ScriptedModel,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde_json::json;

use super::support::*;

/// A content that counts itself while it is there.
struct Counted(Vec<u8>, #[expect(dead_code, reason = "it counts by being there")] Arc<()>);

impl AsRef<[u8]> for Counted {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// A fetcher that knows how many of its contents are still there.
#[derive(Clone, Default)]
struct Gauge(Arc<Inner>);

#[derive(Default)]
struct Inner {
    there: Arc<()>,
    body: Mutex<Option<&'static str>>,
}

impl Gauge {
    fn there(&self) -> usize {
        Arc::strong_count(&self.0.there) - 1
    }

    async fn settled(&self) -> usize {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        self.there()
    }
}

impl Fetcher for Gauge {
    fn fetch(&self, _: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        let body = self.0.body.lock().unwrap().unwrap_or(r#"{"v":1}"#);
        let content = Counted(body.into(), Arc::clone(&self.0.there));
        let content = ResourceContent::bytes("", None, Bytes::from_owner(content));
        Box::pin(async move { Ok(Fetched::new(vec![content])) })
    }
}

/// A tool that notes how many contents are there while the agent is at work.
struct Look {
    spec: ToolSpec,
    gauge: Gauge,
    seen: Arc<Mutex<Vec<usize>>>,
    /// Whether it never comes back.
    hangs: bool,
}

impl Tool for Look {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        self.seen.lock().unwrap().push(self.gauge.there());
        let hangs = self.hangs;
        Box::pin(async move {
            if hangs {
                std::future::pending::<()>().await;
            }
            Ok(ToolOutput::new("seen"))
        })
    }
}

struct Setup {
    graph: Graph,
    gauge: Gauge,
    seen: Arc<Mutex<Vec<usize>>>,
    config: RunConfig,
}

/// An agent that reads one resource and looks once, and one that reads it again.
fn setup(hangs: bool) -> Setup {
    let (gauge, seen) = (Gauge::default(), Arc::default());
    let spec = ToolSpec::new("get_deal").server("crm");
    let tool: Arc<dyn Tool> =
        Arc::new(Look { spec, gauge: gauge.clone(), seen: Arc::clone(&seen), hangs });
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({})),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let again = sum::<consume>(vec![by_uri("doc", "crm://a"), upstream("research")], 0);
    let graph = Graph::builder(pipeline(vec![agent(vec![by_uri("doc", "crm://a")]), again]))
        .model("m", model)
        .tools([tool])
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap();
    let config = RunConfig::new().thread_id("t").fetcher(gauge.clone());
    Setup { graph, gauge, seen, config }
}

#[tokio::test]
async fn a_content_is_kept_while_the_run_goes_on_and_no_longer() {
    let Setup { graph, gauge, seen, config } = setup(false);
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(*seen.lock().unwrap(), [1]);
    assert_eq!(outcome.resources().cached, 1);
    assert_eq!(gauge.there(), 0);
}

#[tokio::test]
async fn a_run_that_fails_keeps_nothing() {
    let Setup { graph, gauge, config, .. } = setup(false);
    *gauge.0.body.lock().unwrap() = Some("no json");
    execution(graph.arun(Input::new(), &config).await);
    assert_eq!(gauge.there(), 0);
}

#[tokio::test]
async fn a_stream_that_is_dropped_keeps_nothing() {
    let Setup { graph, gauge, config, .. } = setup(true);
    let mut events = graph.astream(Input::new(), &config);
    while let Some(event) = events.next().await {
        if let Event::ResourceFetched { .. } = event {
            break;
        }
    }
    assert_eq!(gauge.there(), 1);
    drop(events);
    assert_eq!(gauge.settled().await, 0);
}

/// research (agent, one link) → consume (by kind), and by the URI of the link.
async fn by_uri_and_by_kind(link_uri: &str, by_uri: Param) -> usize {
    let server = Server::doc(1);
    let tool = GetDeal::new(true, json!([link("mails", link_uri)]));
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({})),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let params = vec![by_uri, by_kind("history", "mails"), upstream("research")];
    let graph = Graph::builder(pipeline(vec![agent(vec![]), sum::<consume>(params, 0)]))
        .model("m", model)
        .tools([tool.shared().0])
        .compile()
        .unwrap();
    graph.arun(Input::new(), &server.config()).await.unwrap();
    server.read_uris().len()
}

#[tokio::test]
async fn a_link_and_a_uri_that_names_its_server_are_read_once() {
    const URI: &str = "mcp://crm/mails";
    assert_eq!(by_uri_and_by_kind(URI, by_uri("doc", URI)).await, 1);
    assert_eq!(by_uri_and_by_kind(URI, by_uri("doc", URI).__server("crm")).await, 1);
}

#[tokio::test]
async fn one_uri_on_two_servers_is_two_resources() {
    for (uri, doc) in [
        ("mcp://crm/mails", by_uri("doc", "mcp://crm/mails").__server("mail")),
        ("mcp://mail/mails", by_uri("doc", "mcp://mail/mails")),
    ] {
        assert_eq!(by_uri_and_by_kind(uri, doc).await, 2);
    }
}
