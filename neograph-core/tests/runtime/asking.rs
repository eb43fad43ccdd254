//! Tools that ask a human in the middle of their call.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use neograph_core::{
    BoxFuture, Graph,
    checkpoint::MemorySaver,
    error::{ConfigurationError, ExecutionError},
    interrupt,
    model::{ChatResponse, Message},
    resource::FetchRequest,
    run::{Event, Input, Resume},
    testing::ScriptedModel,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde_json::json;

use super::support::*;

/// Asks before it wires, and counts how often it was called and how often it wired.
struct Wire {
    spec: ToolSpec,
    counts: Arc<(AtomicUsize, AtomicUsize)>,
}

impl Tool for Wire {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            self.counts.0.fetch_add(1, Ordering::SeqCst);
            let answer = interrupt(json!({ "really": call.args["amount"] })).await?;
            if answer["approved"] != true {
                return Ok(ToolOutput::new("not wired"));
            }
            self.counts.1.fetch_add(1, Ordering::SeqCst);
            Ok(ToolOutput::new("wired"))
        })
    }
}

struct Setup {
    graph: Graph,
    model: ScriptedModel,
    counts: Arc<(AtomicUsize, AtomicUsize)>,
    server: Server,
}

fn setup(stored: bool) -> Setup {
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "amount": 5 })),
        ChatResponse::call("crm::get_deal", json!({ "amount": 7 })),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let counts = Arc::default();
    let spec = ToolSpec::new("get_deal").server("crm");
    let tool: Arc<dyn Tool> = Arc::new(Wire { spec, counts: Arc::clone(&counts) });
    let builder = Graph::builder(pipeline(vec![agent(vec![by_uri("doc", "crm://a")])]))
        .model("m", model.clone())
        .tools([tool]);
    let builder = if stored { builder.checkpointer(MemorySaver::new()) } else { builder };
    Setup { graph: builder.compile().unwrap(), model, counts, server: Server::doc(1) }
}

#[tokio::test]
async fn a_tool_asks_and_is_called_again_with_the_answer() {
    let Setup { graph, model, counts, server } = setup(true);
    let finished = Arc::new(AtomicUsize::new(0));
    let seen = Arc::clone(&finished);
    let config = server.config().on_event(move |event| {
        seen.fetch_add(usize::from(matches!(event, Event::NodeFinished { .. })), Ordering::SeqCst);
    });
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(finished.load(Ordering::SeqCst), 0, "a node that asks is not finished");
    let [question] = outcome.interrupts() else { panic!("{outcome:?}") };
    assert_eq!((question.reason.as_str(), question.node.as_str()), ("tool", "research"));
    assert_eq!(question.payload, json!({ "really": 5 }));
    let outcome = graph.arun(Resume::new(json!({ "approved": false })), &config).await.unwrap();
    assert_eq!(outcome.interrupts()[0].payload, json!({ "really": 7 }), "the second call asks too");
    let outcome = graph.arun(Resume::new(json!({ "approved": true })), &config).await.unwrap();
    assert!(outcome.is_completed());
    assert_eq!(finished.load(Ordering::SeqCst), 1);
    assert_eq!((counts.0.load(Ordering::SeqCst), counts.1.load(Ordering::SeqCst)), (4, 1));
    assert_eq!(model.requests().len(), 3, "no turn is repeated");
    let texts: Vec<&str> =
        outcome.output().tool_log("research").iter().map(|call| call.text.as_str()).collect();
    assert_eq!(texts, ["not wired", "wired"]);
    let Some(Message::Tool { text, .. }) = model.requests()[2].messages.last().cloned() else {
        panic!()
    };
    assert_eq!(text, "wired");
    assert_eq!(server.read_uris().len(), 3, "each life reads its resource once");
}

#[tokio::test]
async fn a_question_needs_a_store_and_a_call() {
    let Setup { graph, server, .. } = setup(false);
    let error = configuration(graph.arun(Input::new(), &server.config()).await);
    assert!(matches!(error, ConfigurationError::MissingCheckpointer { .. }), "{error}");
    let error = interrupt("anybody there?").await.unwrap_err();
    assert!(matches!(error, ToolError::Fatal(_)), "{error}");
}

#[tokio::test]
async fn a_fatal_tool_ends_the_run() {
    struct Broken(ToolSpec);
    impl Tool for Broken {
        fn spec(&self) -> &ToolSpec {
            &self.0
        }

        fn call(&self, call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
            Box::pin(async move {
                call.resources.read(FetchRequest::new("crm://a")).await?;
                Ok(ToolOutput::new("read"))
            })
        }
    }
    let model = ScriptedModel::turns([ChatResponse::call("crm::get_deal", json!({}))]);
    let graph = Graph::builder(pipeline(vec![agent(vec![])]))
        .model("m", model)
        .tools([Arc::new(Broken(ToolSpec::new("get_deal").server("crm"))) as Arc<dyn Tool>])
        .compile()
        .unwrap();
    let config = neograph_core::run::RunConfig::new();
    let error = execution(graph.arun(Input::new(), &config).await);
    assert!(matches!(&error, ExecutionError::Tool { tool, .. } if tool == "crm::get_deal"));
    assert!(error.to_string().contains("mcp_resource_fetcher"), "{error}");
}

/// Asks twice in one call.
struct Twice(ToolSpec);

impl Tool for Twice {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _call: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async move {
            let first = interrupt("wire 5 EUR?").await?;
            let second = interrupt("and delete the account?").await?;
            Ok(ToolOutput::new(json!(format!("{first} {second}"))))
        })
    }
}

#[tokio::test]
async fn a_second_question_of_one_call_is_not_answered_with_the_first_answer() {
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({})),
        ChatResponse::json(&json!({ "v": 1 })),
    ]);
    let graph = Graph::builder(pipeline(vec![agent(vec![])]))
        .model("m", model)
        .tools([Arc::new(Twice(ToolSpec::new("get_deal").server("crm"))) as Arc<dyn Tool>])
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap();
    let config = Server::doc(1).config();
    assert_eq!(graph.arun(Input::new(), &config).await.unwrap().interrupts().len(), 1);
    let error = execution(graph.arun(Resume::new("yes"), &config).await);
    assert!(matches!(&error, ExecutionError::Tool { .. }), "{error}");
    assert!(error.to_string().contains("asks once"), "{error}");
}
