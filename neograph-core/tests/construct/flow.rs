//! Control flow that is built by hand, each piece run to its end.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use neograph_core::{
    Graph, Node, Pipeline,
    error::ExecutionError,
    model::{ChatResponse, Message},
    pipeline::ItemError,
    run::{Input, Outcome, RunConfig},
    testing::ScriptedModel,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

async fn run_with(nodes: impl IntoIterator<Item = Node>, input: Input) -> Outcome {
    let pipeline = Pipeline::builder("flow").nodes(nodes).build().unwrap();
    let graph = Graph::builder(pipeline).compile().unwrap();
    graph.arun(input, &RunConfig::new()).await.unwrap()
}

async fn run(nodes: impl IntoIterator<Item = Node>) -> Outcome {
    run_with(nodes, Input::new()).await
}

/// A node that returns the input `n`.
fn n() -> Node {
    Node::scripted("n").input::<u64>("given").run(async |args| Ok(*args.get::<u64>("given")?))
}

fn given(n: u64) -> Input {
    Input::new().set("given", n).unwrap()
}

/// A node that returns its name.
fn named(name: &'static str) -> Node {
    Node::scripted(name).run(move |_| async move { Ok(name.to_owned()) })
}

#[tokio::test]
async fn a_condition_picks_a_branch() {
    let nodes = || {
        let report = Node::scripted("report")
            .first_of::<String>("analysis", ["deep", "deeper", "shallow"])
            .optional_edge::<String>("deep")
            .optional_first_of::<String>("either", ["deep", "deeper"])
            .run(async |args| {
                let analysis = args.get::<String>("analysis")?;
                let (deep, either) = (args.find::<String>("deep")?, args.find::<String>("either")?);
                Ok(format!("{analysis} {deep:?} {either:?}"))
            });
        [
            n(),
            named("deep").when("n", |n: &u64| *n > 10),
            named("deeper").when("n", |n: &u64| *n > 5 && *n <= 10),
            named("shallow").otherwise(["deep", "deeper"]),
            report,
        ]
    };
    let report = async |n| {
        let outcome = run_with(nodes(), given(n)).await;
        outcome.value::<String>("report").unwrap().clone()
    };
    assert_eq!(report(11).await, "deep Some(\"deep\") Some(\"deep\")");
    assert_eq!(report(6).await, "deeper None Some(\"deeper\")");
    assert_eq!(report(1).await, "shallow None None");
}

