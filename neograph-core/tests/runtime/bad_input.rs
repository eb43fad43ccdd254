//! What is refused before any node runs.

use neograph_core::{
    __private::{Args, Locator, NodeSpec, Param},
    Error, Graph, Pipeline,
    checkpoint::MemorySaver,
    error::{CompileError, ConfigurationError, ConstructError, ExecutionError},
    model::ChatResponse,
    prompt::Prompts,
    run::{Continue, Input, Resume, RunConfig},
    testing::ScriptedModel,
};

use super::support::*;

fn compile_error(nodes: Vec<NodeSpec>) -> Error {
    Graph::builder(pipeline(nodes)).compile().unwrap_err()
}

#[tokio::test]
async fn a_missing_fetcher_is_found_before_any_node_runs() {
    let ran = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let seen = ran.clone();
    let node = NodeSpec::__scripted::<first, _, _, _>(move |_: Args| {
        seen.store(true, std::sync::atomic::Ordering::SeqCst);
        async { Ok(Ok::<_, Error>(Doc { v: 1 })) }
    });
    let graph =
        compile(vec![node, sum::<second>(vec![upstream("first"), by_uri("doc", "crm://a")], 0)]);
    let error = configuration(graph.arun(Input::new(), &RunConfig::new()).await);
    let message = error.to_string();
    assert!(matches!(error, ConfigurationError::MissingFetcher { .. }));
    for part in ["doc", "second", "mcp_resource_fetcher", "RunConfig::fetcher"] {
        assert!(message.contains(part), "{part} in {message}");
    }
    assert!(!ran.load(std::sync::atomic::Ordering::SeqCst));
}

#[tokio::test]
async fn an_optional_resource_stays_empty_without_a_fetcher_or_a_link() {
    let doc = Param::__resource::<Option<Doc>>("doc", Locator::Uri("crm://a")).__optional::<Doc>();
    let links =
        Param::__resource::<Option<Doc>>("links", Locator::Ref("mails")).__optional::<Doc>();
    let node = NodeSpec::__scripted::<first, _, _, _>(|mut args: Args| async move {
        let empty =
            args.take::<Option<Doc>>(0)?.is_none() && args.take::<Option<Doc>>(1)?.is_none();
        Ok(Ok::<_, Error>(Doc { v: i64::from(empty) }))
    })
    .__param(doc)
    .__param(links);
    let graph = compile(vec![node]);
    let outcome = graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert_eq!(outcome.get::<first>().unwrap().v, 1);
    // A failed read is never hidden.
    let server = Server::new([Err("gone")]);
    let error = execution(graph.arun(Input::new(), &server.config()).await);
    assert!(matches!(error, ExecutionError::ResourceFetch { .. }), "{error}");
}

#[tokio::test]
async fn missing_and_ill_typed_inputs_are_found_before_any_node_runs() {
    let node = sum::<first>(vec![Param::__input::<Doc>("a"), Param::__input::<Doc>("b")], 0);
    let graph = compile(vec![node]);
    let error = configuration(graph.arun(Input::new(), &RunConfig::new()).await);
    assert!(error.to_string().contains("`a`, `b`"), "all at once: {error}");
    let input = Input::new().set("a", 1).unwrap().set("b", Doc { v: 1 }).unwrap();
    let error = configuration(graph.arun(input, &RunConfig::new()).await);
    assert!(matches!(error, ConfigurationError::InputType { .. }), "{error}");
}

#[tokio::test]
async fn handles_are_taken_as_they_are_or_shared_and_their_type_is_checked() {
    let node = |param| {
        NodeSpec::__scripted::<first, _, _, _>(|mut args: Args| async move {
            Ok(Ok::<_, Error>(Doc { v: args.shared::<Doc>(0)?.v }))
        })
        .__param(param)
    };
    let graph = compile(vec![node(Param::__config::<Doc>("handle"))]);
    for config in [
        RunConfig::new().with("handle", Doc { v: 7 }),
        RunConfig::new().with("handle", std::sync::Arc::new(Doc { v: 7 })),
    ] {
        assert_eq!(graph.arun(Input::new(), &config).await.unwrap().get::<first>().unwrap().v, 7);
    }
    let error = configuration(graph.arun(Input::new(), &RunConfig::new()).await);
    assert!(matches!(error, ConfigurationError::MissingConfig { .. }), "{error}");
    let error =
        configuration(graph.arun(Input::new(), &RunConfig::new().with("handle", 7_u8)).await);
    assert!(error.to_string().contains("u8"), "{error}");
}

