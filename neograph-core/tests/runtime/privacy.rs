//! What never reaches the store.

use neograph_core::{
    __private::{Args, NodeSpec, Param, ReaderTool, ToolRef},
    Error, Graph,
    checkpoint::{Checkpointer, MemorySaver, SqliteSaver},
    model::{ChatResponse, Message},
    pipeline::ItemError,
    resource::ResourceContent,
    run::{Input, Resume},
    testing::ScriptedModel,
};
use serde_json::json;

use super::{
    runs::{Witness, watched},
    support::*,
};

const CANARY: &str = "canary-4711";
const SECRET: &str = "secret-0815";

/// Every byte of every file of the store.
fn stored(dir: &std::path::Path) -> String {
    let mut all = String::new();
    for entry in std::fs::read_dir(dir).unwrap() {
        all += &String::from_utf8_lossy(&std::fs::read(entry.unwrap().path()).unwrap());
    }
    all
}

#[tokio::test]
async fn contents_prompts_and_handles_are_not_stored_even_of_an_agent() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("threads.db");
    let body = json!({ "v": 1, "note": CANARY }).to_string();
    let server = Server::new([Ok(ResourceContent::text("", Some("application/json"), body))]);
    let model = ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::json(&json!({ "v": 3 })),
    ]);
    let text = Param::__resource::<serde_json::Value>(
        "dossier",
        neograph_core::__private::Locator::Uri("crm://dossier"),
    )
    .__rendered::<serde_json::Value>();
    let node = NodeSpec::__with_model::<research, Doc>(
        neograph_core::__private::Mode::Agent,
        "m",
        neograph_core::__private::PromptSource::Inline("read {{ dossier }}"),
    )
    .__tool(neograph_core::__private::ToolRef::Named("crm::get_deal"))
    .__param(text)
    .__interrupt_when::<Doc, _, _>(|_| Some("go on?"));
    let consumer = NodeSpec::__scripted::<consume, _, _, _>(|mut args: Args| async move {
        Ok(Ok::<_, Error>(Doc { v: args.shared::<Doc>(1)?.v + args.shared::<Doc>(0)?.v }))
    })
    .__param(upstream("research"))
    .__param(by_kind("history", "mails"))
    .__param(Param::__config::<String>("token"));
    let graph = Graph::builder(pipeline(vec![node, consumer]))
        .model("m", model.clone())
        .tools([GetDeal::linking(true).shared().0])
        .checkpointer(SqliteSaver::open(&path).await.unwrap())
        .compile()
        .unwrap();
    let config = server.config().replayer(server.clone()).with("token", SECRET.to_owned());
    assert!(!graph.arun(Input::new(), &config).await.unwrap().is_completed());
    let Message::User(prompt) = &model.requests()[0].messages[0] else { panic!() };
    assert!(prompt.contains(CANARY), "the agent has read it: {prompt}");
    assert!(!stored(dir.path()).contains(CANARY));
    assert!(graph.arun(Resume::new(true), &config).await.unwrap().is_completed());
    let stored = stored(dir.path());
    assert!(stored.contains("crm://old"), "the reference is stored");
    assert!(!stored.contains(CANARY), "contents are not");
    assert!(!stored.contains(SECRET), "handles are not");
}

/// An agent whose tool links to the mails, and a node that hydrates them.
fn linked(model: &ScriptedModel, nodes: Vec<NodeSpec>) -> Graph {
    Graph::builder(pipeline(std::iter::once(agent(vec![])).chain(nodes).collect()))
        .model("m", model.clone())
        .tools([GetDeal::linking(true).shared().0])
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap()
}

fn two_turns() -> ScriptedModel {
    ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::json(&json!({ "v": 3 })),
    ])
}

fn canary() -> Server {
    let body = json!({ "v": 1, "note": CANARY }).to_string();
    Server::new([Ok(ResourceContent::text("", Some("application/json"), body))])
}

#[tokio::test]
async fn an_agent_is_told_of_a_link_and_not_what_stands_behind_it() {
    let (model, server) = (two_turns(), canary());
    let reads = sum::<consume>(vec![upstream("research"), by_kind("history", "mails")], 0);
    let graph = linked(&model, vec![reads]);
    assert!(graph.arun(Input::new(), &server.config()).await.unwrap().is_completed());
    assert_eq!(server.read_uris(), ["crm://old"], "the consumer has read it");
    let told: Vec<String> =
        model.requests().iter().map(|request| format!("{:?}", request.messages)).collect();
    assert!(told[1].contains("[resource_link mails] crm://old"), "{told:?}");
    assert!(!told.concat().contains(CANARY), "{told:?}");
    let log = graph.get_state(&server.config()).await.unwrap();
    assert!(!format!("{:?}", log.tool_log("research")).contains(CANARY));
}

