//! Resource parameters: read, heal, refuse.

use neograph_core::{
    __private::Param,
    BoxError, BoxFuture, Graph,
    checkpoint::MemorySaver,
    error::{ExecutionError, RefusedReplay},
    model::ChatResponse,
    resource::{
        FetchRequest, FetchTooLarge, Fetched, Fetcher, ProducingCall, ResourceContent,
        hydrate_resource_ref, lift,
    },
    run::{Input, RunConfig},
    testing::ScriptedModel,
};
use serde_json::{Value, json};

use super::support::*;

fn deal_model() -> ScriptedModel {
    ScriptedModel::turns([
        ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
        ChatResponse::json(&json!({ "v": 1 })),
    ])
}

/// research (agent, one link) → consume (by kind, with a limit).
pub(crate) fn graph(tool: GetDeal, limit: u64) -> Graph {
    let consumes = by_kind("history", "mails").__max_bytes(limit);
    Graph::builder(pipeline(vec![
        agent(vec![]),
        sum::<consume>(vec![upstream("research"), consumes], 0),
    ]))
    .model("m", deal_model())
    .tools([tool.shared().0])
    .checkpointer(MemorySaver::new())
    .compile()
    .unwrap()
}

pub(crate) async fn run(graph: &Graph, config: &RunConfig) -> neograph_core::Result<i64> {
    Ok(graph.arun(Input::new(), config).await?.get::<consume>()?.v)
}

fn replayable(server: &Server) -> RunConfig {
    server.config().replayer(server.clone())
}

#[tokio::test]
async fn a_static_uri_is_read_once_and_parsed() {
    let server = Server::doc(41);
    let graph = compile(vec![sum::<first>(vec![by_uri("doc", "crm://deals/42/contract")], 1)]);
    let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(outcome.get::<first>().unwrap().v, 42);
    assert_eq!(server.read_uris(), ["crm://deals/42/contract"]);
}

#[tokio::test]
async fn a_uri_that_fails_is_not_replayed() {
    let server = Server::new([Err("gone")]).replaying(Ok(json!([link("mails", "crm://new")])));
    let graph = compile(vec![sum::<first>(vec![by_uri("doc", "crm://a")], 0)]);
    let error = execution(graph.arun(Input::new(), &replayable(&server)).await);
    let ExecutionError::ResourceFetch { node, param, uri, source } = &error else {
        panic!("{error}")
    };
    assert_eq!((node.as_str(), param.as_str(), uri.as_str()), ("first", "doc", "crm://a"));
    assert_eq!(source.to_string(), "gone");
    assert_eq!(server.replay_count(), 0);
}

#[tokio::test]
async fn a_live_link_is_read_on_its_own_server() {
    let server = Server::doc(5);
    assert_eq!(run(&graph(GetDeal::linking(true), 100), &replayable(&server)).await.unwrap(), 6);
    assert_eq!(
        server.reads.lock().unwrap()[..],
        [("crm://old".to_owned(), Some("crm".to_owned()))]
    );
    assert_eq!(server.replay_count(), 0);
}

#[tokio::test]
async fn a_dead_link_is_rederived_by_one_replay() {
    let server = Server::new([Err("dead"), Ok(doc(7))]).replaying(Ok(
        json!({ "content": [link("other", "crm://other"), link("mails", "crm://new")] }),
    ));
    assert_eq!(run(&graph(GetDeal::linking(true), 100), &replayable(&server)).await.unwrap(), 8);
    assert_eq!(server.read_uris(), ["crm://old", "crm://new"]);
    let replays = server.replays.lock().unwrap();
    let (server, tool, args) = &replays[0];
    assert_eq!((server.as_str(), tool.as_str(), replays.len()), ("crm", "get_deal", 1));
    assert_eq!(Value::Object(args.clone()), json!({ "deal_id": "D1" }));
}

#[tokio::test]
async fn the_identical_uri_is_preferred_among_fresh_links() {
    let server = Server::new([Err("dead"), Ok(doc(7))])
        .replaying(Ok(json!([link("mails", "crm://new"), link("mails", "crm://old")])));
    run(&graph(GetDeal::linking(true), 100), &replayable(&server)).await.unwrap();
    assert_eq!(server.read_uris(), ["crm://old", "crm://old"]);
}

#[tokio::test]
async fn a_link_of_another_kind_is_never_read() {
    let server =
        Server::new([Err("dead"), Ok(doc(7))]).replaying(Ok(json!([link("other", "crm://other")])));
    run(&graph(GetDeal::linking(true), 100), &replayable(&server)).await.unwrap();
    assert_eq!(server.read_uris(), ["crm://old", "crm://old"]);
}

