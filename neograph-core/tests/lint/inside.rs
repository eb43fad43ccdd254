//! Pipelines in nodes: issues go by the address of the node inside.

use neograph_core::{
    __private::{NodeSpec, ToolRef},
    lint::LintKind,
    tool::Tool,
};
use std::sync::Arc;

use super::support::*;

const HYDRATION: LintKind = LintKind::ResourceHydrationKindUnmatched;

fn consumer() -> NodeSpec {
    scripted("consume", vec![by_kind("history", "mails")])
}

#[test]
fn every_kind_of_a_pipeline_is_found_inside_a_node() {
    let tools: [Arc<dyn Tool>; 2] = [
        tool("read", |spec| spec.idempotent(true).asks_human(true).async_only(true)),
        tool("wire", |spec| spec),
    ];
    let nodes = vec![
        consumer(),
        act("book", &["read"]),
        think("topic", "{{ nobody }}", vec![input::<String>("name")]),
        think("doc", "{{ page.id }}", vec![by_uri("page", "crm://a")]),
        think("last", "{{ topic.id }}", vec![edge("topic")]),
    ];
    let found = found_with(vec![inside("outer", vec![inside("inner", nodes)])], &tools);
    let kinds: Vec<&str> = found.iter().map(|found| found.0).collect();
    for kind in LintKind::ALL.iter().filter(|kind| !kind.name().starts_with("config_key")) {
        assert!(kinds.contains(&kind.name()), "{kind} in {found:?}");
    }
    assert!(found.iter().all(|found| found.1.starts_with("outer/inner/")), "{found:?}");
    assert!(found.contains(&error(HYDRATION, "outer/inner/consume", "history")));
    let field = warning(LintKind::OutputFieldUnconsumed, "outer/inner/topic", "owner");
    assert!(found.contains(&field), "{found:?}");
}

#[test]
fn links_from_before_the_enclosing_node_are_there() {
    let enclosing = |before: &'static str| inside("verify", vec![consumer()]).__param(edge(before));
    assert_eq!(found(vec![agent("look", &["search"]), enclosing("look")]), []);
    let nodes = vec![scripted("look", vec![]), enclosing("look")];
    assert_eq!(found(nodes), [error(HYDRATION, "verify/consume", "history")]);
}

#[test]
fn links_from_inside_reach_the_nodes_after() {
    let after = || scripted("consume", vec![by_kind("history", "mails"), edge("research")]);
    let deep = inside("research", vec![inside("inner", vec![agent("look", &["search"])])]);
    assert_eq!(found(vec![deep, after()]), []);
    let without = inside("research", vec![scripted("look", vec![])]);
    assert_eq!(found(vec![without, after()]), [error(HYDRATION, "consume", "history")]);
}

#[test]
fn the_node_whose_output_is_the_pipelines_is_read_outside() {
    // `draft` is read by a prompt inside, and is the output.
    let draft = || think("draft", "go", vec![]);
    let check = || think("check", "{{ draft.id }}", vec![edge("draft")]);
    let as_output = NodeSpec::__inside::<Deal>("write", pipeline(vec![draft(), check()]), "draft");
    assert_eq!(found(vec![as_output]), []);
    let other = NodeSpec::__inside::<Deal>("write", pipeline(vec![draft(), check()]), "check");
    let expected = warning(LintKind::OutputFieldUnconsumed, "write/draft", "owner");
    assert_eq!(found(vec![other]), [expected]);
}

#[test]
fn a_declared_tool_inside_is_known() {
    fn reads() -> Arc<dyn Tool> {
        Arc::new(neograph_core::tool::read_blob())
    }
    let look = agent("look", &[]).__tool(ToolRef::Declared(reads));
    let expected = warning(LintKind::ToolRequiresAsyncDriver, "outer/look", "read_blob");
    assert_eq!(found(vec![inside("outer", vec![look])]), [expected]);
}