#[tokio::test]
async fn a_condition_asks_about_several_values() {
    let nodes = || {
        [
            n(),
            named("send")
                .input::<bool>("force")
                .optional_input::<u64>("limit")
                .handle::<String>("tenant")
                .when_all(
                    ["force", "n", "limit", "tenant"],
                    |force: &bool, n: &u64, limit: &Option<u64>, tenant: &String| {
                        *force || (tenant == "acme" && Some(*n) < *limit)
                    },
                ),
        ]
    };
    let pipeline = Pipeline::builder("flow").nodes(nodes()).build().unwrap();
    let graph = Graph::builder(pipeline).compile().unwrap();
    let config = RunConfig::new().with("tenant", Arc::new("acme".to_owned()));
    let sends = async |input: Input| {
        let outcome = graph.arun(input, &config).await.unwrap();
        outcome.value::<String>("send").is_ok()
    };
    assert!(sends(given(1).set("force", true).unwrap()).await);
    assert!(!sends(given(1).set("force", false).unwrap()).await);
    assert!(sends(given(1).set("force", false).unwrap().set("limit", 2).unwrap()).await);
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Inbox {
    mails: Vec<String>,
}

fn inbox() -> Node {
    let mails = ["1", "two", "3"].map(str::to_owned).to_vec();
    Node::scripted("inbox").run(move |_| {
        let mails = mails.clone();
        async move { Ok(Inbox { mails }) }
    })
}

#[tokio::test]
async fn a_fan_out_gathers_in_the_order_of_the_items() {
    let lengths = Node::scripted("lengths")
        .concurrency(2)
        .run(async |args| Ok(args.get::<String>("mail")?.len()))
        .each("inbox", "mail", |inbox: &Inbox| &inbox.mails);
    let sum = Node::scripted("sum")
        .edge::<Vec<usize>>("lengths")
        .run(async |args| Ok(args.get::<Vec<usize>>("lengths")?.iter().sum::<usize>()));
    let outcome = run([inbox(), lengths, sum]).await;
    assert_eq!(outcome.value::<Vec<usize>>("lengths").unwrap(), &[1, 3, 1]);
    assert_eq!(*outcome.value::<usize>("sum").unwrap(), 5);
}

#[tokio::test]
async fn failures_are_collected_where_that_is_said() {
    let numbers = || {
        Node::scripted("numbers")
            .each("inbox", "mail", |inbox: &Inbox| &inbox.mails)
            .run(async |args| Ok(args.get::<String>("mail")?.parse::<u64>()?))
    };
    let outcome = run([inbox(), numbers().collect_errors()]).await;
    let values = outcome.value::<Vec<Result<u64, ItemError>>>("numbers").unwrap();
    let failed = values[1].as_ref().unwrap_err();
    assert_eq!((&values[0], failed.item, &values[2]), (&Ok(1), 1, &Ok(3)));
    let pipeline = Pipeline::builder("flow").nodes([inbox(), numbers()]).build().unwrap();
    let graph = Graph::builder(pipeline).compile().unwrap();
    assert!(graph.arun(Input::new(), &RunConfig::new()).await.is_err());
}

/// A loop that counts with what it carries.
fn counting(max_iterations: u32) -> Node {
    Node::scripted("count")
        .repeat_while(|count: &u64| *count < 4, max_iterations)
        .carry::<u64>("previous")
        .run(async |args| Ok(args.find::<u64>("previous")?.map_or(1, |previous| *previous + 1)))
}

#[tokio::test]
async fn a_loop_carries_its_output_until_its_condition_fails() {
    assert_eq!(*run([counting(9)]).await.value::<u64>("count").unwrap(), 4);
    let last = run([counting(2).on_exhaust_last()]).await;
    assert_eq!(*last.value::<u64>("count").unwrap(), 2);
    let pipeline = Pipeline::builder("flow").node(counting(2)).build().unwrap();
    let graph = Graph::builder(pipeline).compile().unwrap();
    let error = graph.arun(Input::new(), &RunConfig::new()).await.unwrap_err();
    let exhausted = error.as_execution();
    assert!(
        matches!(exhausted, Some(ExecutionError::LoopExhausted { max_iterations: 2, .. })),
        "{error}"
    );
}

#[tokio::test]
async fn an_ensemble_is_merged() {
    let runs = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&runs);
    let guess = Node::scripted("guess")
        .merge(|guesses: Vec<u32>| guesses.iter().sum::<u32>())
        .run(move |_| {
            let counted = Arc::clone(&counted);
            async move { Ok(counted.fetch_add(1, Ordering::SeqCst)) }
        })
        .ensemble(3);
    assert_eq!(*run([guess]).await.value::<u32>("guess").unwrap(), 3);
    assert_eq!(runs.load(Ordering::SeqCst), 3);
}

#[tokio::test]
async fn the_members_of_an_ensemble_take_its_models_in_turn() {
    let joke = Node::think("joke")
        .models(["small", "large"])
        .merge(|mut jokes: Vec<String>| {
            jokes.sort();
            Ok::<_, String>(jokes.join(" "))
        })
        .prompt_text("A joke, please.")
        .output::<String>();
    let pipeline = Pipeline::builder("flow").node(joke).build().unwrap();
    let says = |text: &str| ScriptedModel::turns([ChatResponse::text(text)]);
    let graph = Graph::builder(pipeline)
        .model("small", says("ha"))
        .model("large", says("haha"))
        .compile()
        .unwrap();
    let outcome = graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert_eq!(outcome.value::<String>("joke").unwrap(), "ha haha");
}