#[tokio::test]
async fn a_producer_that_is_not_idempotent_is_not_called_again() {
    let server = Server::new([Err("dead")]).replaying(Ok(json!([link("mails", "crm://new")])));
    let graph = graph(GetDeal::linking(false), 100);
    let error = execution(graph.arun(Input::new(), &replayable(&server)).await);
    let ExecutionError::NonIdempotentReplay { tool, source, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!((tool.as_str(), source.to_string().as_str()), ("get_deal", "dead"));
    assert!(error.to_string().contains("get_deal"));
    assert_eq!(server.replay_count(), 0);
}

#[tokio::test]
async fn without_a_replayer_a_dead_link_is_expired() {
    let server = Server::new([Err("dead")]);
    let graph = graph(GetDeal::linking(true), 100);
    let error = execution(graph.arun(Input::new(), &server.config()).await);
    let ExecutionError::ResourceExpired { node, param, read_error, reason, .. } = &error else {
        panic!("{error}")
    };
    assert_eq!((node.as_str(), param.as_str()), ("consume", "history"));
    assert_eq!(read_error.to_string(), "dead");
    assert!(matches!(reason, RefusedReplay::NoReplayer));
    assert!(error.to_string().contains("RunConfig::replayer"), "{error}");
}

#[tokio::test]
async fn a_replay_that_reports_an_error_has_failed() {
    let server = Server::new([Err("dead")]).replaying(Ok(
        json!({ "isError": true, "content": [{ "type": "text", "text": "no deal" }] }),
    ));
    let graph = graph(GetDeal::linking(true), 100);
    let error = execution(graph.arun(Input::new(), &replayable(&server)).await);
    let ExecutionError::ResourceExpired {
        reason: RefusedReplay::ReplayFailed { source, .. }, ..
    } = &error
    else {
        panic!("{error}")
    };
    assert!(source.to_string().contains("no deal"), "{source}");
    assert_eq!(server.read_uris(), ["crm://old"]);
}

#[tokio::test]
async fn a_second_failing_read_ends_it() {
    let server = Server::new([Err("dead"), Err("dead too")])
        .replaying(Ok(json!([link("mails", "crm://new")])));
    let graph = graph(GetDeal::linking(true), 100);
    let error = execution(graph.arun(Input::new(), &replayable(&server)).await);
    let ExecutionError::ResourceExpired {
        reason: RefusedReplay::SecondReadFailed { uri, source, .. },
        ..
    } = &error
    else {
        panic!("{error}")
    };
    assert_eq!((uri.as_str(), source.to_string().as_str()), ("crm://new", "dead too"));
    assert_eq!((server.read_uris().len(), server.replay_count()), (2, 1));
}

#[tokio::test]
async fn a_malformed_resource_is_not_replayed() {
    let odd = ResourceContent::text("", Some("application/json"), r#"{"v": "seven"}"#);
    let server = Server::new([Ok(odd)]).replaying(Ok(json!([link("mails", "crm://new")])));
    let graph = graph(GetDeal::linking(true), 100);
    let error = execution(graph.arun(Input::new(), &replayable(&server)).await);
    let message = error.to_string();
    assert!(matches!(error, ExecutionError::ResourceParse { .. }), "{message}");
    for part in ["history", "consume", "crm://old", "`v`", "seven"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    assert_eq!(server.replay_count(), 0);
}

#[tokio::test]
async fn an_oversized_resource_says_how_large_it_is_before_it_is_parsed() {
    let large = ResourceContent::text("", Some("application/json"), "x".repeat(11));
    let server = Server::new([Ok(large)]);
    let graph = graph(GetDeal::linking(true), 10);
    let error = execution(graph.arun(Input::new(), &replayable(&server)).await);
    let message = error.to_string();
    assert!(
        matches!(error, ExecutionError::ResourceTooLarge { actual: 11, limit: 10, .. }),
        "{message}"
    );
    for part in ["history", "11", "10", "templated URI"] {
        assert!(message.contains(part), "{part} in {message}");
    }
}

#[tokio::test]
async fn the_limit_holds_on_the_read_after_a_replay() {
    let large = ResourceContent::text("", Some("application/json"), "x".repeat(11));
    let server =
        Server::new([Err("dead"), Ok(large)]).replaying(Ok(json!([link("mails", "crm://new")])));
    let error =
        execution(graph(GetDeal::linking(true), 10).arun(Input::new(), &replayable(&server)).await);
    assert!(matches!(error, ExecutionError::ResourceTooLarge { .. }), "{error}");
}

/// A fetcher that stops at the limit, and lets the link die before.
struct Stops(Server);

impl Fetcher for Stops {
    fn fetch(&self, request: FetchRequest) -> BoxFuture<'_, Result<Fetched, BoxError>> {
        let limit = request.max_bytes.unwrap();
        let read = self.0.fetch(request);
        Box::pin(async move { read.await.and(Err(FetchTooLarge { actual: 11, limit }.into())) })
    }
}

#[tokio::test]
async fn a_fetcher_that_stops_after_a_replay_is_told_of_with_the_fresh_uri() {
    let server =
        Server::new([Err("dead"), Ok(doc(1))]).replaying(Ok(json!([link("mails", "crm://new")])));
    let config = replayable(&server).fetcher(Stops(server.clone()));
    let error = execution(graph(GetDeal::linking(true), 10).arun(Input::new(), &config).await);
    let ExecutionError::ResourceTooLarge { uri, actual, .. } = &error else { panic!("{error}") };
    assert_eq!((uri.as_str(), *actual), ("crm://new", 11));
}

#[tokio::test]
async fn an_input_stands_in_a_uri_as_its_type_spells_it() {
    let server = Server::doc(1);
    let node = sum::<first>(vec![by_uri("doc", "crm://rates/{rate}")], 0)
        .__param(Param::__input::<f64>("rate").__rendered::<f64>());
    let input = Input::new().set("rate", 5).unwrap();
    compile(vec![node]).arun(input, &server.config()).await.unwrap();
    assert_eq!(server.read_uris(), ["crm://rates/5.0"], "as a reader's argument does");
}

#[tokio::test]
async fn a_kind_that_nobody_emitted_is_named() {
    let server = Server::doc(1);
    let tool = GetDeal::new(true, json!([link("activity", "crm://activity")]));
    let error = execution(graph(tool, 100).arun(Input::new(), &server.config()).await);
    let message = error.to_string();
    assert!(matches!(error, ExecutionError::ResourceKindMissing { .. }), "{message}");
    for part in ["history", "mails", "consume", "activity"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    assert!(server.read_uris().is_empty());
}

#[tokio::test]
async fn no_contents_is_a_failed_read() {
    struct Empty;
    impl neograph_core::resource::Fetcher for Empty {
        fn fetch(
            &self,
            _: neograph_core::resource::FetchRequest,
        ) -> neograph_core::BoxFuture<
            '_,
            Result<neograph_core::resource::Fetched, neograph_core::BoxError>,
        > {
            Box::pin(async { Ok(neograph_core::resource::Fetched::new(Vec::new())) })
        }
    }
    let graph = compile(vec![sum::<first>(vec![by_uri("doc", "crm://a")], 0)]);
    let error = execution(graph.arun(Input::new(), &RunConfig::new().fetcher(Empty)).await);
    assert!(error.to_string().contains("no contents"), "{error}");
}

#[tokio::test(start_paused = true)]
async fn a_fetcher_that_never_answers_is_a_failed_read() {
    struct Silent;
    impl neograph_core::resource::Fetcher for Silent {
        fn fetch(
            &self,
            _: neograph_core::resource::FetchRequest,
        ) -> neograph_core::BoxFuture<
            '_,
            Result<neograph_core::resource::Fetched, neograph_core::BoxError>,
        > {
            Box::pin(std::future::pending())
        }
    }
    let graph = compile(vec![sum::<first>(vec![by_uri("doc", "crm://a")], 0)]);
    let error = execution(graph.arun(Input::new(), &RunConfig::new().fetcher(Silent)).await);
    assert!(error.to_string().contains("no answer within 60s"), "{error}");
}

#[tokio::test]
async fn the_same_uri_is_read_once_a_run_by_parallel_nodes_too() {
    let server = Server::doc(1);
    let graph = compile(vec![
        sum::<first>(vec![by_uri("doc", "crm://a")], 0),
        sum::<second>(vec![by_uri("doc", "crm://a"), by_uri("other", "crm://a")], 0),
        sum::<third>(vec![upstream("first"), upstream("second"), by_uri("doc", "crm://a")], 0),
    ]);
    let outcome = graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(outcome.get::<third>().unwrap().v, 4);
    assert_eq!(server.read_uris(), ["crm://a"]);
    assert_eq!(outcome.resources().fetches["crm://a"], 1);
    assert_eq!(outcome.resources().cached, 3);
    graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(server.read_uris().len(), 2, "another run reads anew");
}

#[tokio::test]
async fn a_parameter_may_opt_out_of_the_cache() {
    let server = Server::doc(1);
    let anew = |name| by_uri(name, "crm://a").__cache(false);
    let graph = compile(vec![sum::<first>(vec![anew("one"), anew("two")], 0)]);
    graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(server.read_uris().len(), 2);
}

#[tokio::test]
async fn a_reference_can_be_hydrated_outside_a_run() {
    let result = json!([link("mails", "crm://old")]);
    let call = |idempotent| ProducingCall::new("get_deal", serde_json::Map::new(), idempotent);
    let lifted = lift(&result, Some("crm"), &call(true)).refs.remove(0);
    let server =
        Server::new([Err("dead"), Ok(doc(7))]).replaying(Ok(json!([link("mails", "crm://new")])));
    let found: Doc = hydrate_resource_ref(&lifted, &replayable(&server)).await.unwrap();
    assert_eq!((found.v, server.read_uris().len()), (7, 2));

    let lifted = lift(&result, Some("crm"), &call(false)).refs.remove(0);
    let server = Server::new([Err("dead")]);
    let error = hydrate_resource_ref::<Doc>(&lifted, &replayable(&server)).await.unwrap_err();
    assert!(matches!(error.as_execution(), Some(ExecutionError::NonIdempotentReplay { .. })));
    let error = hydrate_resource_ref::<Doc>(&lifted, &RunConfig::new()).await.unwrap_err();
    assert!(error.as_configuration().is_some(), "{error}");
}
