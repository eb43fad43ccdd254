//! Pipelines built by hand run like those that the macros make.

use std::sync::Arc;

use neograph_core::{
    Error, Graph, Node, Pipeline,
    checkpoint::MemorySaver,
    error::{ConfigurationError, ExecutionError},
    model::{ChatResponse, Message},
    run::{Input, Resume, RunConfig},
    testing::ScriptedModel,
};
use serde_json::json;

use super::{Ack, Summary, research};

fn graph(nodes: impl IntoIterator<Item = Node>) -> Graph {
    Graph::builder(Pipeline::builder("flow").nodes(nodes).build().unwrap()).compile().unwrap()
}

fn deal() -> Input {
    Input::new().set("deal_id", "D1").unwrap()
}

#[tokio::test]
async fn values_arrive_by_name_whatever_their_order() {
    let last = Node::scripted("last")
        .run(async |args| {
            let summary = args.get::<Summary>("research")?;
            let limit = args.get::<Option<u32>>("limit")?;
            let client = args.get::<String>("client")?;
            let cache = args.find::<u16>("cache")?;
            Ok(format!("{} {limit:?} {client} {cache:?}", summary.deal_id))
        })
        .optional_handle::<u16>("cache")
        .handle::<String>("client")
        .edge::<Summary>("research")
        .optional_input::<u32>("limit");
    let graph = graph([last, research()]);
    let config = RunConfig::new().with("client", Arc::new("crm".to_owned()));
    let outcome = graph.arun(deal(), &config).await.unwrap();
    assert_eq!(outcome.value::<String>("last").unwrap(), "D1 None crm None");
    let config = config.with("cache", 7_u16);
    let input = deal().set("limit", 3).unwrap();
    let outcome = graph.arun(input, &config).await.unwrap();
    assert_eq!(outcome.value::<String>("last").unwrap(), "D1 Some(3) crm Some(7)");
}

#[tokio::test]
async fn positions_do_as_well() {
    let gate = Node::scripted("gate").edge::<Summary>("research").run(|mut args| async move {
        let summary = args.shared::<Summary>(0)?;
        Ok(summary.deal_id.len())
    });
    let outcome = graph([research(), gate]).arun(deal(), &RunConfig::new()).await.unwrap();
    assert_eq!(*outcome.value::<usize>("gate").unwrap(), 2);
}

async fn failure(node: Node) -> String {
    match graph([research(), node]).arun(deal(), &RunConfig::new()).await {
        Err(Error::Execution(error)) => match *error {
            ExecutionError::Node { node, source } => format!("{node}: {source}"),
            other => panic!("{other}"),
        },
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_wrong_name_and_a_wrong_type_are_errors_of_the_node() {
    let gate = || Node::scripted("gate").edge::<Summary>("research");
    let said = failure(gate().run(async |args| Ok(args.get::<Summary>("reserch")?.deal_id.len())));
    assert_eq!(said.await, "gate: the node has no parameter `reserch`; it has `research`");
    let said = failure(gate().run(async |args| Ok(*args.get::<u32>("research")?)));
    assert_eq!(said.await, "gate: parameter `research` is no `u32`");
    let said = failure(gate().run(|mut args| async move {
        let first = args.shared::<Summary>(0)?.deal_id.len();
        Ok(first + args.get::<Summary>("research")?.deal_id.len())
    }));
    assert_eq!(said.await, "gate: parameter `research` was taken before");
}

#[tokio::test]
async fn a_model_sees_what_the_prompt_names() {
    let brief = Node::think("brief")
        .edge::<Summary>("research")
        .handle_in_prompt::<String>("tenant")
        .model("writer")
        .prompt_text("{{ tenant }}: {{ research.deal_id }}")
        .output::<Summary>();
    let model = ScriptedModel::turns([ChatResponse::json(&json!({ "deal_id": "D2" }))]);
    let pipeline = Pipeline::builder("flow").node(research()).node(brief).build().unwrap();
    let graph = Graph::builder(pipeline).model("writer", model.clone()).compile().unwrap();
    let config = RunConfig::new().with("tenant", "acme".to_owned());
    let outcome = graph.arun(deal(), &config).await.unwrap();
    assert_eq!(outcome.value::<Summary>("brief").unwrap().deal_id, "D2");
    let asked = &model.requests()[0].messages[0];
    assert_eq!(*asked, Message::User("acme: D1".to_owned()));
}

#[tokio::test]
async fn a_handle_stays_out_of_prompts_unless_it_is_let_in() {
    let brief = Node::think("brief")
        .handle::<String>("secret")
        .model("writer")
        .prompt_text("{{ secret }}")
        .output::<Ack>();
    let pipeline = Pipeline::builder("flow").node(brief).build().unwrap();
    let model = ScriptedModel::turns([]);
    let error = Graph::builder(pipeline).model("writer", model).compile().unwrap_err();
    assert!(error.to_string().contains("`secret`"), "{error}");
}

#[tokio::test]
async fn a_node_pauses_and_the_run_is_resumed() {
    let offer = Node::scripted("offer")
        .run(async |_| Ok(120_u64))
        .interrupt_when(|price: &u64| (*price > 100).then_some("too much?"));
    let send = Node::scripted("send")
        .edge::<u64>("offer")
        .run(async |args| Ok(format!("{} €", args.get::<u64>("offer")?)));
    let pipeline = Pipeline::builder("flow").node(offer).node(send).build().unwrap();
    let graph = Graph::builder(pipeline).checkpointer(MemorySaver::new()).compile().unwrap();
    let config = RunConfig::new().thread_id("t");
    let paused = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(paused.interrupts()[0].payload, json!("too much?"));
    let error = paused.value::<String>("send").unwrap_err();
    assert!(error.to_string().contains("it has not run yet"), "{error}");
    let done = graph.arun(Resume::new(json!("no")), &config).await.unwrap();
    assert_eq!(done.value::<String>("send").unwrap(), "120 €");
}

#[tokio::test]
async fn a_value_is_asked_for_by_its_name_and_type() {
    let outcome = graph([research()]).arun(deal(), &RunConfig::new()).await.unwrap();
    assert_eq!(outcome.value::<Summary>("research").unwrap().deal_id, "D1");
    let error = outcome.value::<Ack>("research").unwrap_err();
    let Some(ConfigurationError::OutputType { node, asked, returns }) = error.as_configuration()
    else {
        panic!("{error}")
    };
    assert_eq!(
        (node.as_str(), *asked, *returns),
        ("research", std::any::type_name::<Ack>(), std::any::type_name::<Summary>())
    );
    let error = outcome.value::<Ack>("gate").unwrap_err();
    assert!(matches!(error.as_configuration(), Some(ConfigurationError::NoOutput { .. })));
}