#[tokio::test]
async fn a_model_sees_each_item() {
    let reply = Node::think("reply")
        .model("writer")
        .prompt_text("Reply to {{ mail }}.")
        .each("inbox", "mail", |inbox: &Inbox| &inbox.mails)
        .concurrency(1)
        .output::<String>();
    let pipeline = Pipeline::builder("flow").nodes([inbox(), reply]).build().unwrap();
    let model = ScriptedModel::turns([ChatResponse::text("thanks")]);
    let graph = Graph::builder(pipeline).model("writer", model.clone()).compile().unwrap();
    let outcome = graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert_eq!(outcome.value::<Vec<String>>("reply").unwrap(), &["thanks"; 3]);
    assert_eq!(model.requests()[1].messages[0], Message::User("Reply to two.".to_owned()));
}

/// Squares the input `n`, whatever that is.
fn squares() -> Pipeline {
    let square = Node::scripted("square").input::<u64>("n").run(async |args| {
        let n = *args.get::<u64>("n")?;
        Ok(n * n)
    });
    Pipeline::builder("squares").node(square).build().unwrap()
}

#[tokio::test]
async fn a_pipeline_is_a_node() {
    let squared = Node::pipeline::<u64>("squared", squares(), "square").edge::<u64>("n");
    let outcome = run_with([n(), squared], given(3)).await;
    assert_eq!(*outcome.value::<u64>("squared").unwrap(), 9);
}

#[tokio::test]
async fn a_pipeline_runs_for_each_item_and_in_ensembles() {
    let numbers = Node::scripted("numbers").run(async |_| Ok(vec![1_u64, 2, 3]));
    let squared = Node::pipeline::<u64>("squared", squares(), "square")
        .ensemble(2)
        .merge(|squares: Vec<u64>| squares.iter().sum::<u64>())
        .each("numbers", "n", |numbers: &Vec<u64>| numbers);
    let outcome = run([numbers, squared]).await;
    assert_eq!(outcome.value::<Vec<u64>>("squared").unwrap(), &[2, 8, 18]);
}

#[tokio::test]
async fn a_loop_of_pipelines_is_fanned_out() {
    let doubled = Node::scripted("doubled")
        .input::<u64>("n")
        .optional_input::<u64>("previous")
        .run(async |args| {
            let previous = *args.get::<Option<u64>>("previous")?;
            Ok(2 * previous.unwrap_or(*args.get::<u64>("n")?))
        });
    let doubling = Pipeline::builder("doubling").node(doubled).build().unwrap();
    let grown = Node::pipeline::<u64>("grown", doubling, "doubled")
        .input::<u64>("n")
        .carry::<u64>("previous")
        .repeat_while(|n: &u64| *n < 10, 8);
    let growing = Pipeline::builder("growing").node(grown).build().unwrap();
    let numbers = Node::scripted("numbers").run(async |_| Ok(vec![1_u64, 3, 7]));
    let all = Node::pipeline::<u64>("all", growing, "grown").each("numbers", "n", |n: &Vec<u64>| n);
    let outcome = run([numbers, all]).await;
    assert_eq!(outcome.value::<Vec<u64>>("all").unwrap(), &[16, 12, 14]);
}

#[tokio::test]
async fn a_pause_looks_at_what_one_run_gives() {
    let lengths = Node::scripted("lengths")
        .interrupt_when(|length: &usize| (*length > 2).then(|| json!("long")))
        .run(async |args| Ok(args.get::<String>("mail")?.len()))
        .each("inbox", "mail", |inbox: &Inbox| &inbox.mails);
    let pipeline = Pipeline::builder("flow").nodes([inbox(), lengths]).build().unwrap();
    let saver = neograph_core::checkpoint::MemorySaver::new();
    let graph = Graph::builder(pipeline).checkpointer(saver).compile().unwrap();
    let config = RunConfig::new().thread_id("t");
    let paused = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(paused.interrupts().len(), 1);
    assert_eq!(paused.interrupts()[0].payload, json!("long"));
}
