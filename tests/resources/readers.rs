//! `#[resource_reader]`: a read that a model may ask for.

use std::sync::Arc;

use neograph::{
    BoxError,
    error::{ConfigurationError, ExecutionError},
    model::{ChatResponse, Message},
    prelude::*,
    resource::{BlobResult, Body, ResourceContent},
    testing::ScriptedModel,
    tool::{ToolCall, ToolError, ToolInteraction, ToolOutput, ToolType},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::Library;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Mail {
    pub subject: String,
}

/// The mails of a deal, newest first.
#[resource_reader(uri_template = "crm://deals/{deal_id}/mails{?limit,from}")]
async fn read_mails(deal_id: u32, limit: Option<u8>, from: Option<String>) -> Result<Vec<Mail>>;

#[resource_reader(uri_template = "crm://deals/{deal_id}/mails/{start}/{end}")]
async fn read_between(deal_id: u32, start: String, end: String) -> Result<Vec<Mail>>;

fn lines(content: ResourceContent) -> std::result::Result<Vec<String>, BoxError> {
    Ok(content.body.as_text()?.lines().map(str::to_owned).collect())
}

#[resource_reader(
    uri_template = "crm://notes/{topic}",
    name = "notes",
    description = "What was noted.",
    budget = 1,
    idempotent = false,
    parse = lines,
    max_bytes = 20
)]
async fn read_notes(topic: String) -> Result<Vec<String>>;

#[resource_reader(uri_template = "crm://scans/{page}")]
async fn read_scan(page: u32) -> Result<BlobResult>;

#[pipeline]
mod desk {
    use super::*;

    #[node(
        mode = agent,
        model = "m",
        prompt_text = "look it up",
        tools = [read_mails, read_between, read_notes, read_scan]
    )]
    pub async fn research() -> Result<u8>;
}

/// The same address for a parameter and for a model.
#[pipeline]
mod both {
    use super::*;

    #[node(mode = agent, model = "m", prompt_text = "look it up", tools = [read_mails])]
    pub async fn research() -> Result<u8>;

    #[node]
    pub async fn mails(
        research: &u8,
        #[from_input] deal_id: u32,
        #[from_input] limit: Option<u8>,
        #[from_resource("crm://deals/{deal_id}/mails{?limit}")] mails: Vec<Mail>,
    ) -> Result<Vec<Mail>> {
        Ok(mails)
    }
}

const MAILS: &str = r#"[{"subject": "Offer"}, {"subject": "Start"}]"#;

