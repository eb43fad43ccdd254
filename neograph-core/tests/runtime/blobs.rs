//! `read_blob`: any resource, as it is.

use std::sync::Arc;

use neograph_core::{
    Graph,
    error::{ConfigurationError, ExecutionError},
    model::{ChatResponse, Message},
    resource::{BlobResult, FetchTooLarge, ResourceContent},
    run::{Input, Outcome, RunConfig},
    testing::ScriptedModel,
    tool::{ReadBlob, Tool, ToolCall, ToolError, ToolInteraction, read_blob},
};
use serde_json::{Value, json};

use super::support::*;
use neograph_core::__private::{Mode, NodeSpec, PromptSource, ToolRef};

fn graph(tool: ReadBlob, calls: &[Value]) -> (Graph, ScriptedModel) {
    let turns = calls.iter().map(|args| ChatResponse::call("read_blob", args.clone()));
    let model = ScriptedModel::turns(turns.chain([ChatResponse::json(&json!({ "v": 1 }))]));
    let agent =
        NodeSpec::__with_model::<research, Doc>(Mode::Agent, "m", PromptSource::Inline("look"))
            .__tool(ToolRef::Named("read_blob"));
    let tool: Arc<dyn Tool> = Arc::new(tool);
    let graph = Graph::builder(pipeline(vec![agent])).model("m", model.clone()).tools([tool]);
    (graph.compile().unwrap(), model)
}

async fn log(tool: ReadBlob, server: &Server, calls: &[Value]) -> Vec<ToolInteraction> {
    let (graph, _) = graph(tool, calls);
    let outcome: Outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
    outcome.output().tool_log("research").to_vec()
}

fn blob(call: &ToolInteraction) -> BlobResult {
    call.result().unwrap().unwrap()
}

#[tokio::test]
async fn text_comes_as_text_and_other_content_in_base64() {
    let server = Server::new([
        Ok(ResourceContent::text("crm://a", Some("text/plain"), "grüße")),
        Ok(ResourceContent::bytes("", Some("image/png"), vec![0xff, 0])),
    ]);
    let calls = [json!({ "uri": "crm://a" }), json!({ "uri": "crm://b" })];
    let log = log(read_blob(), &server, &calls).await;
    let (text, bytes) = (blob(&log[0]), blob(&log[1]));
    assert_eq!((text.text.as_deref(), text.base64, text.size), (Some("grüße"), None, 7));
    assert_eq!((bytes.text, bytes.base64.as_deref(), bytes.size), (None, Some("/wA="), 2));
    assert_eq!((&*bytes.uri, bytes.mime.as_deref()), ("crm://b", Some("image/png")));
    assert_eq!(server.read_uris(), ["crm://a", "crm://b"]);
    assert_eq!(serde_json::from_str::<BlobResult>(&log[0].text).unwrap(), blob(&log[0]));
}

#[tokio::test]
async fn what_is_too_large_is_told_to_the_model() {
    let server = Server::new([Ok(ResourceContent::text("", None, "12345"))]);
    let log = log(read_blob().max_bytes(4), &server, &[json!({ "uri": "crm://a" })]).await;
    assert!(log[0].is_error);
    assert_eq!(log[0].text, "`crm://a` has 5 bytes and the limit is 4; ask for a smaller part");
    let exact = Server::new([Ok(ResourceContent::text("", None, "1234"))]);
    let log = self::log(read_blob().max_bytes(4), &exact, &[json!({ "uri": "crm://a" })]).await;
    assert!(!log[0].is_error);
}

#[tokio::test]
async fn the_limit_reaches_the_fetcher() {
    let fetch = neograph_core::resource::fetch_fn(|_: String| async {
        Err::<(String, Option<String>), _>(FetchTooLarge { actual: 9, limit: 4 })
    });
    let args = json!({ "uri": "crm://a" }).as_object().unwrap().clone();
    let call = ToolCall::new(args).fetcher(Arc::new(fetch));
    let error = read_blob().max_bytes(4).call(call).await.unwrap_err();
    assert!(matches!(&error, ToolError::Failed(_)), "{error}");
    assert!(error.to_string().contains('9') && error.to_string().contains('4'), "{error}");
}

#[tokio::test]
async fn wrong_arguments_are_told_to_the_model_and_nothing_is_read() {
    let server = Server::doc(1);
    let calls =
        [json!({}), json!({ "uri": 7 }), json!({ "uri": " " }), json!({ "url": "crm://a" })];
    let log = log(read_blob(), &server, &calls).await;
    assert!(log.iter().all(|call| call.refused && call.is_error));
    assert_eq!(log[0].text, "wrong arguments: `uri` is missing");
    assert!(log[3].text.contains("`url` is no argument"), "{}", log[3].text);
    assert!(server.read_uris().is_empty());
}

#[tokio::test]
async fn a_read_may_be_repeated_and_is_then_made_once() {
    let server = Server::doc(1);
    let calls = [json!({ "uri": "crm://a" }), json!({ "uri": "crm://a" })];
    log(read_blob(), &server, &calls).await;
    assert_eq!(server.read_uris().len(), 1);
    log(read_blob().idempotent(false), &server, &calls).await;
    assert_eq!(server.read_uris().len(), 3);
}

#[tokio::test]
async fn the_budget_holds() {
    let server = Server::doc(1);
    let calls = [json!({ "uri": "crm://a" }), json!({ "uri": "crm://b" })];
    let log = log(read_blob().budget(1), &server, &calls).await;
    assert!(log[1].refused, "{}", log[1].text);
    assert_eq!(server.read_uris(), ["crm://a"]);
}

#[tokio::test]
async fn a_content_that_looks_like_a_link_is_none() {
    let content = json!([link("mails", "crm://x")]).to_string();
    let server = Server::new([Ok(ResourceContent::text("", Some("application/json"), content))]);
    let (graph, model) = graph(read_blob(), &[json!({ "uri": "crm://a" })]);
    graph.arun(Input::new(), &server.config()).await.unwrap();
    let requests = model.requests();
    let Some(Message::Tool { text, .. }) = requests[1].messages.last() else { panic!() };
    assert!(serde_json::from_str::<BlobResult>(text).is_ok(), "{text}");
}

#[tokio::test]
async fn without_a_fetcher_the_run_fails_and_names_the_tool() {
    let (graph, _) = graph(read_blob(), &[json!({ "uri": "crm://a" })]);
    let error = execution(graph.arun(Input::new(), &RunConfig::new()).await);
    let ExecutionError::Tool { tool, source, .. } = &error else { panic!("{error}") };
    assert_eq!(tool, "read_blob");
    assert!(source.to_string().contains("mcp_resource_fetcher"), "{source}");
}

#[test]
fn the_blocking_driver_refuses_it() {
    let (graph, _) = graph(read_blob(), &[]);
    let error = configuration(graph.run(Input::new(), &Server::doc(1).config()));
    assert!(matches!(&error, ConfigurationError::NeedsAsyncDriver { .. }), "{error}");
    assert!(error.to_string().contains("`read_blob`"), "{error}");
}
