//! Models, tools, and what is kept of them.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use neograph_core::{
    __private::{Mode, NodeSpec, PromptSource},
    BoxError, BoxFuture, Graph,
    checkpoint::MemorySaver,
    error::ExecutionError,
    model::{ChatModel, ChatRequest, ChatResponse, Message},
    run::{Answer, Continue, Input, Resume},
    testing::ScriptedModel,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};
use serde_json::json;

use super::support::*;

fn builder(model: impl ChatModel, tool: Arc<dyn Tool>) -> Graph {
    Graph::builder(pipeline(vec![agent(vec![])]))
        .model("m", model)
        .tools([tool])
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap()
}

fn call() -> ChatResponse {
    ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" }))
}

fn answer() -> ChatResponse {
    ChatResponse::json(&json!({ "v": 3 }))
}

fn config() -> neograph_core::run::RunConfig {
    Server::default().config()
}

#[tokio::test]
async fn an_agent_calls_tools_until_it_answers() {
    let other = ChatResponse::call("crm::get_deal", json!({ "deal_id": "D2" }));
    let model = ScriptedModel::turns([call(), other, answer()]);
    let (tool, calls) = GetDeal::linking(true).shared();
    let graph = builder(model.clone(), tool);
    let outcome = graph.arun(Input::new(), &config()).await.unwrap();
    assert_eq!(outcome.get::<research>().unwrap().v, 3);
    assert_eq!(calls.load(Ordering::SeqCst), 2);
    let log = outcome.output().tool_log("research");
    assert_eq!(
        (log.len(), log[0].tool.as_str(), log[0].text.as_str()),
        (2, "crm::get_deal", "deal")
    );
    let state = graph.get_state(&config()).await.unwrap();
    assert_eq!(state.manifest("research").len(), 2, "each call's link, in order");
    assert_eq!(state.manifest("research")[0].server(), "crm");
    let channel = &state.values["neo_resource_manifest_research"];
    assert_eq!(channel[0]["producing_call"]["tool_name"], "get_deal");
    // The model reads the text and where the link leads.
    let seen = &model.requests()[1].messages;
    let Some(Message::Tool { text, .. }) = seen.last() else { panic!("{seen:?}") };
    assert!(
        text.contains("deal") && text.contains("mails") && text.contains("crm://old"),
        "{text}"
    );
}

#[tokio::test]
async fn the_same_call_of_an_idempotent_tool_is_made_once() {
    for (idempotent, made) in [(true, 1), (false, 2)] {
        let model = ScriptedModel::turns([call(), call(), answer()]);
        let (tool, calls) = GetDeal::linking(idempotent).shared();
        let graph = builder(model.clone(), tool);
        graph.arun(Input::new(), &config()).await.unwrap();
        assert_eq!(calls.load(Ordering::SeqCst), made);
        let state = graph.get_state(&config()).await.unwrap();
        assert_eq!(state.tool_log("research").len(), made);
        assert_eq!(state.manifest("research").len(), made);
        let request = &model.requests()[2];
        let texts: Vec<&String> = request
            .messages
            .iter()
            .filter_map(|message| match message {
                Message::Tool { text, .. } => Some(text),
                _ => None,
            })
            .collect();
        assert_eq!(texts[0], texts[1], "the model sees the same answer");
    }
}

#[tokio::test]
async fn a_malformed_answer_is_sent_back_with_its_fault() {
    let model = ScriptedModel::turns([
        ChatResponse::text("{\"v\": \"three\"}"),
        ChatResponse::text("```json\n{\"v\": 3}\n```"),
    ]);
    let graph = builder(model.clone(), GetDeal::linking(true).shared().0);
    assert_eq!(graph.arun(Input::new(), &config()).await.unwrap().get::<research>().unwrap().v, 3);
    let Some(Message::User(feedback)) = model.requests()[1].messages.last().cloned() else {
        panic!()
    };
    assert!(feedback.contains("`v`"), "{feedback}");
}

