//! What a caller supplies, and whether a call does.

use neograph_core::{
    __private::Param,
    lint::{InputContract, LintKind, input_contract},
    resource::fetch_fn,
    run::{Input, RunConfig},
};

use super::support::*;

struct Client;

fn contract() -> InputContract {
    input_contract(&pipeline(vec![
        scripted("first", vec![input::<String>("deal"), Param::__config::<Client>("client")]),
        scripted(
            "second",
            vec![
                Param::__input::<Option<String>>("deal").__optional::<String>(),
                Param::__input::<Option<u64>>("limit").__optional::<u64>(),
                by_uri("doc", "crm://{deal}"),
            ],
        )
        .__when("wanted", vec![input::<bool>("wanted")], |_| Ok(true)),
        inside(
            "inner",
            vec![scripted(
                "last",
                vec![
                    Param::__input::<Deal>("first"),
                    Param::__config::<String>("tenant").__optional::<String>(),
                    by_uri("page", "crm://page").__optional::<Deal>(),
                ],
            )],
        )
        .__param(edge("first")),
    ]))
}

fn fetching() -> RunConfig {
    RunConfig::new()
        .fetcher(fetch_fn(|_: String| async { Ok::<_, std::io::Error>(("", None::<String>)) }))
}

fn complete() -> Input {
    Input::new().set("deal", "D1").unwrap().set("wanted", true).unwrap()
}

fn told(input: &Input, config: &RunConfig) -> Vec<(&'static str, String, Option<String>)> {
    let issues = contract().check(input, config);
    issues.into_iter().map(|issue| (issue.kind.name(), issue.node, issue.param)).collect()
}

#[test]
fn inputs_are_those_of_nodes_and_of_their_conditions_and_not_those_of_pipelines_inside() {
    let contract = contract();
    assert_eq!(contract.inputs.keys().collect::<Vec<_>>(), ["deal", "limit", "wanted"]);
    assert_eq!(contract.inputs["deal"].nodes, ["first", "second"]);
    assert!(contract.inputs["deal"].required, "one node must have it");
    assert!(!contract.inputs["limit"].required);
    assert_eq!(contract.inputs["wanted"].nodes, ["second"]);
    assert_eq!(contract.inputs["wanted"].type_name, "bool");
}

#[test]
fn handles_and_resources_are_found_inside_nodes_too() {
    let contract = contract();
    assert_eq!(contract.handles["client"].nodes, ["first"]);
    assert_eq!(contract.handles["tenant"].nodes, ["inner/last"]);
    assert!(contract.handles["client"].required && !contract.handles["tenant"].required);
    let resources: Vec<(&str, bool)> =
        contract.resources.iter().map(|(name, of)| (name.as_str(), of.required)).collect();
    assert_eq!(resources, [("inner/last.page", false), ("second.doc", true)]);
}

#[test]
fn a_call_that_supplies_everything_has_no_issues() {
    assert_eq!(told(&complete(), &fetching().with("client", Client)), []);
    let all = complete().set("limit", 3).unwrap();
    let config = fetching().with("client", Client).with("tenant", "acme".to_owned());
    assert_eq!(told(&all, &config), []);
}

#[test]
fn what_is_missing_is_an_error_at_the_node_that_takes_it() {
    let missing = LintKind::ConfigKeyMissing.name();
    let at = |node: &str, param: &str| (missing, node.to_owned(), Some(param.to_owned()));
    assert_eq!(
        told(&Input::new(), &RunConfig::new()),
        [at("first", "deal"), at("second", "wanted"), at("first", "client"), at("second", "doc"),]
    );
}

#[test]
fn what_nobody_takes_is_a_warning_that_names_what_is_taken() {
    let input = complete().set("dael", "D1").unwrap();
    let issues = contract().check(&input, &fetching().with("client", Client).with("db", 1));
    let kinds: Vec<&str> = issues.iter().map(|issue| issue.kind.name()).collect();
    assert_eq!(kinds, ["config_key_unmatched", "config_key_unmatched"]);
    assert!(issues[0].message.contains("`dael`") && issues[0].message.contains("`deal`"));
    assert!(issues[1].message.contains("`db`") && issues[1].message.contains("`client`"));
}

#[test]
fn a_resource_that_may_be_missing_needs_no_fetcher() {
    let optional = by_uri("page", "crm://page").__optional::<Deal>();
    let contract = input_contract(&pipeline(vec![scripted("first", vec![optional])]));
    assert_eq!(contract.check(&Input::new(), &RunConfig::new()), []);
}
