use neograph_core::{
    __private::{Args, NodeSpec, Param},
    run::{Continue, Input, RunConfig},
};

use super::{super::support::*, *};

/// A node that runs when `check` gave more than this.
fn above(node: NodeSpec, bound: i64) -> NodeSpec {
    node.__when("above", vec![upstream("check")], move |mut args: Args| {
        Ok(args.shared::<Doc>(0)?.v > bound)
    })
}

/// check → deep (above 10) | shallow (otherwise) → last, which takes the first that ran.
fn router(checked: i64) -> Vec<NodeSpec> {
    vec![
        sum::<check>(vec![], checked),
        above(sum::<deep>(vec![upstream("check")], 100), 10),
        sum::<shallow>(vec![upstream("check")], 1).__otherwise(&["deep"]),
        body::<last>(vec![Param::__first_of::<Doc>("found", &["deep", "shallow"])], |mut args| {
            Ok(take(&mut args, 0))
        }),
    ]
}

#[tokio::test]
async fn one_of_two_arms_runs_and_the_join_takes_it() {
    for (checked, expected, ran, skipped) in
        [(11, 111, "deep", "shallow"), (10, 11, "shallow", "deep")]
    {
        let outcome = compile(router(checked)).arun(Input::new(), &RunConfig::new()).await.unwrap();
        assert_eq!(outcome.get::<last>().unwrap().v, expected);
        let output = outcome.output();
        assert!(output.is_skipped(skipped) && !output.is_skipped(ran));
        assert_eq!(output.nodes().collect::<Vec<_>>(), ["check", ran, "last"]);
        assert_eq!(output.to_json().unwrap().get(skipped), None);
        let error = output.value::<Doc>(skipped).unwrap_err().to_string();
        assert!(error.contains("it was skipped"), "{error}");
    }
}

#[tokio::test]
async fn an_optional_edge_is_empty_when_its_node_was_skipped() {
    let nodes = |checked| {
        let optional = upstream("deep").__optional::<Doc>();
        vec![
            sum::<check>(vec![], checked),
            above(sum::<deep>(vec![], 5), 0),
            body::<last>(vec![optional], |mut args| {
                Ok(args.optional::<Doc>(0)?.map_or(-1, |doc| doc.v))
            }),
        ]
    };
    for (checked, expected) in [(1, 5), (0, -1)] {
        let outcome = compile(nodes(checked)).arun(Input::new(), &RunConfig::new()).await.unwrap();
        assert_eq!(outcome.get::<last>().unwrap().v, expected);
    }
}

#[tokio::test]
async fn a_skipped_node_fetches_nothing() {
    let server = Server::doc(7);
    let reading = above(sum::<deep>(vec![by_uri("mails", "crm://mails")], 0), 10);
    let graph = compile(vec![sum::<check>(vec![], 1), reading]);
    graph.arun(Input::new(), &server.config()).await.unwrap();
    assert_eq!(server.read_uris(), Vec::<String>::new());
}

#[tokio::test]
async fn a_decision_is_kept_by_the_thread() {
    let failing =
        body::<last>(vec![Param::__first_of::<Doc>("found", &["deep", "shallow"])], |_| {
            Err("not yet".into())
        });
    let mut nodes = router(10);
    nodes[3] = failing;
    let graph = stored(nodes);
    let (started, config) = watched();
    assert!(graph.arun(Input::new(), &config).await.is_err());
    assert_eq!(drain(&started), ["check", "last", "shallow"]);
    let state = graph.get_state(&config).await.unwrap();
    assert_eq!(state.skipped, ["deep"]);
    assert!(graph.arun(Continue, &config).await.is_err());
    assert_eq!(drain(&started), ["last"], "neither the arms nor the condition again");
}

#[tokio::test]
async fn a_condition_reads_inputs_too() {
    let node = sum::<deep>(vec![], 1).__when(
        "wanted",
        vec![Param::__input::<bool>("wanted")],
        |mut args: Args| args.take::<bool>(0),
    );
    let graph = compile(vec![node]);
    let config = RunConfig::new();
    let outcome = graph.arun(Input::new().set("wanted", false).unwrap(), &config).await.unwrap();
    assert!(outcome.output().is_skipped("deep"));
    let error = configuration(graph.arun(Input::new(), &config).await).to_string();
    assert!(error.contains("wanted"), "{error}");
}