#[tokio::test]
async fn a_model_that_never_fits_is_an_error() {
    let model = ScriptedModel::from_fn(|_| Ok(ChatResponse::text("no idea")));
    let graph = builder(model, GetDeal::linking(true).shared().0);
    let error = execution(graph.arun(Input::new(), &config()).await);
    assert!(matches!(error, ExecutionError::ModelOutput { attempts: 3, .. }), "{error}");
    assert!(error.to_string().contains("no idea"), "{error}");
}

#[tokio::test]
async fn an_agent_that_only_calls_runs_out_of_turns() {
    let model = ScriptedModel::from_fn(|_| Ok(call()));
    let (tool, calls) = GetDeal::linking(false).shared();
    let graph = Graph::builder(pipeline(vec![agent(vec![]).__max_turns(3)]))
        .model("m", model.clone())
        .tools([tool])
        .compile()
        .unwrap();
    let error = execution(graph.arun(Input::new(), &config()).await);
    assert!(matches!(error, ExecutionError::TurnsExhausted { max_turns: 3, .. }), "{error}");
    assert_eq!(calls.load(Ordering::SeqCst), 2, "the calls of the last turn are refused");
    assert!(model.requests()[2].tools.is_empty(), "the last turn offers no tools");
}

#[tokio::test]
async fn unknown_tools_and_wrong_arguments_are_told_to_the_model() {
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::nonsense", json!({})).and_call("get_deal", json!([1])),
        answer(),
    ]);
    let (tool, calls) = GetDeal::linking(true).shared();
    builder(model.clone(), tool).arun(Input::new(), &config()).await.unwrap();
    assert_eq!(calls.load(Ordering::SeqCst), 0);
    let texts: Vec<String> = model.requests()[1]
        .messages
        .iter()
        .filter_map(|message| match message {
            Message::Tool { text, .. } => Some(text.clone()),
            _ => None,
        })
        .collect();
    assert!(texts[0].contains("crm::get_deal"), "{texts:?}");
    assert!(texts[1].contains("no JSON object"), "{texts:?}");
}

/// A model that fails once in its second turn.
struct Flaky {
    inner: ScriptedModel,
    failed: std::sync::atomic::AtomicBool,
}

impl ChatModel for Flaky {
    fn chat(&self, request: ChatRequest) -> BoxFuture<'_, Result<ChatResponse, BoxError>> {
        let second = request.messages.iter().any(|message| matches!(message, Message::Tool { .. }));
        if second && !self.failed.swap(true, Ordering::SeqCst) {
            return Box::pin(async { Err("overloaded".into()) });
        }
        self.inner.chat(request)
    }
}

#[tokio::test]
async fn continue_repeats_no_turn_and_no_call() {
    let inner = ScriptedModel::turns([call(), answer()]);
    let (tool, calls) = GetDeal::linking(false).shared();
    let graph = builder(Flaky { inner: inner.clone(), failed: false.into() }, tool);
    let error = execution(graph.arun(Input::new(), &config()).await);
    assert!(matches!(error, ExecutionError::Model { .. }), "{error}");
    assert_eq!(graph.arun(Continue, &config()).await.unwrap().get::<research>().unwrap().v, 3);
    assert_eq!(calls.load(Ordering::SeqCst), 1);
    assert_eq!(inner.requests().len(), 2, "the first turn was not asked again");
}

/// A tool that never answers the first time it is called.
pub(crate) struct Hanging {
    spec: ToolSpec,
    calls: Arc<AtomicUsize>,
}

impl Hanging {
    pub(crate) fn new(calls: Arc<AtomicUsize>) -> Self {
        Self { spec: ToolSpec::new("get_deal").server("crm"), calls }
    }
}

