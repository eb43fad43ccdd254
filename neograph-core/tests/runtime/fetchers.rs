//! What a caller's fetcher and replayer may be, and what becomes of a content.

use std::{
    io,
    sync::{Arc, Mutex},
    time::Duration,
};

use neograph_core::{
    __private::{Args, FromResource, Locator, Mode, NodeSpec, NodeType, Param, PromptSource},
    BoxError, BoxFuture, Error, Graph,
    checkpoint::MemorySaver,
    error::{ExecutionError, RefusedReplay},
    model::ChatResponse,
    resource::{
        BlobResult, Body, FetchRequest, Fetched, Fetcher, ResourceContent, fetch_fn, replay_fn,
    },
    run::{Input, Resume, RunConfig},
    testing::ScriptedModel,
};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::{
    hydration::{graph, run},
    pauses::gated,
    support::*,
};

struct Echo;

impl NodeType for Echo {
    type Output = Value;
    const NAME: &'static str = "echo";
}

/// A node that returns its resource as JSON.
fn echo<T: FromResource + Serialize>(param: Param) -> NodeSpec {
    NodeSpec::__scripted::<Echo, _, _, _>(|mut args: Args| async move {
        Ok(Ok::<_, Error>(serde_json::to_value(args.take::<T>(0)?)?))
    })
    .__param(param)
}

/// What a content comes to in a parameter of the type.
async fn parsed<T: FromResource + Serialize>(content: ResourceContent) -> Result<Value, String> {
    let graph = compile(vec![echo::<T>(Param::__resource::<T>("doc", Locator::Uri("crm://a")))]);
    let outcome = graph.arun(Input::new(), &Server::new([Ok(content)]).config()).await;
    outcome.and_then(|outcome| Ok(outcome.get::<Echo>()?.clone())).map_err(|e| e.to_string())
}

fn text(mime: &str, text: &str) -> ResourceContent {
    ResourceContent::text("crm://a", Some(mime), text)
}

#[tokio::test]
async fn a_fetcher_is_a_closure_that_returns_text_or_bytes() {
    let graph = compile(vec![sum::<first>(vec![by_uri("doc", "crm://a")], 0)]);
    let json = r#"{"v": 7}"#;
    let text = fetch_fn(move |_: String| async move {
        Ok::<_, io::Error>((json.to_owned(), Some("application/json")))
    });
    let bytes = fetch_fn(move |_: String| async move {
        Ok::<_, BoxError>((json.as_bytes().to_vec(), None::<String>))
    });
    for config in [RunConfig::new().fetcher(text), RunConfig::new().fetcher(bytes)] {
        let outcome = graph.arun(Input::new(), &config).await.unwrap();
        assert_eq!(outcome.get::<first>().unwrap().v, 7);
    }
}

#[tokio::test]
async fn a_fetcher_may_read_files() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("doc.json"), r#"{"v": 7}"#).unwrap();
    let files = fetch_fn(|uri: String| async move {
        let path = uri.strip_prefix("file://").ok_or(io::ErrorKind::InvalidInput)?.to_owned();
        Ok::<_, io::Error>((std::fs::read(path)?, Some("application/json")))
    });
    let node = NodeSpec::__scripted::<first, _, _, _>(|mut args: Args| async move {
        Ok(Ok::<_, Error>(Doc { v: args.shared::<Doc>(1)?.v }))
    })
    .__param(Param::__input::<String>("dir").__rendered::<String>())
    .__param(by_uri("doc", "file://{+dir}/doc.json"));
    let input = Input::new().set("dir", dir.path()).unwrap();
    let config = RunConfig::new().fetcher(files);
    let outcome = compile(vec![node]).arun(input, &config).await.unwrap();
    assert_eq!(outcome.get::<first>().unwrap().v, 7);
}

