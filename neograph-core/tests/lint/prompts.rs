//! What prompts name and what they do not.

use neograph_core::{
    __private::{NodeSpec, Param},
    lint::LintKind,
};

use super::support::*;

const UNRESOLVABLE: LintKind = LintKind::TemplatePlaceholderUnresolvable;
const ASYNC: LintKind = LintKind::TemplateVarRequiresAsyncDriver;
const UNREFERENCED: LintKind = LintKind::TemplateInputUnreferenced;

fn one(prompt: &'static str, params: Vec<Param>) -> Vec<Found> {
    found(vec![think("brief", prompt, params)])
}

/// The same behind a node `first`, with an edge from it that the prompt does not name.
fn behind(first: NodeSpec, params: Vec<Param>) -> Vec<Found> {
    found(vec![first, think("brief", "go", params)])
}

#[test]
fn a_name_that_the_node_does_not_have_is_an_error() {
    assert_eq!(one("{{ topic }}", vec![]), [error(UNRESOLVABLE, "brief", "topic")]);
    assert_eq!(one("{{ topic.name }}", vec![]), [error(UNRESOLVABLE, "brief", "topic")]);
    let handle = || Param::__config::<String>("tenant");
    assert_eq!(one("{{ tenant }}", vec![handle()]), [error(UNRESOLVABLE, "brief", "tenant")]);
    assert_eq!(one("{{ tenant }}", vec![handle().__rendered::<String>()]), []);
}

#[test]
fn what_the_template_has_itself_is_there() {
    for prompt in [
        "{% for x in range(3) %}{{ loop.index }} {{ x }}{% endfor %}",
        "{% set a = 1 %}{{ a }}",
        "{% with b = 2 %}{{ b }}{% endwith %}",
        "{# {{ topic }} #} {% raw %}{{ topic }}{% endraw %}",
    ] {
        assert_eq!(one(prompt, vec![]), [], "{prompt}");
    }
}

#[test]
fn a_prompt_that_does_not_parse_is_an_error() {
    let found = one("{{ topic", vec![]);
    assert_eq!(
        found,
        [(UNRESOLVABLE.name(), "brief".to_owned(), None, error(UNRESOLVABLE, "", "").3)]
    );
}

#[test]
fn a_resource_in_a_prompt_needs_the_async_driver() {
    let doc = || vec![by_uri("doc", "crm://a")];
    assert_eq!(one("{{ doc.id }}", doc()), [warning(ASYNC, "brief", "doc")]);
    assert_eq!(one("{{ topic }}", vec![input::<String>("topic")]), []);
}

#[test]
fn a_value_that_the_prompt_does_not_name_is_a_warning() {
    let expected = |name| [warning(UNREFERENCED, "brief", name)];
    assert_eq!(one("on the topic", vec![input::<String>("topic")]), expected("topic"));
    assert_eq!(one("go", vec![by_uri("doc", "crm://a")]), expected("doc"));
    assert_eq!(behind(scripted("first", vec![]), vec![edge("first")]), expected("first"));
    assert_eq!(behind(think("first", "go", vec![]), vec![edge("first")]), expected("first"));
}

#[test]
fn what_a_prompt_may_name_in_any_way_is_named() {
    for prompt in [
        "{{ topic }}",
        "{{ topic | upper }}",
        "{% if topic %}x{% endif %}",
        "{% for x in topic %}{{ x }}{% endfor %}",
        "{% set topic = topic | trim %}{{ topic }}",
        "{% include 'shared' %}",
        "{{ debug() }}",
    ] {
        assert_eq!(one(prompt, vec![input::<String>("topic")]), [], "{prompt}");
    }
}

#[test]
fn a_value_that_must_stay_out_of_the_prompt_need_not_be_in_it() {
    assert_eq!(one("go", vec![Param::__config::<String>("client")]), []);
    assert_eq!(one("go", vec![Param::__upstream::<Deal>("first")]), []);
}

#[test]
fn a_value_may_be_there_for_a_uri_alone() {
    let params = |uri| vec![input::<Deal>("deal"), by_uri("doc", uri)];
    assert_eq!(one("{{ doc.id }}", params("crm://{deal.id}")), [warning(ASYNC, "brief", "doc")]);
    assert_eq!(one("{{ doc.id }}", params("crm://{?deal}")), [warning(ASYNC, "brief", "doc")]);
    assert_eq!(
        one("{{ doc.id }}", params("crm://a")),
        [warning(ASYNC, "brief", "doc"), warning(UNREFERENCED, "brief", "deal")]
    );
}

#[test]
fn an_edge_may_be_there_for_the_order_alone() {
    assert_eq!(behind(silent("first"), vec![unit_edge("first")]), []);
    assert_eq!(behind(act("first", &["wire"]), vec![edge("first")]), []);
    let pausing = scripted("first", vec![])
        .__interrupt_when::<Deal, _, _>(|deal: &Deal| Some(deal.id.clone()));
    assert_eq!(behind(pausing, vec![edge("first")]), []);
    let acting = inside("first", vec![act("book", &["wire"])]);
    assert_eq!(behind(acting, vec![edge("first")]), []);
    let of_either = Param::__first_of::<Deal>("either", &["first", "other"]).__rendered::<Deal>();
    assert_eq!(behind(act("first", &["wire"]), vec![of_either]), []);
}

#[test]
fn an_edge_may_be_there_for_the_links_behind_it() {
    let brief = |params| think("brief", "{{ mails.id }}", params);
    let mails = || by_kind("mails", "mails");
    let nodes = |first| vec![first, brief(vec![edge("first"), mails()])];
    assert_eq!(found(nodes(agent("first", &["search"]))), [warning(ASYNC, "brief", "mails")]);
    let far = vec![
        agent("look", &["search"]),
        scripted("first", vec![edge("look")]),
        brief(vec![edge("first"), mails()]),
    ];
    assert_eq!(found(far), [warning(ASYNC, "brief", "mails")]);
    // An agent that links to nothing this node reads is no reason.
    let unread = vec![agent("first", &["search"]), think("brief", "go", vec![edge("first")])];
    assert_eq!(found(unread), [warning(UNREFERENCED, "brief", "first")]);
}

#[test]
fn a_value_that_decides_whether_the_node_runs_is_used() {
    let brief = || think("brief", "go", vec![edge("first")]);
    let asked = brief().__when("open", vec![edge("first")], |_| Ok(true));
    assert_eq!(found(vec![scripted("first", vec![]), asked]), []);
}
