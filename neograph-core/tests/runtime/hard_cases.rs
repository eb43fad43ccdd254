//! What an attacker tried: panics, changed pipelines, values JSON does not have, races.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use neograph_core::{
    __private::{Args, NodeSpec},
    BoxError, BoxFuture, Error, Graph, Pipeline,
    checkpoint::{Checkpointer, LeaseRequest, MemorySaver, ThreadStatus},
    error::{ConfigurationError, ExecutionError},
    model::{ChatModel, ChatRequest, ChatResponse},
    prompt::Prompts,
    resource::{FetchRequest, Fetched, Fetcher},
    run::{Answer, Continue, Input, Resume, RunConfig},
    testing::ScriptedModel,
};
use serde_json::json;

use super::{pauses::*, support::*};

fn saved(nodes: Vec<NodeSpec>, saver: &MemorySaver) -> Graph {
    Graph::builder(pipeline(nodes)).checkpointer(saver.clone()).compile().unwrap()
}

struct Panicking;

impl ChatModel for Panicking {
    fn chat(&self, _: ChatRequest) -> BoxFuture<'_, Result<ChatResponse, BoxError>> {
        panic!("model boom")
    }
}

impl Fetcher for Panicking {
    fn fetch(&self, _: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        Box::pin(async { panic!("fetcher boom") })
    }
}

#[tokio::test]
async fn a_panic_anywhere_in_a_node_is_an_error_of_that_node() {
    for beside in [false, true] {
        let others = || beside.then(|| sum::<second>(vec![], 1));
        let nodes = std::iter::once(agent(vec![])).chain(others()).collect();
        let graph = Graph::builder(pipeline(nodes))
            .model("m", Panicking)
            .tools([GetDeal::linking(true).shared().0])
            .checkpointer(MemorySaver::new())
            .compile()
            .unwrap();
        let error = execution(graph.arun(Input::new(), &thread()).await);
        assert_eq!(error.to_string(), "node `research` panicked: model boom");
        assert_eq!(graph.get_state(&thread()).await.unwrap().status, ThreadStatus::Failed);

        let nodes = std::iter::once(sum::<first>(vec![by_uri("doc", "crm://a")], 0));
        let graph = compile(nodes.chain(others()).collect());
        let config = RunConfig::new().fetcher(Panicking);
        let error = execution(graph.arun(Input::new(), &config).await);
        assert_eq!(error.to_string(), "node `first` panicked: fetcher boom");
    }
}