#[tokio::test]
async fn a_hydrated_value_is_in_no_channel_but_what_its_node_returns() {
    struct Noted;
    impl neograph_core::__private::NodeType for Noted {
        type Output = String;
        const NAME: &'static str = "noted";
    }
    let note = NodeSpec::__scripted::<Noted, _, _, _>(|mut args: Args| async move {
        let history = args.take::<serde_json::Value>(1)?;
        Ok(Ok::<_, Error>(history["note"].as_str().unwrap_or_default().to_owned()))
    })
    .__param(upstream("research"))
    .__param(Param::__resource::<serde_json::Value>(
        "history",
        neograph_core::__private::Locator::Ref("mails"),
    ));
    let digest = sum::<consume>(vec![upstream("research"), by_kind("history", "mails")], 0);
    let server = canary();
    let graph = linked(&two_turns(), vec![digest, note]);
    assert!(graph.arun(Input::new(), &server.config()).await.unwrap().is_completed());
    let state = graph.get_state(&server.config()).await.unwrap();
    let channels: Vec<&str> = state.values.keys().map(String::as_str).collect();
    assert_eq!(channels, ["consume", "neo_resource_manifest_research", "noted", "research"]);
    let holding = state.values.iter().filter(|(_, value)| value.to_string().contains(CANARY));
    let holding: Vec<&str> = holding.map(|(channel, _)| channel.as_str()).collect();
    assert_eq!(holding, ["noted"], "which returned it");
    assert!(state.input.is_empty());
}

#[tokio::test]
async fn the_id_of_a_run_is_in_no_output_no_event_and_no_store() {
    let dir = tempfile::tempdir().unwrap();
    let saver = SqliteSaver::open(dir.path().join("threads.db")).await.unwrap();
    let witness = Witness::default();
    let graph = watched(&witness, saver.clone());
    let events = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let seen = std::sync::Arc::clone(&events);
    let config = witness.config().on_event(move |event| {
        seen.lock().unwrap().push(format!("{event:?}"));
    });
    let mut outputs = Vec::new();
    for command in [neograph_core::run::Command::from(Input::new()), Resume::new(true).into()] {
        let outcome = graph.arun(command, &config).await.unwrap();
        outputs.push(format!("{} {outcome:?}", outcome.output().to_json().unwrap()));
    }
    outputs.push(format!("{:?}", graph.get_state(&config).await.unwrap()));
    saver.close().await.unwrap();
    let (events, outputs) = (events.lock().unwrap().concat(), outputs.concat());
    let (stored, ids) = (stored(dir.path()), witness.ids());
    assert!(events.contains("crm://consume") && stored.contains("crm::get_deal"));
    assert_eq!(ids.len(), 8);
    for id in ids {
        let (plain, dashed) = (id.to_string().replace('-', ""), id.to_string());
        for place in [&events, &stored, &outputs] {
            assert!(!place.contains(&plain) && !place.contains(&dashed), "{dashed} in {place}");
        }
    }
}

/// What does not parse: the canary stands where a number should, and as a key.
fn odd() -> Server {
    let body = json!({ "v": CANARY, CANARY: CANARY }).to_string();
    Server::new([Ok(ResourceContent::text("", Some("application/json"), body))])
}

async fn log(store: &MemorySaver) -> String {
    format!("{:?}", store.load("t").await.unwrap().unwrap())
}

#[tokio::test]
async fn the_failure_of_an_item_quotes_nothing_of_the_content() {
    let items =
        NodeSpec::__scripted::<first, _, _, _>(|_: Args| async { Ok(Ok::<_, Error>(vec![1_i64])) });
    let each = sum::<second>(vec![by_uri("doc", "crm://a")], 0)
        .__param(Param::__item::<i64>("item"))
        .__each::<Doc, Vec<i64>, _>("first", "first", |items: &Vec<i64>| items)
        .__collect_errors::<Doc>();
    let store = MemorySaver::new();
    let graph = Graph::builder(pipeline(vec![items, each]));
    let graph = graph.checkpointer(store.clone()).compile().unwrap();
    let outcome = graph.arun(Input::new(), &odd().config()).await.unwrap();
    let results = outcome.value::<Vec<Result<Doc, ItemError>>>("second").unwrap();
    let message = &results[0].as_ref().unwrap_err().message;
    for part in ["`doc`", "`second[0]`", "`crm://a`", "JSON does not fit", "line 1, column"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    assert!(!log(&store).await.contains(CANARY));
}

#[tokio::test]
async fn a_reader_that_fails_quotes_nothing_of_the_content() {
    let model = ScriptedModel::turns([
        ChatResponse::call("read", json!({})),
        ChatResponse::json(&json!({ "v": 3 })),
    ]);
    let store = MemorySaver::new();
    let node = agent(vec![]).__tool(ToolRef::Named("read"));
    let graph = Graph::builder(pipeline(vec![node]))
        .model("m", model.clone())
        .tools([
            ReaderTool::<Doc>::__new("read", "crm://a").__into_tool(),
            GetDeal::linking(true).shared().0,
        ])
        .checkpointer(store.clone())
        .compile()
        .unwrap();
    let outcome = graph.arun(Input::new(), &odd().config()).await.unwrap();
    let told = &outcome.output().tool_log("research")[0].text;
    assert!(told.contains("`crm://a`") && told.contains("JSON does not fit"), "{told}");
    assert!(!log(&store).await.contains(CANARY));
}