#[tokio::test]
async fn only_the_consumer_reads_after_what_it_waits_for_and_before_its_body() {
    let log: Arc<Mutex<Vec<&str>>> = Arc::default();
    let noting = |log: &Arc<Mutex<Vec<&'static str>>>, note: &'static str| {
        let log = Arc::clone(log);
        move |_: Args| {
            log.lock().unwrap().push(note);
            async { Ok(Ok::<_, Error>(Doc { v: 1 })) }
        }
    };
    let graph = compile(vec![
        NodeSpec::__scripted::<first, _, _, _>(noting(&log, "first")),
        NodeSpec::__scripted::<consume, _, _, _>(noting(&log, "consume"))
            .__param(upstream("first"))
            .__param(by_uri("doc", "crm://a")),
        NodeSpec::__scripted::<third, _, _, _>(noting(&log, "third")).__param(upstream("consume")),
    ]);
    let seen = Arc::clone(&log);
    let fetcher = fetch_fn(move |_: String| {
        seen.lock().unwrap().push("fetch");
        async { Ok::<_, BoxError>((r#"{"v": 7}"#, None::<String>)) }
    });
    graph.arun(Input::new(), &RunConfig::new().fetcher(fetcher)).await.unwrap();
    assert_eq!(*log.lock().unwrap(), ["first", "fetch", "consume", "third"]);
}

#[tokio::test]
async fn two_closures_heal_a_link() {
    let fetcher = fetch_fn(|uri: String| async move {
        if uri == "crm://old" { Err("dead") } else { Ok((r#"{"v": 7}"#, Some("application/json"))) }
    });
    let replayer = replay_fn(|tool: String, args: Map<String, Value>| async move {
        assert_eq!((tool.as_str(), Value::Object(args)), ("get_deal", json!({ "deal_id": "D1" })));
        Ok::<_, BoxError>(json!([link("mails", "crm://new")]))
    });
    let config = RunConfig::new().thread_id("t").fetcher(fetcher).replayer(replayer);
    assert_eq!(run(&graph(GetDeal::linking(true), 100), &config).await.unwrap(), 8);
}

#[derive(Debug, thiserror::Error)]
#[error("the server says {0}")]
struct Rpc(i32);

/// How a read fails.
#[derive(Debug)]
enum Failure {
    Error(BoxError),
    NoAnswer,
}

/// Fails once, and then reads.
struct FailsOnce(Mutex<Option<Failure>>);

impl Fetcher for FailsOnce {
    fn fetch(&self, _: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        let failure = self.0.lock().unwrap().take();
        Box::pin(async move {
            match failure {
                None => Ok(Fetched::new(vec![doc(7)])),
                Some(Failure::Error(error)) => Err(error),
                Some(Failure::NoAnswer) => std::future::pending().await,
            }
        })
    }
}

#[tokio::test(start_paused = true)]
async fn any_failed_read_of_a_link_leads_to_a_replay() {
    let errors: [BoxError; 6] = [
        Rpc(-32002).into(),
        Rpc(0).into(),
        Rpc(-32603).into(),
        io::Error::from(io::ErrorKind::ConnectionReset).into(),
        io::Error::from(io::ErrorKind::NotFound).into(),
        "routing".into(),
    ];
    let failures = errors.into_iter().map(Failure::Error).chain([Failure::NoAnswer]);
    for failure in failures {
        let server = Server::default().replaying(Ok(json!([link("mails", "crm://new")])));
        let named = format!("{failure:?}");
        let config = RunConfig::new()
            .thread_id("t")
            .fetcher(FailsOnce(Mutex::new(Some(failure))))
            .replayer(server.clone())
            .fetch_timeout(Duration::from_secs(3));
        let value = run(&graph(GetDeal::linking(true), 100), &config).await;
        assert_eq!(value.unwrap(), 8, "{named}");
        assert_eq!(server.replay_count(), 1, "{named}");
    }
}

#[tokio::test]
async fn a_value_that_was_read_before_a_failure_is_never_passed_off() {
    let turns = || {
        ScriptedModel::turns([
            ChatResponse::call("crm::get_deal", json!({})),
            ChatResponse::json(&json!({ "v": 1 })),
        ])
    };
    let builder = |nodes| {
        Graph::builder(pipeline(nodes))
            .model("m", turns())
            .tools([GetDeal::linking(true).shared().0])
            .checkpointer(MemorySaver::new())
            .compile()
            .unwrap()
    };
    // Read before a pause, dead after it.
    let graph = builder(vec![
        agent(vec![]),
        gated(sum::<gate>(vec![upstream("research"), by_kind("mails", "mails")], 0)),
        sum::<consume>(vec![upstream("gate"), by_kind("mails", "mails")], 0),
    ]);
    let server = Server::new([Ok(doc(7)), Err("dead")]);
    let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(outcome.get::<gate>().unwrap().v, 8);
    let error = execution(graph.arun(Resume::new(true), &server.config()).await);
    assert!(
        matches!(error, ExecutionError::ResourceExpired { reason: RefusedReplay::NoReplayer, .. }),
        "{error}"
    );
    // Read in the same run, and dead for one that reads anew.
    let graph = builder(vec![
        agent(vec![]),
        sum::<first>(vec![upstream("research"), by_kind("mails", "mails")], 0),
        sum::<second>(vec![upstream("first"), by_kind("mails", "mails").__cache(false)], 0),
    ]);
    let server = Server::new([Ok(doc(7)), Err("dead")]);
    let error = execution(graph.arun(Input::new(), &server.config()).await);
    assert!(matches!(error, ExecutionError::ResourceExpired { .. }), "{error}");
}

#[tokio::test]
async fn a_parser_sees_the_content_and_its_media_type() {
    let param = Param::__resource_parsed::<String, BoxError>(
        "doc",
        Locator::Uri("crm://a"),
        |content: ResourceContent| Ok(format!("{:?} {}", content.mime(), content.body.as_text()?)),
    );
    let graph = compile(vec![echo::<String>(param)]);
    let server = Server::new([Ok(text("text/csv; header=present", "a,b"))]);
    let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(*outcome.get::<Echo>().unwrap(), json!("Some(\"text/csv; header=present\") a,b"));
}

#[tokio::test]
async fn text_does_not_become_a_record_by_itself() {
    let error = parsed::<Doc>(text("text/html", r#"{"v": 7}"#)).await.unwrap_err();
    for part in ["`text/html`", "Doc", "parse = f", "`String`"] {
        assert!(error.contains(part), "{part} in {error}");
    }
}

fn bytes(mime: Option<&str>, bytes: &[u8]) -> ResourceContent {
    ResourceContent {
        uri: "crm://a".to_owned(),
        mime: mime.map(str::to_owned),
        body: Body::from(bytes.to_vec()),
    }
}

#[tokio::test]
async fn the_same_content_gives_the_same_value_or_the_same_error() {
    let contents = [
        text("application/json", r#"{"v": 7}"#),
        text("application/json", r#"{"v": "seven"}"#),
        text("application/hal+json", r#"{"v": 7}"#),
        text("text/plain", "seven"),
        text("image/png", "seven"),
        bytes(None, br#"{"v": 7}"#),
        bytes(Some("text/plain"), b"\xff\xfe"),
    ];
    for content in contents {
        let again = || content.clone();
        assert_eq!(parsed::<Doc>(again()).await, parsed::<Doc>(again()).await);
        assert_eq!(parsed::<String>(again()).await, parsed::<String>(again()).await);
        let blob = parsed::<BlobResult>(again()).await;
        assert!(blob.is_ok(), "{blob:?}");
        assert_eq!(blob, parsed::<BlobResult>(again()).await);
    }
}

#[tokio::test]
async fn no_model_is_asked_to_parse() {
    let contents = [
        (text("application/json", r#"{"v": 7}"#), Param::__resource::<Doc> as fn(_, _) -> _),
        (text("application/hal+json", r#"{"v": 7}"#), Param::__resource::<Doc>),
        (bytes(None, br#"{"v": 7}"#), Param::__resource::<Doc>),
        (text("text/markdown", "# seven"), Param::__resource::<String>),
        (bytes(Some("image/png"), &[0xff]), Param::__resource::<Vec<u8>>),
        (text("text/html", "<p>"), Param::__resource::<BlobResult>),
        // None of these fit.
        (text("text/html", "<p>7</p>"), Param::__resource::<Doc>),
        (text("application/json", "seven"), Param::__resource::<Doc>),
        (bytes(Some("image/png"), &[0xff]), Param::__resource::<Doc>),
    ];
    for (fits, (content, param)) in (0..).map(|index| index < 6).zip(contents) {
        let model = ScriptedModel::turns([ChatResponse::json(&json!({ "v": 1 }))]);
        let mime = content.mime.clone();
        let reads = NodeSpec::__scripted::<first, _, _, _>(|_: Args| async {
            Ok(Ok::<_, Error>(Doc { v: 1 }))
        })
        .__param(param("doc", Locator::Uri("crm://a")));
        let thinks = NodeSpec::__with_model::<second, Doc>(
            Mode::Think,
            "m",
            PromptSource::Inline("{{ first.v }}"),
        )
        .__param(upstream("first"));
        let graph = Graph::builder(pipeline(vec![reads, thinks]))
            .model("m", model.clone())
            .compile()
            .unwrap();
        let server = Server::new([Ok(content)]);
        let ended = graph.arun(Input::new(), &server.config()).await;
        assert_eq!(ended.is_ok(), fits, "{mime:?}: {ended:?}");
        // The one turn is that of the node which has a model.
        assert_eq!(model.requests().len(), usize::from(fits), "{mime:?}");
    }
}