#[tokio::test]
async fn a_node_that_is_done_is_not_run_again_when_a_new_node_comes_before_it() {
    let saver = MemorySaver::new();
    let runs = Arc::default();
    let old = vec![gated(counted::<gate>(None, &runs)), sum::<consume>(vec![upstream("gate")], 0)];
    assert!(!saved(old, &saver).arun(Input::new(), &thread()).await.unwrap().is_completed());
    let new = vec![
        sum::<first>(vec![], 1),
        gated(counted::<gate>(Some("first"), &runs)),
        sum::<consume>(vec![upstream("gate")], 0),
    ];
    let outcome = saved(new, &saver).arun(Resume::new(true), &thread()).await.unwrap();
    assert!(outcome.is_completed());
    assert_eq!(runs.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_node_that_was_renamed_is_missed_and_not_run_again() {
    let saver = MemorySaver::new();
    let old = vec![gated(sum::<gate>(vec![], 1)), sum::<consume>(vec![upstream("gate")], 0)];
    assert!(!saved(old, &saver).arun(Input::new(), &thread()).await.unwrap().is_completed());
    let new = vec![sum::<first>(vec![], 1), sum::<consume>(vec![upstream("first")], 0)];
    let error = configuration(saved(new, &saver).arun(Resume::new(true), &thread()).await);
    assert!(matches!(&error, ConfigurationError::UnknownNodes { nodes, .. } if nodes == &["gate"]));
}

#[tokio::test]
async fn an_answer_without_an_id_is_not_for_a_question_that_came_meanwhile() {
    let asks = |node: NodeSpec| node.__interrupt_when::<Doc, _, _>(|_| Some("draft?"));
    let slow = NodeSpec::__scripted::<second, _, _, _>(|mut args: Args| async move {
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        Ok(Ok::<_, Error>(Doc { v: args.shared::<Doc>(0)?.v }))
    })
    .__param(upstream("first"))
    .__interrupt_when::<Doc, _, _>(|_| Some("wire the money?"));
    let wired = Arc::default();
    let graph = saved(
        vec![asks(sum::<first>(vec![], 1)), slow, counted::<third>(Some("second"), &wired)],
        &MemorySaver::new(),
    );
    assert!(!graph.arun(Input::new(), &thread()).await.unwrap().is_completed());
    let config = thread();
    let (one, two) = tokio::join!(
        graph.arun(Resume::new("yes, the draft"), &config),
        graph.arun(Resume::new("yes, the draft"), &config),
    );
    let (won, lost) = if one.is_ok() { (one, two) } else { (two, one) };
    assert_eq!(won.unwrap().interrupts()[0].payload, "wire the money?");
    assert!(matches!(configuration(lost), ConfigurationError::ThreadBusy { .. }));
    assert_eq!(wired.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn a_lease_of_a_clock_that_runs_ahead_does_not_lock_the_thread() {
    let saver = MemorySaver::new();
    let graph = saved(vec![sum::<first>(vec![], 1)], &saver);
    let far = i64::MAX / 2;
    saver
        .acquire(LeaseRequest {
            thread_id: "t".to_owned(),
            owner: "a clock that runs ahead".to_owned(),
            now_ms: 0,
            until_ms: far,
            create_for: Some("test".to_owned()),
        })
        .await
        .unwrap();
    let config = thread();
    let run = async { graph.arun(Input::new(), &config).await };
    let outcome = tokio::time::timeout(std::time::Duration::from_secs(30), run).await;
    assert!(outcome.expect("no endless wait").unwrap().is_completed());
}

#[tokio::test]
async fn a_value_that_json_does_not_have_is_refused_when_it_is_stored() {
    struct Number;
    impl neograph_core::__private::NodeType for Number {
        type Output = Option<f64>;
        const NAME: &'static str = "number";
    }
    let node = NodeSpec::__scripted::<Number, _, _, _>(|_: Args| async {
        Ok(Ok::<_, Error>(Some(f64::INFINITY)))
    });
    let graph = saved(vec![node], &MemorySaver::new());
    let error = execution(graph.arun(Input::new(), &thread()).await);
    assert!(matches!(error, ExecutionError::Unstorable { .. }), "{error}");
    assert!(error.to_string().contains("inf"), "{error}");
    assert!(Input::new().set("x", f64::NAN).is_err());
}

#[tokio::test]
async fn a_tool_that_was_not_offered_is_not_called() {
    let model = ScriptedModel::from_fn(|_| {
        Ok(ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })))
    });
    let (tool, calls) = GetDeal::linking(false).shared();
    let graph = Graph::builder(pipeline(vec![agent(vec![]).__max_turns(1)]))
        .model("m", model)
        .tools([tool])
        .compile()
        .unwrap();
    execution(graph.arun(Input::new(), &RunConfig::new()).await);
    assert_eq!(calls.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn fail_ends_one_run_and_the_next_one_asks_again() {
    let calls = Arc::new(AtomicUsize::new(0));
    let graph = {
        let model = ScriptedModel::turns([
            ChatResponse::call("crm::get_deal", json!({})),
            ChatResponse::json(&json!({ "v": 1 })),
        ]);
        Graph::builder(pipeline(vec![agent(vec![])]))
            .model("m", model)
            .tools([Arc::new(super::agents::Hanging::new(Arc::clone(&calls))) as Arc<_>])
            .checkpointer(MemorySaver::new())
            .compile()
            .unwrap()
    };
    let config = thread();
    let run = async { graph.arun(Input::new(), &config).await };
    tokio::time::timeout(std::time::Duration::from_millis(50), run).await.unwrap_err();
    assert!(!graph.arun(Continue, &config).await.unwrap().is_completed());
    let error = execution(graph.arun(Resume::new(Answer::Fail), &config).await);
    assert!(matches!(error, ExecutionError::UnknownOutcome { .. }), "{error}");
    let outcome = graph.arun(Continue, &config).await.unwrap();
    assert_eq!(outcome.interrupts().len(), 1, "asked again");
    assert!(graph.arun(Resume::new(Answer::Retry), &config).await.unwrap().is_completed());
    assert_eq!(calls.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn an_undefined_name_in_an_included_prompt_is_named() {
    let node = NodeSpec::__with_model::<first, Doc>(
        neograph_core::__private::Mode::Think,
        "m",
        neograph_core::__private::PromptSource::Named("outer"),
    );
    let graph = Graph::builder(Pipeline::__unchecked("p", vec![node]))
        .model("m", ScriptedModel::turns([ChatResponse::text("{}")]))
        .prompts(Prompts::new().add("outer", "{% include 'inner' %}").add("inner", "{{ nope }}"))
        .compile()
        .unwrap();
    let error = execution(graph.arun(Input::new(), &RunConfig::new()).await);
    assert!(error.to_string().contains("nope"), "{error}");
}
