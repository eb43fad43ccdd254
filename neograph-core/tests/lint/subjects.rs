//! A pipeline knows less than a graph; with tools and prompts it knows as much.

use std::sync::Arc;

use neograph_core::{
    __private::Pipeline,
    Graph,
    lint::{LintKind, Severity, Subject, lint},
    model::ChatResponse,
    prompt::Prompts,
    testing::ScriptedModel,
    tool::Tool,
};

use super::support::*;

fn nodes() -> Pipeline {
    pipeline(vec![
        agent("look", &["crm::mail"]),
        think_by_name("brief", "brief", vec![edge("look")]),
    ])
}

fn tools() -> [Arc<dyn Tool>; 1] {
    [tool("mail", |spec| spec.server("crm").async_only(true))]
}

fn prompts() -> Prompts {
    Prompts::new().add("brief", "Write of the deal.")
}

fn expected() -> [Found; 2] {
    [
        warning(LintKind::ToolRequiresAsyncDriver, "look", "crm::mail"),
        warning(LintKind::TemplateInputUnreferenced, "brief", "look"),
    ]
}

#[test]
fn a_bare_pipeline_does_not_guess() {
    assert_eq!(brief(&lint(&nodes())), []);
}

#[test]
fn a_graph_knows_its_tools_and_prompts() {
    let graph = Graph::builder(nodes())
        .model("m", ScriptedModel::turns([ChatResponse::text("")]))
        .tools(tools())
        .prompts(prompts())
        .compile()
        .unwrap();
    assert_eq!(brief(&lint(&graph)), expected());
}

#[test]
fn a_pipeline_with_tools_and_prompts_is_known_as_well() {
    let (pipeline, tools, prompts) = (nodes(), tools(), prompts());
    let subject = Subject::from(&pipeline).tools(&tools).prompts(&prompts);
    assert_eq!(brief(&lint(subject)), expected());
}

#[test]
fn what_compile_would_refuse_one_at_a_time_is_found_at_once() {
    let pipeline = pipeline(vec![
        think_by_name("a", "a", vec![]),
        think_by_name("b", "b", vec![]),
        think_by_name("c", "not-there", vec![]),
    ]);
    let prompts = Prompts::new().add("a", "{{ x }}").add("b", "{{ y").add("unused", "{{ z");
    let issues = lint(Subject::from(&pipeline).prompts(&prompts));
    let found: Vec<(&str, Severity)> =
        issues.iter().map(|issue| (issue.node.as_str(), issue.severity)).collect();
    assert_eq!(found, [("a", Severity::Error), ("b", Severity::Error)]);
}

#[test]
fn a_graph_knows_what_is_inside_its_nodes() {
    let pipeline = pipeline(vec![inside("outer", vec![agent("look", &["crm::mail"])])]);
    let graph = Graph::builder(pipeline)
        .model("m", ScriptedModel::turns([ChatResponse::text("")]))
        .tools(tools())
        .compile()
        .unwrap();
    let expected = warning(LintKind::ToolRequiresAsyncDriver, "outer/look", "crm::mail");
    assert_eq!(brief(&lint(&graph)), [expected]);
}

#[test]
fn every_kind_has_a_name_of_its_own_and_a_meaning() {
    let mut names: Vec<&str> = LintKind::ALL.iter().map(|kind| kind.name()).collect();
    assert!(names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_')));
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), LintKind::ALL.len());
    assert!(LintKind::ALL.iter().all(|kind| kind.meaning().ends_with('.')));
}
