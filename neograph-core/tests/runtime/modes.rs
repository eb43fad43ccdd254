//! Resources and tools of the nodes that have a model, in every mode.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use neograph_core::{
    __private::{Args, Mode, NodeSpec, Param, PromptSource, ToolRef},
    BoxFuture, Error, Graph,
    error::{ConfigurationError, ExecutionError},
    model::ChatResponse,
    run::{Input, RunConfig},
    testing::ScriptedModel,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde_json::json;

use super::support::*;

const MODES: [Mode; 3] = [Mode::Think, Mode::Agent, Mode::Act];

/// A node of the mode that writes from its `history`.
fn writing(mode: Mode, history: Param) -> NodeSpec {
    let prompt = PromptSource::Inline("the history is {{ history.v }}");
    let node = NodeSpec::__with_model::<consume, Doc>(mode, "writer", prompt);
    let node = if mode.uses_tools() { node.__tool(ToolRef::Named("crm::get_deal")) } else { node };
    node.__param(history)
}

/// research (links to mails) → the node, with the model of the node.
fn graph(node: NodeSpec, emitted: &str) -> (Graph, ScriptedModel) {
    let turns =
        [ChatResponse::call("crm::get_deal", json!({})), ChatResponse::json(&json!({ "v": 1 }))];
    let writer = ScriptedModel::turns([ChatResponse::json(&json!({ "v": 2 }))]);
    let tool = GetDeal::new(true, json!([link(emitted, "crm://old")]));
    let graph = Graph::builder(pipeline(vec![agent(vec![]), node.__param(upstream("research"))]))
        .model("m", ScriptedModel::turns(turns))
        .model("writer", writer.clone())
        .tools([tool.shared().0])
        .compile()
        .unwrap();
    (graph, writer)
}

#[tokio::test]
async fn the_prompt_is_made_from_the_hydrated_value() {
    for mode in MODES {
        for history in [by_kind("history", "mails"), by_uri("history", "crm://old")] {
            let (graph, writer) = graph(writing(mode, history), "mails");
            let server = Server::doc(42);
            let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
            assert_eq!(outcome.get::<consume>().unwrap().v, 2);
            assert_eq!(writer.requests()[0].prompt(), "the history is 42", "{mode:?}");
            assert_eq!(server.read_uris(), ["crm://old"]);
        }
    }
}

#[tokio::test]
async fn what_cannot_be_hydrated_never_reaches_a_model() {
    let old = || Server::doc(42);
    for mode in MODES {
        let limited = by_kind("history", "mails").__max_bytes(3);
        let (graph_, writer) = graph(writing(mode, limited), "mails");
        let error = execution(graph_.arun(Input::new(), &old().config()).await);
        assert!(matches!(error, ExecutionError::ResourceTooLarge { limit: 3, .. }), "{error}");
        assert!(writer.requests().is_empty(), "{mode:?}");

        let (graph_, writer) = graph(writing(mode, by_kind("history", "mails")), "activity");
        let error = execution(graph_.arun(Input::new(), &old().config()).await);
        assert!(matches!(error, ExecutionError::ResourceKindMissing { .. }), "{error}");
        let message = error.to_string();
        assert!(message.contains("`history`") && message.contains("`mails`"), "{message}");
        assert!(writer.requests().is_empty(), "{mode:?}");
    }
}

fn refused(graph: &Graph, config: &RunConfig, names: &[&str]) {
    let error = configuration(graph.run(Input::new(), config));
    assert!(matches!(error, ConfigurationError::NeedsAsyncDriver { .. }), "{error}");
    let message = error.to_string();
    for name in names.iter().chain(&["`arun`"]) {
        assert!(message.contains(name), "{name} in {message}");
    }
}

#[test]
fn the_blocking_driver_refuses_a_resource_in_every_mode_and_runs_nothing() {
    for mode in MODES {
        let ran = Arc::new(AtomicBool::new(false));
        let seen = Arc::clone(&ran);
        let before = NodeSpec::__scripted::<first, _, _, _>(move |_: Args| {
            seen.store(true, Ordering::SeqCst);
            async { Ok(Ok::<_, Error>(Doc { v: 1 })) }
        });
        let writer = ScriptedModel::turns([ChatResponse::json(&json!({ "v": 2 }))]);
        let node = writing(mode, by_uri("history", "crm://old")).__param(upstream("first"));
        let graph = Graph::builder(pipeline(vec![before, node]))
            .model("writer", writer.clone())
            .tools([Arc::new(Quick(ToolSpec::new("get_deal").server("crm").async_only(false)))
                as Arc<dyn Tool>])
            .compile()
            .unwrap();
        let server = Server::doc(1);
        refused(&graph, &server.config(), &["`history`", "`consume`"]);
        assert!(server.read_uris().is_empty());
        assert!(writer.requests().is_empty());
        assert!(!ran.load(Ordering::SeqCst), "{mode:?}");
    }
}

/// A tool that waits for nothing.
struct Quick(ToolSpec);

impl Tool for Quick {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { Ok(ToolOutput::new("quick")) })
    }
}

#[test]
fn the_blocking_driver_refuses_a_tool_that_waits_and_takes_one_that_does_not() {
    let model = || {
        ScriptedModel::turns([
            ChatResponse::call("crm::get_deal", json!({})),
            ChatResponse::json(&json!({ "v": 1 })),
        ])
    };
    let graph = |model: ScriptedModel, async_only: Option<bool>| {
        let spec = ToolSpec::new("get_deal").server("crm");
        let spec = async_only.map_or(spec.clone(), |only| spec.async_only(only));
        Graph::builder(pipeline(vec![agent(vec![])]))
            .model("m", model)
            .tools([Arc::new(Quick(spec)) as Arc<dyn Tool>])
            .compile()
            .unwrap()
    };
    // A tool that says nothing waits.
    for async_only in [None, Some(true)] {
        let model = model();
        let graph = graph(model.clone(), async_only);
        refused(&graph, &RunConfig::new(), &["`crm::get_deal`", "`research`"]);
        assert!(model.requests().is_empty());
    }
    let outcome = graph(model(), Some(false)).run(Input::new(), &RunConfig::new()).unwrap();
    assert_eq!(outcome.get::<research>().unwrap().v, 1);
}
