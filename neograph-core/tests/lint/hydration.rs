//! `resource_hydration_kind_unmatched`

use neograph_core::lint::{LintKind, lint};
use neograph_core::tool::{ToolSpec, read_blob};
use std::sync::Arc;

use super::support::*;

const KIND: LintKind = LintKind::ResourceHydrationKindUnmatched;

fn consumer(before: &'static str) -> neograph_core::__private::NodeSpec {
    scripted("consume", vec![by_kind("history", "mails"), edge(before)])
}

#[test]
fn a_link_that_nothing_before_emits_is_an_error() {
    let expected = [error(KIND, "consume", "history")];
    assert_eq!(found(vec![scripted("first", vec![]), consumer("first")]), expected);
    assert_eq!(found(vec![think("first", "go", vec![]), consumer("first")]), expected);
    assert_eq!(found(vec![agent("first", &[]), consumer("first")]), expected);
}

#[test]
fn an_agent_after_or_beside_the_node_does_not_help() {
    let after = scripted("consume", vec![by_kind("history", "mails")]);
    let nodes = vec![agent("first", &["search"]), after];
    assert_eq!(found(nodes), [error(KIND, "consume", "history")]);
}

#[test]
fn an_agent_or_act_node_before_it_clears_it() {
    assert_eq!(found(vec![agent("first", &["search"]), consumer("first")]), []);
    assert_eq!(found(vec![act("first", &["update"]), consumer("first")]), []);
    let far = vec![
        agent("first", &["search"]),
        scripted("second", vec![edge("first")]),
        consumer("second"),
    ];
    assert_eq!(found(far), []);
}

#[test]
fn kinds_are_not_compared() {
    let nodes = vec![
        agent("first", &["search"]),
        scripted("consume", vec![by_kind("history", "no-such-kind"), edge("first")]),
    ];
    assert_eq!(found(nodes), []);
}

#[test]
fn tools_that_read_emit_no_links_and_unknown_ones_may() {
    let nodes = || vec![agent("first", &["read_blob"]), consumer("first")];
    assert_eq!(found(nodes()), []);
    let tools = [Arc::new(read_blob()) as _];
    assert!(found_with(nodes(), &tools).contains(&error(KIND, "consume", "history")));

    let both = || vec![agent("first", &["read_blob", "search"]), consumer("first")];
    let with_search = [Arc::new(read_blob()) as _, tool("search", |spec| spec)];
    assert!(!found_with(both(), &with_search).contains(&error(KIND, "consume", "history")));
    let silent =
        [Arc::new(read_blob()) as _, tool("search", |spec: ToolSpec| spec.emits_links(false))];
    assert!(found_with(both(), &silent).contains(&error(KIND, "consume", "history")));
}

#[test]
fn an_optional_parameter_is_a_warning() {
    let optional = by_kind("history", "mails").__optional::<Deal>();
    let nodes = vec![scripted("consume", vec![optional])];
    assert_eq!(found(nodes), [warning(KIND, "consume", "history")]);
}

#[test]
fn a_uri_needs_no_agent() {
    assert_eq!(found(vec![scripted("consume", vec![by_uri("doc", "crm://a")])]), []);
}

#[test]
fn each_parameter_is_told_and_both_ways_out_are_named() {
    let params = vec![by_kind("history", "mails"), by_uri("doc", "crm://a"), by_kind("log", "log")];
    let issues = lint(&pipeline(vec![scripted("consume", params)]));
    assert_eq!(brief(&issues), [error(KIND, "consume", "history"), error(KIND, "consume", "log")]);
    for word in [
        "`consume`",
        "`history`",
        "`mails`",
        "agent or act node",
        "#[from_resource(uri",
        "resource_reader",
    ] {
        assert!(issues[0].message.contains(word), "`{word}` in {}", issues[0]);
    }
}

#[test]
fn what_a_condition_waits_for_is_before_the_node() {
    let node = scripted("consume", vec![by_kind("history", "mails")]);
    let node = node.__when("found", vec![edge("first")], |_| Ok(true));
    assert_eq!(found(vec![agent("first", &["search"]), node]), []);
}
