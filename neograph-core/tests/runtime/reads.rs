//! What a read may take, whoever shares it, and what is kept of it.

use std::{sync::Arc, time::Duration};

use neograph_core::{
    BoxError, BoxFuture, Error, Graph, Node, Pipeline,
    checkpoint::MemorySaver,
    model::ChatResponse,
    pipeline::ItemError,
    resource::{
        FetchRequest, FetchTooLarge, Fetched, Fetcher, ResourceContent, fetch_fn, replay_fn,
    },
    run::{Input, Resume, RunConfig},
    testing::ScriptedModel,
    tool::{Tool, read_blob},
};
use serde_json::{Value, json};

use super::{
    flow::{batch_of, item, over_batch},
    support::*,
};
use neograph_core::__private::{
    Args, Locator, Mode, NodeSpec, NodeType, Param, PromptSource, ToolRef,
};

/// Answers after a while.
fn slow(wait: Duration) -> RunConfig {
    RunConfig::new().fetcher(fetch_fn(move |_: String| async move {
        tokio::time::sleep(wait).await;
        Ok::<_, BoxError>((r#"{"v": 1}"#.to_owned(), Some("application/json".to_owned())))
    }))
}

#[tokio::test(start_paused = true)]
async fn a_tools_read_takes_no_longer_than_the_runs_fetch_timeout() {
    let model = ScriptedModel::turns([
        ChatResponse::call("read_blob", json!({ "uri": "crm://a" })),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let agent =
        NodeSpec::__with_model::<research, Doc>(Mode::Agent, "m", PromptSource::Inline("look"))
            .__tool(ToolRef::Named("read_blob"));
    let tool: Arc<dyn Tool> = Arc::new(read_blob());
    let graph = Graph::builder(pipeline(vec![agent])).model("m", model).tools([tool]);
    let config = slow(Duration::from_hours(1)).fetch_timeout(Duration::from_secs(2));
    let outcome = graph.compile().unwrap().arun(Input::new(), &config).await.unwrap();
    let call = &outcome.output().tool_log("research")[0];
    assert!(call.is_error && call.text == "`crm://a`: no answer within 2s", "{}", call.text);
}

fn timed(name: &'static str, timeout: Duration) -> Param {
    Param::__resource::<Doc>(name, Locator::Uri("crm://a")).__timeout(timeout)
}

/// A reader whose failure is collected begins a read, and another one joins it. What the two come
/// to: the failure of the one, and the value of the other.
async fn side_by_side(picky: Param, patient: Param, config: &RunConfig) -> (String, i64) {
    let (tool, _) = GetDeal::linking(true).shared();
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let nodes = vec![
        agent(vec![]),
        batch_of([0]),
        over_batch(sum::<first>(vec![item(), picky, upstream("research")], 0))
            .__collect_errors::<Doc>(),
        over_batch(sum::<second>(vec![item(), patient, upstream("research")], 0)),
    ];
    let graph = Graph::builder(pipeline(nodes)).model("m", model).tools([tool]).compile().unwrap();
    let outcome = graph.arun(Input::new(), config).await.unwrap();
    let picky = outcome.value::<Vec<Result<Doc, ItemError>>>("first").unwrap();
    let failure = picky[0].as_ref().unwrap_err().message.clone();
    (failure, outcome.value::<Vec<Doc>>("second").unwrap()[0].v)
}

/// Who waits longer has its answer, although one who does not began the read.
#[tokio::test(start_paused = true)]
async fn a_parameters_timeout_is_its_own() {
    let (short, long) = (Duration::from_millis(50), Duration::from_mins(1));
    let config = slow(Duration::from_millis(300));
    let (failure, value) = side_by_side(timed("one", short), timed("two", long), &config).await;
    assert!(failure.contains("no answer within 50ms"), "{failure}");
    assert_eq!(value, 2);
    // And who does not wait so long has failed, although one who does began it.
    let nodes = vec![
        sum::<first>(vec![timed("one", long)], 0),
        sum::<second>(vec![timed("two", short)], 0),
    ];
    let error = execution(compile(nodes).arun(Input::new(), &config).await);
    let text = format!("{error:?}");
    assert!(text.contains("second") && text.contains("50ms"), "{text}");
}

/// A replay that never answers is a failed one.
#[tokio::test(start_paused = true)]
async fn a_replay_takes_no_longer_than_a_read_may() {
    let (tool, _) = GetDeal::linking(true).shared();
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let nodes = vec![
        agent(vec![]),
        sum::<consume>(vec![by_kind("mails", "mails"), upstream("research")], 0),
    ];
    let graph = Graph::builder(pipeline(nodes)).model("m", model).tools([tool]).compile().unwrap();
    let config = RunConfig::new()
        .fetch_timeout(Duration::from_secs(3))
        .fetcher(fetch_fn(|_: String| async {
            Err::<(String, Option<String>), BoxError>("gone".into())
        }))
        .replayer(replay_fn(|_: String, _| std::future::pending::<Result<Value, BoxError>>()));
    let error = execution(graph.arun(Input::new(), &config).await);
    assert!(
        format!("{error:?}").contains("no answer within 3s")
            || format!("{error:?}").contains("TimedOut(3s)"),
        "{error:?}"
    );
}

/// Knows fresh links only, and stops at the limit that it is given.
struct Limited;

impl Fetcher for Limited {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        Box::pin(async move {
            tokio::time::sleep(Duration::from_millis(10)).await;
            if !request.uri.ends_with("fresh") {
                return Err("gone".into());
            }
            let content = doc(12345);
            match request.max_bytes.filter(|limit| content.size() > *limit) {
                Some(limit) => Err(FetchTooLarge { actual: content.size(), limit }.into()),
                None => Ok(Fetched::new(vec![content])),
            }
        })
    }
}

/// One reader's limit is not another's, of an address and behind a replay.
#[tokio::test(start_paused = true)]
async fn a_shared_read_refuses_nobody_by_anothers_limit() {
    let config = RunConfig::new().fetcher(Limited).replayer(replay_fn(|_: String, _| async {
        Ok::<_, BoxError>(json!([link("mails", "crm://deals/D1/mails/fresh")]))
    }));
    let by_address = |name| by_uri(name, "crm://fresh");
    let by_link = |name| by_kind(name, "mails");
    for (picky, patient) in
        [(by_address("small"), by_address("large")), (by_link("small"), by_link("large"))]
    {
        let (failure, value) = side_by_side(picky.__max_bytes(3), patient, &config).await;
        assert!(failure.contains("the limit is 3"), "{failure}");
        assert_eq!(value, 12346);
    }
}

fn mixed(sum: u64, number: f64) -> u64 {
    sum.rotate_left(7) ^ number.to_bits()
}

/// What JSON says of a number is what comes back: no digit is lost on the way through a store.
#[tokio::test]
async fn a_float_is_the_same_after_a_pause() {
    let numbers = || (1..2000_u32).map(|n| f64::from(n) / 7.0 * 1.0e-3).collect::<Vec<f64>>();
    let make = Node::scripted("make")
        .run(move |_| async move { Ok(numbers()) })
        .interrupt_when(|_: &Vec<f64>| Some(true));
    let compare = Node::scripted("compare")
        .edge::<Vec<f64>>("make")
        .run(async |args| Ok(args.get::<Vec<f64>>("make")?.iter().copied().fold(0, mixed)));
    let pipeline = Pipeline::builder("floats").nodes([make, compare]).build().unwrap();
    let graph = Graph::builder(pipeline).checkpointer(MemorySaver::new()).compile().unwrap();
    let config = RunConfig::new().thread_id("t");
    let _ = graph.arun(Input::new(), &config).await.unwrap();
    let outcome = graph.arun(Resume::new(true), &config).await.unwrap();
    let expected = numbers().iter().copied().fold(0, mixed);
    assert_eq!(*outcome.value::<u64>("compare").unwrap(), expected);
}

/// As deep as a provider's or a server's JSON may be, and one level around it.
fn nested(levels: usize) -> Value {
    (0..levels).fold(json!(1), |inner, _| json!([inner]))
}

#[tokio::test]
async fn a_thread_with_deeply_nested_answers_and_arguments_stays_readable() {
    let (tool, _) = GetDeal::new(true, json!([{ "type": "text", "text": "ok" }])).shared();
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": nested(126) })),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let nodes = vec![agent(vec![]).__interrupt_when::<Doc, _, _>(|_: &Doc| Some(nested(200)))];
    let graph = Graph::builder(pipeline(nodes))
        .model("m", model)
        .tools([tool])
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap();
    let config = RunConfig::new().thread_id("t");
    let _ = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(graph.get_state(&config).await.unwrap().interrupts[0].payload, nested(200));
    let outcome = graph.arun(Resume::new(nested(127)), &config).await.unwrap();
    assert!(outcome.is_completed());
    graph.get_state(&config).await.unwrap();
}

/// Links of a call that failed are nobody's.
#[tokio::test]
async fn an_error_with_links_lifts_none() {
    let result = json!({ "isError": true, "content": [link("mails", "crm://deals/D1/mails")] });
    let (tool, _) = GetDeal::new(true, result).shared();
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let graph = Graph::builder(pipeline(vec![agent(vec![])]))
        .model("m", model)
        .tools([tool])
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap();
    let config = RunConfig::new().thread_id("t");
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert!(outcome.output().tool_log("research")[0].is_error);
    assert!(graph.get_state(&config).await.unwrap().manifest("research").is_empty());
}

#[derive(Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
#[serde(default)]
struct Lenient {
    a: String,
    b: String,
}

struct Take;

impl NodeType for Take {
    type Output = Value;
    const NAME: &'static str = "take";
}

struct Given(Fetched);
impl Fetcher for Given {
    fn fetch(&self, _: FetchRequest) -> neograph_core::BoxFuture<'_, Result<Fetched, BoxError>> {
        Box::pin(async { Ok(self.0.clone()) })
    }
}

/// What several contents, or one, come to in a type.
async fn taken<T>(contents: Vec<ResourceContent>) -> Result<Value, String>
where
    T: neograph_core::__private::FromResource + serde::Serialize,
{
    let fetched = Fetched::new(contents);
    let node = NodeSpec::__scripted::<Take, _, _, _>(|mut args: Args| async move {
        Ok(Ok::<_, Error>(serde_json::to_value(args.take::<T>(0)?)?))
    })
    .__param(Param::__resource::<T>("doc", Locator::Uri("crm://a")));
    let graph = Graph::builder(pipeline(vec![node]));
    let config = RunConfig::new().fetcher(Given(fetched));
    let outcome = graph.compile().unwrap().arun(Input::new(), &config).await;
    outcome
        .map(|outcome| outcome.value::<Value>("take").unwrap().clone())
        .map_err(|e| e.to_string())
}

fn plain(text: &str) -> ResourceContent {
    ResourceContent::text("crm://a", Some("text/plain"), text)
}

#[tokio::test]
async fn a_sequence_takes_one_content_as_it_takes_several() {
    assert_eq!(taken::<Vec<String>>(vec![plain("x")]).await.unwrap(), json!(["x"]));
    assert_eq!(
        taken::<Vec<String>>(vec![plain("x"), plain("y")]).await.unwrap(),
        json!(["x", "y"])
    );
    assert_eq!(taken::<Vec<Doc>>(vec![doc(1)]).await.unwrap(), json!([{ "v": 1 }]));
    let list = ResourceContent::text("crm://a", None, r#"[{"v": 1}, {"v": 2}]"#);
    assert_eq!(taken::<Vec<Doc>>(vec![list]).await.unwrap(), json!([{ "v": 1 }, { "v": 2 }]));
    let blobs = taken::<Vec<neograph_core::resource::BlobResult>>(vec![plain("x")]).await.unwrap();
    assert_eq!(blobs.as_array().unwrap().len(), 1);
    // Of what fits neither way, the error of the content itself is told.
    let error = taken::<Vec<Doc>>(vec![plain("x")]).await.unwrap_err();
    assert!(error.contains("text/plain"), "{error}");
    let error = taken::<Value>(vec![plain("x")]).await.unwrap_err();
    assert!(error.contains("text/plain"), "{error}");
}

/// A struct can be read from a sequence of its fields, which several contents are not.
#[tokio::test]
async fn several_contents_are_not_the_fields_of_one_value() {
    let error = taken::<Lenient>(vec![plain("x"), plain("y")]).await.unwrap_err();
    assert!(error.contains('2'), "{error}");
    assert!(taken::<Lenient>(vec![plain("x")]).await.is_err());
}

#[tokio::test]
async fn a_string_is_of_text_or_of_json() {
    let of = |mime: &'static str| {
        taken::<String>(vec![ResourceContent::text("crm://a", Some(mime), "{}")])
    };
    for mime in ["text/html", "application/json", "application/problem+json"] {
        assert_eq!(of(mime).await.unwrap(), "{}", "{mime}");
    }
    for mime in ["image/png", "application/octet-stream", "application/json+xml"] {
        let error = of(mime).await.unwrap_err();
        assert!(error.contains(mime), "{error}");
    }
}

#[tokio::test]
async fn of_two_links_of_a_kind_the_first_is_read() {
    let result = json!([link("mails", "crm://first"), link("mails", "crm://second")]);
    let (tool, _) = GetDeal::new(true, result).shared();
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let reads = sum::<consume>(vec![by_kind("mails", "mails"), upstream("research")], 0);
    let graph = Graph::builder(pipeline(vec![agent(vec![]), reads])).model("m", model);
    let server = Server::doc(1);
    let config = RunConfig::new().fetcher(server.clone());
    let outcome = graph.tools([tool]).compile().unwrap().arun(Input::new(), &config).await;
    assert!(outcome.unwrap().is_completed());
    assert_eq!(server.read_uris(), ["crm://first"]);
}