/// A model that makes these calls, one a turn, and then answers.
fn calling(calls: impl IntoIterator<Item = (&'static str, Value)>) -> ScriptedModel {
    let calls = calls.into_iter().map(|(tool, args)| ChatResponse::call(tool, args));
    ScriptedModel::turns(calls.chain([ChatResponse::json(&json!(1))]).collect::<Vec<_>>())
}

fn graph(model: &ScriptedModel) -> Graph {
    Graph::builder(desk::pipeline()).model("m", model.clone()).compile().unwrap()
}

/// What the model was told in the end, and what was kept of its calls.
async fn told(
    library: &Library,
    calls: impl IntoIterator<Item = (&'static str, Value)>,
) -> (Vec<String>, Vec<ToolInteraction>) {
    let model = calling(calls);
    let outcome = graph(&model).arun(Input::new(), &library.config()).await.unwrap();
    let requests = model.requests();
    let texts = requests.last().unwrap().messages.iter().filter_map(|message| match message {
        Message::Tool { text, .. } => Some(text.clone()),
        _ => None,
    });
    (texts.collect(), outcome.output().tool_log("research").to_vec())
}

#[test]
fn a_reader_is_a_tool_with_the_variables_as_arguments() {
    let mails = read_mails::tool();
    let spec = mails.spec();
    assert_eq!(spec.name, "read_mails");
    assert_eq!(spec.description, "The mails of a deal, newest first.");
    assert!(spec.idempotent, "a read may be repeated unless it is said otherwise");
    assert!(spec.async_only && !spec.emits_links);
    assert_eq!((spec.budget, spec.server.as_deref()), (None, None));
    let schema = &spec.input_schema;
    let names: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
    let variables = neograph::uri::variables("crm://deals/{deal_id}/mails{?limit,from}").unwrap();
    assert_eq!(names.len(), variables.len());
    assert!(variables.iter().all(|variable| names.contains(&variable)), "{names:?}");
    assert_eq!(schema["required"], json!(["deal_id"]));
    assert_eq!(schema["properties"]["deal_id"]["type"], "integer");
    assert_eq!(schema["additionalProperties"], false);

    let between = read_between::tool();
    let variables = neograph::uri::variables("crm://deals/{deal_id}/mails/{start}/{end}").unwrap();
    assert_eq!(between.spec().input_schema["required"], json!(variables));

    let notes = read_notes::tool();
    let spec = notes.spec();
    assert_eq!((spec.name.as_str(), spec.description.as_str()), ("notes", "What was noted."));
    assert_eq!((spec.idempotent, spec.budget), (false, Some(1)));
}

#[tokio::test]
async fn a_read_gives_the_model_and_the_log_the_value() {
    let library = Library::json(MAILS);
    let args = json!({ "deal_id": 42, "from": "a b" });
    let (texts, log) = told(&library, [("read_mails", args)]).await;
    assert_eq!(library.asked(), ["crm://deals/42/mails?from=a%20b"]);
    assert_eq!(texts, [r#"[{"subject":"Offer"},{"subject":"Start"}]"#]);
    let mails: Vec<Mail> = log[0].result().unwrap().unwrap();
    assert_eq!(mails[1], Mail { subject: "Start".to_owned() });
    assert_eq!(log[0].typed_result, Some(json!([{ "subject": "Offer" }, { "subject": "Start" }])));
    assert!(log[0].result::<u8>().unwrap().is_err());
}

#[tokio::test]
async fn wrong_arguments_are_told_to_the_model_and_nothing_is_read() {
    let library = Library::json(MAILS);
    let calls = [
        ("read_mails", json!({})),
        ("read_mails", json!({ "deal_id": "forty-two" })),
        ("read_mails", json!({ "deal_id": 42, "limit": 1000 })),
        ("read_mails", json!({ "deal_id": 42, "until": "now" })),
    ];
    let (texts, log) = told(&library, calls).await;
    assert!(library.asked().is_empty());
    for (text, words) in
        texts.iter().zip(["`deal_id` is missing", "`deal_id`", "`limit`", "`until`"])
    {
        assert!(text.starts_with("error: wrong arguments") && text.contains(words), "{text}");
    }
    assert!(log.len() == 4 && log.iter().all(|call| call.is_error && call.refused), "{log:?}");
}

#[tokio::test]
async fn content_that_does_not_fit_is_an_error_and_no_value() {
    let library = Library::json(r#"[{"subject": 7}]"#);
    let (texts, log) = told(&library, [("read_mails", json!({ "deal_id": 42 }))]).await;
    assert!(texts[0].starts_with("error: ") && texts[0].contains("does not fit"), "{}", texts[0]);
    assert_eq!(log[0].typed_result, None);
    assert!(log[0].is_error && !log[0].refused);
}

#[tokio::test]
async fn a_reader_keeps_to_its_parser_its_limit_and_its_budget() {
    let library = Library::new(|uri| {
        let text = if uri.ends_with("long") { "a line that is too long" } else { "one\ntwo" };
        Some(ResourceContent::text(uri, Some("text/plain"), text))
    });
    let (_, log) = told(&library, [("notes", json!({ "topic": "short" }))]).await;
    assert_eq!(log[0].result::<Vec<String>>().unwrap().unwrap(), ["one", "two"]);
    let calls = [("notes", json!({ "topic": "long" })), ("notes", json!({ "topic": "short" }))];
    let (texts, log) = told(&library, calls).await;
    assert!(texts[0].contains("23 bytes") && texts[0].contains("20"), "{texts:?}");
    assert!(texts[1].contains("`notes` may be called 1 times"), "{texts:?}");
    assert!(log[1].refused);
}

#[tokio::test]
async fn a_reader_without_a_fetcher_ends_the_run_and_is_named() {
    let graph = graph(&calling([("read_mails", json!({ "deal_id": 42 }))]));
    let error = graph.arun(Input::new(), &RunConfig::new()).await.unwrap_err();
    let fatal = error.as_execution().unwrap();
    assert!(matches!(fatal, ExecutionError::Tool { tool, .. } if tool == "read_mails"), "{error}");
    assert!(error.to_string().contains("`mcp_resource_fetcher`"), "{error}");
}

#[test]
fn the_blocking_driver_refuses_a_reader() {
    let model = calling([("read_mails", json!({ "deal_id": 42 }))]);
    let library = Library::json(MAILS);
    let error = graph(&model).run(Input::new(), &library.config()).unwrap_err();
    let refusal = error.as_configuration().unwrap();
    assert!(matches!(refusal, ConfigurationError::NeedsAsyncDriver { .. }), "{error}");
    let message = error.to_string();
    assert!(message.contains("`read_mails`") && message.contains("`arun`"), "{message}");
    assert!(library.asked().is_empty() && model.requests().is_empty());
}

#[tokio::test]
async fn opaque_content_is_a_blob_with_its_size() {
    let library = Library::new(|uri| {
        Some(if uri.ends_with('1') {
            let body = Body::from(vec![0xff, 0xd8, 0xff]);
            ResourceContent { uri: uri.to_owned(), mime: Some("image/jpeg".to_owned()), body }
        } else {
            ResourceContent::text(uri, Some("text/csv"), "ä,b")
        })
    });
    let calls = [("read_scan", json!({ "page": 1 })), ("read_scan", json!({ "page": 2 }))];
    let (texts, log) = told(&library, calls).await;
    let scans: Vec<BlobResult> = log.iter().map(|call| call.result().unwrap().unwrap()).collect();
    let image = BlobResult {
        uri: "crm://scans/1".to_owned(),
        mime: Some("image/jpeg".to_owned()),
        text: None,
        base64: Some("/9j/".to_owned()),
        size: 3,
    };
    let table = BlobResult {
        uri: "crm://scans/2".to_owned(),
        mime: Some("text/csv".to_owned()),
        text: Some("ä,b".to_owned()),
        base64: None,
        size: 4,
    };
    assert_eq!(scans, [image, table]);
    // What is kept and told is text, not numbers for bytes.
    assert!(texts[0].contains("/9j/") && !texts[0].contains("255"), "{texts:?}");
}

#[tokio::test]
async fn a_parameter_and_a_reader_give_the_same_value_of_the_same_address() {
    let model = calling([("read_mails", json!({ "deal_id": 42, "limit": 5 }))]);
    let graph = Graph::builder(both::pipeline()).model("m", model).compile().unwrap();
    let library = Library::json(MAILS);
    let input = Input::new().set("deal_id", 42).unwrap().set("limit", 5).unwrap();
    let outcome = graph.arun(input, &library.config()).await.unwrap();
    let read: Vec<Mail> = outcome.output().tool_log("research")[0].result().unwrap().unwrap();
    assert_eq!(*outcome.get::<both::mails>().unwrap(), read);
    assert_eq!(library.asked(), ["crm://deals/42/mails?limit=5"; 2]);
}

/// What a server emits no links to is still read by a tool of the model's.
#[tokio::test]
async fn a_reader_can_be_called_outside_a_run() {
    let args = json!({ "topic": "short" }).as_object().unwrap().clone();
    let library = Library::new(|uri| Some(ResourceContent::text(uri, Some("text/plain"), "a")));
    let call = ToolCall::new(args.clone()).fetcher(Arc::new(library));
    let output: ToolOutput = read_notes::tool().call(call).await.unwrap();
    assert_eq!(output.typed, Some(json!(["a"])));
    let alone = read_notes::tool().call(ToolCall::new(args)).await.unwrap_err();
    assert!(matches!(alone, ToolError::Fatal(_)), "{alone}");
}
