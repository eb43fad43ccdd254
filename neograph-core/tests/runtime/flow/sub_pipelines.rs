use std::sync::atomic::{AtomicBool, Ordering};

use neograph_core::{
    __private::{NodeSpec, Param},
    error::ConfigurationError,
    run::{Continue, Input, Resume, RunConfig},
};

use super::{super::support::*, *};

/// first (adds 1 to the input) → second (doubles) → last.
struct Doubling;

impl Inner for Doubling {
    fn nodes() -> Vec<NodeSpec> {
        vec![
            sum::<first>(vec![Param::__input::<Doc>("check")], 1),
            sum::<second>(vec![upstream("first")], 0),
            sum::<last>(vec![upstream("first"), upstream("second")], 0),
        ]
    }
}

fn verifying<I: Inner>() -> NodeSpec {
    inside::<verify, I>()
}

#[tokio::test]
async fn a_sub_pipeline_takes_its_inputs_from_the_nodes_parameters() {
    let graph =
        compile(vec![sum::<check>(vec![], 4), verifying::<Doubling>().__param(upstream("check"))]);
    let outcome = graph.arun(Input::new(), &RunConfig::new()).await.unwrap();
    assert_eq!(outcome.get::<verify>().unwrap().v, 10);
}

#[tokio::test]
async fn a_sub_pipeline_in_a_fan_out_runs_once_for_each_item() {
    let graph = stored(vec![
        batch_of(0..3),
        over_batch(
            verifying::<Doubling>().__param(Param::__item::<Doc>("check").__rendered::<Doc>()),
        ),
    ]);
    let (started, config) = watched();
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    let verified = outcome.output().value::<Vec<Doc>>("verify").unwrap();
    assert_eq!(verified.iter().map(|doc| doc.v).collect::<Vec<_>>(), [2, 4, 6]);
    let started = drain(&started);
    assert!(started.contains(&"verify[2]/second".to_owned()), "{started:?}");
    assert_eq!(started.len(), 2 + 3 * 4);
}

/// Asks after its second node, and fails in its last while it is `STUCK`.
struct Asking;
static STUCK: AtomicBool = AtomicBool::new(true);

impl Inner for Asking {
    fn nodes() -> Vec<NodeSpec> {
        vec![
            sum::<first>(vec![Param::__input::<Doc>("check")], 1),
            sum::<second>(vec![upstream("first")], 0)
                .__interrupt_when::<Doc, _, _>(|doc: &Doc| (doc.v > 2).then_some(doc.v)),
            body::<last>(vec![upstream("second")], |mut args| {
                let v = take(&mut args, 0);
                if v == 3 && STUCK.load(Ordering::SeqCst) {
                    return Err("stuck".into());
                }
                Ok(v)
            }),
        ]
    }
}

#[tokio::test]
async fn questions_and_failures_inside_items_go_by_their_address() {
    let graph = stored(vec![
        batch_of([1, 2, 3]),
        over_batch(
            verifying::<Asking>().__param(Param::__item::<Doc>("check").__rendered::<Doc>()),
        )
        .__concurrency(1),
    ]);
    let (started, config) = watched();
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    let asked: Vec<&str> = outcome.interrupts().iter().map(|one| one.path.as_str()).collect();
    assert_eq!(asked, ["verify[1]/second", "verify[2]/second"]);
    assert!(outcome.interrupts().iter().all(|one| one.node == "second"));
    drain(&started);

    let id = &outcome.interrupts()[0].id;
    let error = execution(graph.arun(Resume::answer(id, true), &config).await);
    assert_eq!(error.to_string(), "node `verify[1]/last` failed: stuck");
    assert_eq!(drain(&started), ["verify", "verify[1]", "verify[1]/last"]);
    STUCK.store(false, Ordering::SeqCst);
    let outcome = graph.arun(Continue, &config).await.unwrap();
    assert_eq!(outcome.interrupts().len(), 1, "{outcome:?}");
    let outcome = graph.arun(Resume::new(true), &config).await.unwrap();
    let verified = outcome.output().value::<Vec<Doc>>("verify").unwrap();
    assert_eq!(verified.iter().map(|doc| doc.v).collect::<Vec<_>>(), [2, 3, 4]);
}

/// A node inside that reads a resource and a handle.
struct Reading;

impl Inner for Reading {
    fn nodes() -> Vec<NodeSpec> {
        vec![sum::<last>(vec![by_uri("mails", "crm://mails"), Param::__config::<Doc>("base")], 0)]
    }
}

#[tokio::test]
async fn what_the_nodes_inside_need_is_known_before_the_run() {
    let graph = compile(vec![verifying::<Reading>()]);
    let missing = configuration(graph.arun(Input::new(), &RunConfig::new()).await);
    assert!(matches!(missing, ConfigurationError::MissingFetcher { .. }), "{missing}");
    let server = Server::doc(2);
    let missing = configuration(graph.arun(Input::new(), &server.config()).await);
    assert!(matches!(missing, ConfigurationError::MissingConfig { .. }), "{missing}");
    let config = server.config().with("base", Doc { v: 40 });
    let outcome = graph.arun(Input::new(), &config).await.unwrap();
    assert_eq!(outcome.get::<verify>().unwrap().v, 42);
}

#[tokio::test]
async fn nodes_inside_that_are_gone_are_named_by_their_address() {
    let store = neograph_core::checkpoint::MemorySaver::new();
    let graph = |nodes| {
        let graph = neograph_core::Graph::builder(pipeline(nodes));
        graph.checkpointer(store.clone()).compile().unwrap()
    };
    let (_, config) = watched();
    let failing = body::<total>(vec![upstream("verify")], |_| Err("stop".into()));
    let with = graph(vec![
        sum::<check>(vec![], 4),
        verifying::<Doubling>().__param(upstream("check")),
        failing.clone(),
    ]);
    with.arun(Input::new(), &config).await.unwrap_err();
    let without = graph(vec![
        sum::<check>(vec![], 4),
        verifying::<Asking>().__param(upstream("check")),
        failing,
    ]);
    // `verify` is done and stays done, and its parts are those of the other pipeline by name.
    without.arun(Continue, &config).await.unwrap_err();
    let renamed = graph(vec![sum::<check>(vec![], 4), sum::<verify>(vec![upstream("check")], 0)]);
    let error = configuration(renamed.arun(Continue, &config).await).to_string();
    assert!(error.contains("`verify/first`"), "{error}");
}

/// Gives what it is given.
struct Passing;

impl Inner for Passing {
    fn nodes() -> Vec<NodeSpec> {
        let given = Param::__input::<f64>("check");
        let node = NodeSpec::__scripted::<last, _, _, _>(
            |mut args: neograph_core::__private::Args| async move {
                let v: f64 = args.take(0)?;
                Ok(Ok::<_, neograph_core::Error>(Doc { v: if v.is_nan() { 1 } else { 2 } }))
            },
        );
        vec![node.__param(given)]
    }
}

#[tokio::test]
async fn a_value_that_json_does_not_have_does_not_enter_a_sub_pipeline_as_another() {
    let source =
        NodeSpec::__scripted::<check, _, _, _>(|_: neograph_core::__private::Args| async {
            Ok(Ok::<_, neograph_core::Error>(f64::NAN))
        });
    let given = Param::__upstream::<f64>("check").__rendered::<f64>();
    let graph = compile(vec![source, inside::<verify, Passing>().__param(given)]);
    let error = execution(graph.arun(Input::new(), &RunConfig::new()).await).to_string();
    assert!(error.contains("parameter `check` (`f64`) cannot be an input"), "{error}");
}
