//! What a human answered, in the hands of a node.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use neograph_core::{
    Error, Graph, Node, Pipeline,
    checkpoint::MemorySaver,
    error::{ConfigurationError, ConstructError, FlowFault},
    run::{Continue, Input, Outcome, Resume, RunConfig},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::support::configuration;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Verdict {
    approved: bool,
    note: String,
}

fn config() -> RunConfig {
    RunConfig::new().thread_id("t")
}

/// Asks unless its input says that there is no need.
fn brief() -> Node {
    Node::scripted("brief")
        .input::<bool>("asks")
        .run(async |args| Ok(*args.get::<bool>("asks")?))
        .interrupt_when(|asks: &bool| asks.then_some("really?"))
}

/// Tells what it was told.
fn send() -> Node {
    Node::scripted("send").human_feedback::<Verdict>("verdict", "brief").run(async |args| {
        let verdict = args.get::<Option<Verdict>>("verdict")?;
        Ok(verdict.as_ref().as_ref().map_or("nothing".to_owned(), |verdict| verdict.note.clone()))
    })
}

fn graph(nodes: Vec<Node>, store: MemorySaver) -> Graph {
    let pipeline = Pipeline::builder("letters").nodes(nodes).build().unwrap();
    Graph::builder(pipeline).checkpointer(store).compile().unwrap()
}

fn asking(asks: bool) -> Input {
    Input::new().set("asks", asks).unwrap()
}

fn said(outcome: &Outcome, node: &str) -> String {
    outcome.value::<String>(node).unwrap().clone()
}

fn good(note: &str) -> Value {
    json!({ "approved": true, "note": note })
}

#[tokio::test]
async fn a_node_is_handed_the_answer_to_another() {
    let store = MemorySaver::new();
    let paused = graph(vec![brief(), send()], store.clone());
    let paused = paused.arun(asking(true), &config()).await.unwrap();
    assert!(!paused.is_completed());
    // Another process.
    let graph = graph(vec![brief(), send()], store);
    let outcome = graph.arun(Resume::new(good("fine")), &config()).await.unwrap();
    assert_eq!(said(&outcome, "send"), "fine");
}

#[tokio::test]
async fn without_a_question_there_is_no_answer() {
    let graph = graph(vec![brief(), send()], MemorySaver::new());
    let outcome = graph.arun(asking(false), &config()).await.unwrap();
    assert_eq!(said(&outcome, "send"), "nothing");
}

/// A question that was not answered with a value is answered, and there is nothing to read.
#[tokio::test]
async fn null_is_an_answer_without_a_value() {
    let graph = graph(vec![brief(), send()], MemorySaver::new());
    let _ = graph.arun(asking(true), &config()).await.unwrap();
    let outcome = graph.arun(Resume::new(Value::Null), &config()).await.unwrap();
    assert_eq!(said(&outcome, "send"), "nothing");
}

#[tokio::test]
async fn an_answer_of_another_type_is_refused_and_the_question_stays_open() {
    let graph = graph(vec![brief(), send()], MemorySaver::new());
    let paused = graph.arun(asking(true), &config()).await.unwrap();
    let id = paused.interrupts()[0].id.clone();
    for wrong in [json!("yes"), json!({ "approved": "yes", "note": "" }), json!({ "note": "" })] {
        let error = configuration(graph.arun(Resume::new(wrong), &config()).await);
        let ConfigurationError::FeedbackType { id: refused, node, param, message, .. } = error
        else {
            panic!("{error}")
        };
        assert_eq!((refused, &*node, &*param), (id.clone(), "send", "verdict"));
        assert!(!message.is_empty());
    }
    let state = graph.get_state(&config()).await.unwrap();
    assert_eq!(state.interrupts[0].id, id);
    let outcome = graph.arun(Resume::answer(id, good("late")), &config()).await.unwrap();
    assert_eq!(said(&outcome, "send"), "late");
}

#[tokio::test]
async fn the_answer_outlives_a_failure_behind_it() {
    let fails = Arc::new(AtomicBool::new(true));
    let broken = Arc::clone(&fails);
    let send =
        Node::scripted("send").human_feedback::<Verdict>("verdict", "brief").run(move |args| {
            let broken = broken.load(Ordering::SeqCst);
            async move {
                if broken {
                    return Err("the line is dead".into());
                }
                let verdict = args.get::<Option<Verdict>>("verdict")?;
                Ok(Verdict::clone(verdict.as_ref().as_ref().unwrap()).note)
            }
        });
    let graph = graph(vec![brief(), send], MemorySaver::new());
    let _ = graph.arun(asking(true), &config()).await.unwrap();
    graph.arun(Resume::new(good("fine")), &config()).await.unwrap_err();
    fails.store(false, Ordering::SeqCst);
    let outcome = graph.arun(Continue, &config()).await.unwrap();
    assert_eq!(said(&outcome, "send"), "fine");
}