impl Tool for Hanging {
    fn spec(&self) -> &ToolSpec {
        &self.spec
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        if self.calls.fetch_add(1, Ordering::SeqCst) == 0 {
            return Box::pin(std::future::pending());
        }
        Box::pin(async { Ok(ToolOutput::new("booked")) })
    }
}

/// Drives a run into a call that does not end, and drops it there, as a crash would.
async fn crashed(idempotent: bool) -> (Graph, Arc<Hanging>, ScriptedModel) {
    let model = ScriptedModel::turns([call(), answer()]);
    let tool = Arc::new(Hanging {
        spec: ToolSpec::new("get_deal").server("crm").idempotent(idempotent),
        calls: Arc::default(),
    });
    let graph = builder(model.clone(), tool.clone());
    let config = config();
    let run = graph.arun(Input::new(), &config);
    let begun = async {
        while tool.calls.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        outcome = run => panic!("the tool hangs: {outcome:?}"),
        () = begun => {}
    }
    (graph, tool, model)
}

#[tokio::test]
async fn a_crashed_call_of_an_idempotent_tool_is_made_again() {
    let (graph, tool, _) = crashed(true).await;
    assert!(graph.arun(Continue, &config()).await.unwrap().is_completed());
    assert_eq!(tool.calls.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn a_crashed_call_of_another_tool_asks_a_human() {
    let (graph, tool, model) = crashed(false).await;
    let outcome = graph.arun(Continue, &config()).await.unwrap();
    let [interrupt] = outcome.interrupts() else { panic!("{outcome:?}") };
    assert_eq!(
        (interrupt.reason.as_str(), interrupt.node.as_str()),
        ("unknown_outcome", "research")
    );
    assert_eq!(interrupt.payload["tool"], "crm::get_deal");
    assert_eq!(tool.calls.load(Ordering::SeqCst), 1, "never called again by itself");
    let invalid =
        configuration(graph.arun(Resume::new(json!({ "approved": true })), &config()).await);
    assert!(invalid.to_string().contains("Answer"), "{invalid}");
    let it_happened = Resume::new(Answer::Result(json!("booked")));
    assert!(graph.arun(it_happened, &config()).await.unwrap().is_completed());
    assert_eq!(tool.calls.load(Ordering::SeqCst), 1);
    let Some(Message::Tool { text, .. }) = model.requests()[1].messages.last().cloned() else {
        panic!()
    };
    assert_eq!(text, "booked");
}

#[tokio::test]
async fn a_human_may_have_the_call_made_again_or_end_the_run() {
    let (graph, tool, _) = crashed(false).await;
    assert!(!graph.arun(Continue, &config()).await.unwrap().is_completed());
    assert!(graph.arun(Resume::new(Answer::Retry), &config()).await.unwrap().is_completed());
    assert_eq!(tool.calls.load(Ordering::SeqCst), 2);

    let (graph, tool, _) = crashed(false).await;
    assert!(!graph.arun(Continue, &config()).await.unwrap().is_completed());
    let error = execution(graph.arun(Resume::new(Answer::Fail), &config()).await);
    assert!(matches!(error, ExecutionError::UnknownOutcome { .. }), "{error}");
    assert_eq!(tool.calls.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_think_node_is_one_structured_call() {
    let model = ScriptedModel::turns([ChatResponse::json(&json!({ "v": 9 }))]);
    let node = NodeSpec::__with_model::<second, Doc>(
        Mode::Think,
        "m",
        PromptSource::Inline("{{ first.v }}!"),
    )
    .__param(upstream("first"));
    let graph = Graph::builder(pipeline(vec![sum::<first>(vec![], 4), node]))
        .model("m", model.clone())
        .compile()
        .unwrap();
    let outcome = graph.arun(Input::new(), &config()).await.unwrap();
    assert_eq!(outcome.get::<second>().unwrap().v, 9);
    let request = &model.requests()[0];
    assert_eq!(request.messages, [Message::User("4!".to_owned())]);
    assert_eq!(request.output.schema["properties"]["v"]["type"], "integer");
}
