//! A dead link is healed or refused as the rules say, whatever was emitted and whatever fails.

use std::collections::BTreeMap;

use neograph_core::{
    __private::{Args, Locator, Mode, NodeSpec, NodeType, Param, PromptSource, ToolRef},
    Error, Graph,
    checkpoint::MemorySaver,
    error::{ExecutionError, RefusedReplay},
    model::ChatResponse,
    run::{Input, Outcome, Resume, RunConfig},
    testing::ScriptedModel,
    tool::Tool,
};
use proptest::prelude::*;
use serde_json::json;

use std::sync::Arc;

use crate::{
    block_on, leaked,
    model::{End, Model, kind_of},
    scripts::{Case, Emits, KINDS, LIMIT, Log, Seen, World, case},
    support::{Doc, first, pipeline, research, second},
};

/// research (calls every tool) → first → second.
fn graph(case: &Case) -> Graph {
    let names = case
        .producers
        .iter()
        .enumerate()
        .map(|(number, producer)| leaked(&format!("{}::tool{number}", producer.server)));
    let names: Vec<&'static str> = names.collect();
    let research =
        NodeSpec::__with_model::<research, Doc>(Mode::Agent, "m", PromptSource::Inline("go"));
    let research = names.iter().fold(research, |node, name| node.__tool(ToolRef::Named(name)));
    let mut turns: Vec<ChatResponse> = if case.together {
        vec![
            names
                .iter()
                .fold(ChatResponse::default(), |turn, name| turn.and_call(*name, json!({}))),
        ]
    } else {
        names.iter().map(|name| ChatResponse::call(*name, json!({}))).collect()
    };
    turns.push(ChatResponse::json(&json!({ "v": 1 })));
    let tools = case.producers.iter().enumerate();
    let pauses = case.pauses;
    let one = consumer::<first>(case, &case.nodes[0])
        .__param(Param::__upstream::<Doc>("research"))
        .__interrupt_when::<Vec<Seen>, _, _>(move |_| pauses.then_some("go on?"));
    let two =
        consumer::<second>(case, &case.nodes[1]).__param(Param::__upstream::<Vec<Seen>>("first"));
    Graph::builder(pipeline(vec![research, one, two]))
        .model("m", ScriptedModel::turns(turns))
        .tools(tools.map(|(number, of)| Arc::new(Emits::new(number, of)) as Arc<dyn Tool>))
        .checkpointer(MemorySaver::new())
        .compile()
        .unwrap()
}

/// A node with a parameter for each kind, which it returns.
fn consumer<N: NodeType>(case: &Case, kinds: &[usize]) -> NodeSpec {
    let count = kinds.len();
    let node = NodeSpec::__scripted::<N, _, _, _>(move |mut args: Args| async move {
        let seen: Result<Vec<Seen>, _> = (0..count).map(|index| args.take(index)).collect();
        Ok(Ok::<_, Error>(seen?))
    });
    kinds.iter().enumerate().fold(node, |node, (index, kind)| {
        let name = leaked(&format!("p{index}"));
        let param = Param::__resource::<Seen>(name, Locator::Ref(KINDS[*kind]));
        node.__param(if case.limited { param.__max_bytes(LIMIT) } else { param })
    })
}

/// What a run failed with: the node, the kind of the parameter, and the end of it.
fn ended(case: &Case, error: Error) -> (usize, usize, End) {
    let Error::Execution(error) = error else { panic!("{error}") };
    let (node, param, end) = match *error {
        ExecutionError::ResourceKindMissing { node, param, .. } => (node, param, End::Missing),
        ExecutionError::NonIdempotentReplay { node, param, uri, tool, .. } => {
            (node, param, End::Refused { uri, tool })
        }
        ExecutionError::ResourceExpired { node, param, uri, reason, .. } => {
            let end = match reason {
                RefusedReplay::NoReplayer => End::NoReplayer { uri },
                RefusedReplay::ReplayFailed { tool, .. } => End::ReplayFailed { uri, tool },
                RefusedReplay::SecondReadFailed { uri: fresh, .. } => {
                    End::SecondReadFailed { uri, fresh }
                }
                reason => panic!("{reason}"),
            };
            (node, param, end)
        }
        ExecutionError::ResourceTooLarge { node, param, uri, .. } => {
            (node, param, End::TooLarge { uri })
        }
        ExecutionError::ResourceParse { node, param, uri, .. } => (node, param, End::Odd { uri }),
        error => panic!("{error}"),
    };
    let node = usize::from(node == "second");
    (node, kind_of(&case.nodes[node], &param), end)
}