#[tokio::test]
async fn a_graph_without_a_checkpointer_has_no_threads_to_resume() {
    let graph = compile(vec![sum::<first>(vec![], 1)]);
    for error in [
        configuration(graph.arun(Resume::new(true), &RunConfig::new()).await),
        configuration(graph.arun(Continue, &RunConfig::new()).await),
    ] {
        assert!(matches!(error, ConfigurationError::MissingCheckpointer { .. }), "{error}");
    }
}

#[tokio::test]
async fn a_checkpointer_needs_a_thread_id() {
    let nodes = vec![sum::<first>(vec![], 1)];
    let graph = Graph::builder(pipeline(nodes)).checkpointer(MemorySaver::new()).compile().unwrap();
    let error = configuration(graph.arun(Input::new(), &RunConfig::new()).await);
    assert!(matches!(error, ConfigurationError::MissingThreadId), "{error}");
}

#[tokio::test]
async fn an_error_and_a_panic_of_a_body_name_the_node() {
    let node = NodeSpec::__scripted::<first, _, _, _>(|_: Args| async {
        Ok(Err::<Doc, _>(std::io::Error::other("disk full")))
    });
    let error = execution(compile(vec![node]).arun(Input::new(), &RunConfig::new()).await);
    assert_eq!(error.to_string(), "node `first` failed: disk full");
    let node = NodeSpec::__scripted::<first, _, _, _>(|mut args: Args| async move {
        let doc = args.shared::<Doc>(0);
        assert!(doc.is_ok(), "no parameter");
        Ok(Ok::<_, Error>(Doc { v: 1 }))
    });
    let error = execution(compile(vec![node]).arun(Input::new(), &RunConfig::new()).await);
    assert!(matches!(&error, ExecutionError::Panic { message, .. } if message == "no parameter"));
}

#[test]
fn wiring_that_rustc_did_not_see_is_checked_by_compile() {
    let error = compile_error(vec![sum::<first>(vec![upstream("nobody")], 0)]);
    assert!(
        matches!(&error, Error::Construct(e) if matches!(e[0], ConstructError::UnknownUpstream { .. }))
    );
    assert!(error.to_string().contains("nobody"), "{error}");
    let error = compile_error(vec![
        sum::<first>(vec![upstream("third")], 0),
        sum::<second>(vec![upstream("first")], 0),
        sum::<third>(vec![upstream("second")], 0),
        sum::<fourth>(vec![upstream("third")], 0),
    ]);
    assert!(error.to_string().contains("`first` → `second` → `third` → `first`"), "{error}");
    let error = compile_error(vec![sum::<first>(vec![upstream("first")], 0)]);
    assert!(error.to_string().contains("`first` → `first`"), "{error}");
    let error = compile_error(vec![sum::<first>(vec![], 0), sum::<first>(vec![], 0)]);
    assert!(error.to_string().contains("two nodes"), "{error}");
    assert!(Graph::builder(Pipeline::__unchecked("empty", vec![])).compile().is_err());
}

#[test]
fn compile_names_what_was_not_given() {
    let error = compile_error(vec![agent(vec![])]);
    assert!(error.to_string().contains(".model(\"m\""), "{error}");
    let model = || ScriptedModel::turns([ChatResponse::text("")]);
    let builder = || Graph::builder(pipeline(vec![agent(vec![])])).model("m", model());
    let error = builder().compile().unwrap_err();
    assert!(error.to_string().contains("crm::get_deal"), "{error}");
    let twice = [GetDeal::linking(true).shared().0, GetDeal::linking(true).shared().0];
    let error = builder().tools(twice).compile().unwrap_err();
    assert!(matches!(error, Error::Compile(e) if matches!(*e, CompileError::DuplicateTool { .. })));
    let reader =
        || -> std::sync::Arc<dyn neograph_core::tool::Tool> { GetDeal::linking(true).shared().0 };
    let twice = agent(vec![]).__tool(neograph_core::__private::ToolRef::Declared(reader));
    let builder = Graph::builder(pipeline(vec![twice])).model("m", model());
    let error = builder.tools([GetDeal::linking(true).shared().0]).compile().unwrap_err();
    assert!(error.to_string().contains("two tools are named `crm::get_deal`"), "{error}");
    let gate = sum::<gate>(vec![], 0).__interrupt_when::<Doc, _, _>(|_| Some(1));
    assert!(compile_error(vec![gate]).to_string().contains(".checkpointer("));
    let error = Prompts::dir("/nowhere").unwrap_err();
    assert!(error.to_string().contains("/nowhere"), "{error}");
}
