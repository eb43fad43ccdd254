//! Tools that block, that only read, and that ask.

use std::sync::Arc;

use neograph_core::{
    __private::{NodeSpec, ReaderTool, ToolRef},
    lint::{LintKind, lint},
    tool::{Tool, read_blob},
};

use super::support::*;

const ASYNC: LintKind = LintKind::ToolRequiresAsyncDriver;
const IDEMPOTENT: LintKind = LintKind::ActModeAllIdempotentTools;
const ASKS: LintKind = LintKind::AskHumanInMutatingNode;

fn reader() -> Arc<dyn Tool> {
    ReaderTool::<Deal>::__new("read_deal", "crm://deal").__into_tool()
}

#[test]
fn each_tool_that_waits_is_a_warning_and_no_other() {
    let tools = [
        tool("mail", |spec| spec.server("crm").async_only(true)),
        tool("clock", |spec| spec),
        Arc::new(read_blob()) as _,
    ];
    let nodes = vec![agent("look", &["crm::mail", "clock", "read_blob"])];
    let expected = [warning(ASYNC, "look", "crm::mail"), warning(ASYNC, "look", "read_blob")];
    assert_eq!(found_with(nodes, &tools), expected);
}

#[test]
fn a_declared_reader_is_known_without_a_graph() {
    let nodes: Vec<NodeSpec> = vec![agent("look", &[]).__tool(ToolRef::Declared(reader))];
    assert_eq!(found(nodes), [warning(ASYNC, "look", "read_deal")]);
}

#[test]
fn of_a_tool_that_is_not_known_nothing_is_said() {
    assert_eq!(found(vec![agent("look", &["mail"]), act("book", &["wire"])]), []);
    let other = [tool("other", |spec| spec.idempotent(true))];
    assert_eq!(found_with(vec![act("book", &["wire"])], &other), []);
}

#[test]
fn an_act_node_whose_tools_may_all_be_repeated_is_an_agent() {
    let tools = [
        tool("read", |spec| spec.idempotent(true)),
        tool("list", |spec| spec.idempotent(true)),
        tool("wire", |spec| spec),
    ];
    let found = |node| found_with(vec![node], &tools);
    assert_eq!(found(act("book", &["read", "list"])), [warning(IDEMPOTENT, "book", "mode")]);
    assert_eq!(found(act("book", &["read", "wire"])), []);
    assert_eq!(found(act("book", &["read", "unknown"])), []);
    assert_eq!(found(act("book", &[])), []);
    assert_eq!(found(agent("look", &["read", "list"])), []);
}

#[test]
fn a_question_belongs_before_what_changes_something() {
    let tools = [
        tool("wire", |spec| spec.asks_human(true)),
        tool("note", |spec| spec),
        tool("ask", |spec| spec.asks_human(true)),
    ];
    let found = |node| found_with(vec![node], &tools);
    let expected = [warning(ASKS, "book", "wire"), warning(ASKS, "book", "ask")];
    assert_eq!(found(act("book", &["wire", "note", "ask"])), expected);
    assert_eq!(found(act("book", &["note"])), []);
    assert_eq!(found(agent("look", &["ask"])), []);
}

#[test]
fn what_to_do_is_said() {
    let tools = [tool("wire", |spec| spec.asks_human(true).async_only(true).idempotent(true))];
    let pipeline = pipeline(vec![act("book", &["wire"])]);
    let issues = lint(neograph_core::lint::Subject::from(&pipeline).tools(&tools));
    let said = issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    for words in ["`arun` or `astream`", "`mode = agent`", "`interrupt_when`"] {
        assert!(said.contains(words), "`{words}` in {said}");
    }
}