/// What holds of every run, whatever the model says.
fn check_limits(case: &Case, log: &Log, given: &[Seen]) {
    let mut replays = BTreeMap::<_, usize>::new();
    for (_, tool) in &log.replays {
        let number: usize = tool.strip_prefix("tool").unwrap().parse().unwrap();
        assert!(case.producers[number].idempotent, "`{tool}` is not idempotent and was replayed");
        *replays.entry(number).or_default() += 1;
    }
    for (number, replays) in replays {
        let kinds = case.producers[number].links.iter().map(|link| link.kind);
        let kinds: std::collections::BTreeSet<_> = kinds.collect();
        assert!(replays <= kinds.len(), "one replay a link");
    }
    for kind in KINDS {
        let prefix = format!("crm://{kind}/");
        let reads: Vec<_> =
            log.reads.iter().filter(|read| read.uri.text().starts_with(&prefix)).collect();
        assert!(reads.len() <= 2, "two reads a link: {reads:?}");
        for seen in given.iter().filter(|seen| seen.uri.starts_with(&prefix)) {
            let read = reads.iter().rposition(|read| {
                read.uri.text() == seen.uri && read.nth == seen.nth && !read.failed
            });
            let read = read.unwrap_or_else(|| panic!("{seen:?} is not of this run"));
            assert!(reads[read..].iter().all(|read| !read.failed), "a failure came after {seen:?}");
        }
    }
}

/// Runs the nodes from one on by the model, and compares; the node to go on with, if any.
fn check_run(
    case: &Case,
    model: &mut Model<'_>,
    from: usize,
    outcome: Result<Outcome, Error>,
    log: &Log,
) -> Option<usize> {
    model.begin();
    let until = if from == 0 && case.pauses { 1 } else { 2 };
    let mut given = Vec::new();
    let mut failures = Vec::new();
    for node in from..until {
        // Parameters that ask for one link at the same time share what becomes of it.
        let mut known = BTreeMap::new();
        let ends: Vec<(usize, End)> = case.nodes[node]
            .iter()
            .map(|kind| (*kind, known.entry(*kind).or_insert_with(|| model.hydrate(*kind)).clone()))
            .collect();
        let failed = ends.iter().filter(|(_, end)| !matches!(end, End::Value(_)));
        failures.extend(failed.map(|(kind, end)| (node, *kind, end.clone())));
        if !failures.is_empty() {
            break;
        }
        given.push((node, ends));
    }
    let alone = failures.windows(2).all(|two| two[0] == two[1]);
    match outcome {
        Ok(outcome) => {
            assert!(failures.is_empty(), "{failures:?} was to come");
            assert_eq!(outcome.is_completed(), until == 2);
            let mut all = Vec::new();
            for (node, ends) in given {
                let name = ["first", "second"][node];
                let seen = outcome.value::<Vec<Seen>>(name).unwrap().clone();
                let expected: Vec<End> = ends.into_iter().map(|(_, end)| end).collect();
                assert_eq!(seen.iter().cloned().map(End::Value).collect::<Vec<_>>(), expected);
                for (seen, kind) in seen.iter().zip(&case.nodes[node]) {
                    assert!(seen.uri.starts_with(&format!("crm://{}/", KINDS[*kind])), "foreign");
                }
                all.extend(seen);
            }
            check_limits(case, log, &all);
            let replays: usize = model.replays.values().map(Vec::len).sum();
            assert_eq!(outcome.resources().replays, replays as u64);
        }
        Err(error) => {
            let found = ended(case, error);
            assert!(failures.contains(&found), "{found:?}, and not one of {failures:?}");
            check_limits(case, log, &[]);
        }
    }
    // What else a failing node reads at the same time may be cancelled.
    let failed: Vec<usize> = failures.iter().map(|(_, kind, _)| *kind).collect();
    let node = failures.first().map_or(&[][..], |(node, ..)| &case.nodes[*node]);
    let whole = failures.is_empty() || (alone && node.iter().all(|kind| failed.contains(kind)));
    for (kind, name) in KINDS.iter().enumerate() {
        let prefix = format!("crm://{name}/");
        let reads = log.reads.iter().filter(|read| read.uri.text().starts_with(&prefix));
        let reads: Vec<_> = reads.map(|read| (read.uri, read.server.as_str())).collect();
        let expected = model.reads.get(&kind).cloned().unwrap_or_default();
        assert!(expected.starts_with(&reads), "{reads:?}, and not {expected:?}");
        assert!(!whole || reads.len() == expected.len(), "{reads:?}, and not {expected:?}");
    }
    let replays = log.replays.iter().map(|(server, tool)| (server.as_str(), tool.clone()));
    let expected: Vec<_> = model.replays.values().flatten().cloned().collect();
    let (mut found, mut expected) = (replays.collect::<Vec<_>>(), expected);
    found.sort();
    expected.sort();
    assert!(found.iter().all(|replay| expected.contains(replay)));
    assert!(!whole || found == expected, "{found:?}, and not {expected:?}");
    (failures.is_empty() && until == 1).then_some(1)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, ..ProptestConfig::default() })]

    #[test]
    fn a_dead_link_is_healed_or_refused_as_the_rules_say(case in case()) {
        let (world, graph, mut model) = (World::new(case.clone()), graph(&case), Model::new(&case));
        let config = RunConfig::new().thread_id("t").fetcher(world.clone());
        let config = if case.has_replayer { config.replayer(world.clone()) } else { config };
        block_on(async {
            let outcome = graph.arun(Input::new(), &config).await;
            let next = check_run(&case, &mut model, 0, outcome, &world.happened());
            if let Some(next) = next {
                let outcome = graph.arun(Resume::new(true), &config).await;
                check_run(&case, &mut model, next, outcome, &world.happened());
            }
        });
    }
}