/// A loop hears after each iteration what was said of it, and a node behind hears the last.
#[tokio::test]
async fn an_iteration_is_handed_the_answer_to_the_one_before() {
    let draft = Node::scripted("draft")
        .carry::<String>("before")
        .human_feedback::<String>("said", "draft")
        .run(async |args| {
            let before = args.find::<String>("before")?;
            let said = args.get::<Option<String>>("said")?;
            let said = said.as_ref().clone().unwrap_or("-".to_owned());
            Ok(format!("{}{said}", before.map_or(String::new(), |before| (*before).clone())))
        })
        .interrupt_when(|text: &String| (text.len() != 2).then(|| text.clone()))
        .repeat_while(|text: &String| text.len() < 4, 9);
    let last = Node::scripted("last").human_feedback::<String>("said", "draft").run(async |args| {
        Ok(args.get::<Option<String>>("said")?.as_ref().clone().unwrap_or_default())
    });
    let graph = graph(vec![draft, last], MemorySaver::new());
    let paused = graph.arun(Input::new(), &config()).await.unwrap();
    assert_eq!(paused.interrupts()[0].path, "draft#1");
    assert_eq!(paused.interrupts()[0].payload, "-");
    // The second iteration is handed the answer and asks nothing; the third has none.
    let paused = graph.arun(Resume::new("a"), &config()).await.unwrap();
    assert_eq!(paused.interrupts()[0].path, "draft#3");
    assert_eq!(paused.interrupts()[0].payload, "-a-");
    let paused = graph.arun(Resume::new("b"), &config()).await.unwrap();
    assert_eq!(paused.interrupts()[0].payload, "-a-b");
    let outcome = graph.arun(Resume::new("c"), &config()).await.unwrap();
    assert_eq!(said(&outcome, "draft"), "-a-b");
    assert_eq!(said(&outcome, "last"), "c");
}

/// In a sub-pipeline of a fan-out each item has an answer of its own.
#[tokio::test]
async fn each_item_of_a_sub_pipeline_is_handed_its_own_answer() {
    let review = || {
        let ask = Node::scripted("ask")
            .input::<u64>("number")
            .run(async |args| Ok(*args.get::<u64>("number")?))
            .interrupt_when(|number: &u64| Some(*number));
        let tell = Node::scripted("tell")
            .human_feedback::<String>("said", "ask")
            .run(async |args| Ok(args.get::<Option<String>>("said")?.as_ref().clone().unwrap()));
        Pipeline::builder("review").nodes([ask, tell]).build().unwrap()
    };
    let numbers = Node::scripted("numbers").run(async |_| Ok(vec![1_u64, 2, 3]));
    let reviews = Node::pipeline::<String>("reviews", review(), "tell").each(
        "numbers",
        "number",
        |numbers: &Vec<u64>| numbers,
    );
    let graph = graph(vec![numbers, reviews], MemorySaver::new());
    let paused = graph.arun(Input::new(), &config()).await.unwrap();
    assert_eq!(paused.interrupts().len(), 3);
    // Answered one by one, from the last.
    let mut outcome = paused;
    while let Some(interrupt) = outcome.interrupts().last() {
        let answer = Resume::answer(&interrupt.id, format!("no. {}", interrupt.payload));
        outcome = graph.arun(answer, &config()).await.unwrap();
    }
    let told = outcome.value::<Vec<String>>("reviews").unwrap();
    assert_eq!(told, &["no. 1", "no. 2", "no. 3"]);
}

#[test]
fn an_answer_that_cannot_come_is_refused_where_the_pipeline_is_built() {
    let feedback = |of: &'static str| {
        Node::scripted("send").human_feedback::<bool>("said", of).run(async |_| Ok(true))
    };
    let silent = || Node::scripted("brief").run(async |_| Ok(true));
    let faults = |nodes: Vec<Node>| {
        let error = Pipeline::builder("letters").nodes(nodes).build().unwrap_err();
        let Error::Construct(error) = error else { panic!("{error}") };
        error[0].clone()
    };
    let fault = faults(vec![silent(), feedback("brief")]);
    let ConstructError::Flow { node, fault } = fault else { panic!("no fault of the flow") };
    assert_eq!(node, "send");
    assert_eq!(fault, FlowFault::NeverAsks { param: "said".into(), name: "brief".into() });
    assert_eq!(
        faults(vec![brief(), feedback("breif")]).to_string(),
        "`human_feedback` of node `send`: no node is named `breif`; did you mean `brief`?"
    );
    let own = feedback("send").interrupt_when(|_: &bool| Some(1));
    let text = faults(vec![own]).to_string();
    assert!(text.contains("no loop that goes on after that"), "{text}");
    let items = Node::scripted("items").run(async |_| Ok(vec![1_u64]));
    let each = Node::scripted("brief")
        .each("items", "item", |items: &Vec<u64>| items)
        .run(async |_| Ok(true))
        .interrupt_when(|_: &bool| Some(1));
    let text = faults(vec![items, each, feedback("brief")]).to_string();
    assert!(text.contains("asks once an item"), "{text}");
}
