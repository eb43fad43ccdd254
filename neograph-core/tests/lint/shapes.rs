//! Lint gives a list for any pipeline, also for those that nothing could run.

use neograph_core::{
    __private::{NodeSpec, Param, Pipeline},
    lint::{LintKind, input_contract, lint},
};

use super::support::*;

const HYDRATION: LintKind = LintKind::ResourceHydrationKindUnmatched;

fn name(text: String) -> &'static str {
    text.leak()
}

#[test]
fn nodes_that_wait_for_each_other_or_for_nobody_are_looked_at() {
    let mails = || by_kind("history", "mails");
    let nodes = vec![
        scripted("a", vec![edge("b"), mails()]),
        scripted("b", vec![edge("a")]),
        inside("c", vec![scripted("last", vec![edge("last"), mails()])]).__param(edge("c")),
        scripted("d", vec![edge("nobody"), mails()]),
    ];
    assert_eq!(
        found(nodes),
        [
            error(HYDRATION, "a", "history"),
            error(HYDRATION, "c/last", "history"),
            error(HYDRATION, "d", "history"),
        ]
    );
    let circle = vec![agent("a", &["search"]).__param(Param::__upstream::<Deal>("b"))];
    let after = scripted("b", vec![edge("a"), mails()]);
    assert_eq!(found(circle.into_iter().chain([after]).collect()), []);
}

#[test]
fn an_empty_pipeline_has_no_issues() {
    let empty = Pipeline::__unchecked("test", vec![]);
    assert_eq!(lint(&empty), []);
    assert!(input_contract(&empty).inputs.is_empty());
}

#[test]
fn many_pipelines_one_after_another_are_looked_at_once_each() {
    let sub = |index: usize| {
        let inner = scripted("last", vec![by_kind("history", "mails")]);
        let node = inside(name(format!("n{index}")), vec![inner]);
        if index == 0 { node } else { node.__param(edge(name(format!("n{}", index - 1)))) }
    };
    let nodes: Vec<NodeSpec> = (0..200).map(sub).collect();
    assert_eq!(found(nodes).len(), 200);
}

#[test]
fn many_pipelines_in_one_another_are_looked_at_once_each() {
    let leaf = vec![agent("look", &["search"])];
    let deep = (0..60).fold(leaf, |nodes, _| vec![inside("deep", nodes)]);
    let nodes: Vec<NodeSpec> = deep
        .into_iter()
        .chain([scripted("consume", vec![by_kind("history", "mails"), edge("deep")])])
        .collect();
    assert_eq!(found(nodes), []);
}

#[test]
fn a_long_chain_in_which_every_node_asks_is_no_trouble() {
    let node = |index: usize| {
        let mut params = vec![by_kind("history", "mails")];
        params.extend(index.checked_sub(1).map(|up| edge(name(format!("n{up}")))));
        scripted(name(format!("n{index}")), params)
    };
    let started = std::time::Instant::now();
    assert_eq!(found((0..3000).map(node).collect()).len(), 3000);
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
