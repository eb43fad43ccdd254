//! One faulty pipeline for each rule: the variant, and the sentence that rustc says of the
//! same fault in `#[pipeline]`. The sentence is read from the UI case's snapshot, so the
//! words cannot drift apart.

use std::path::Path;

use neograph_core::{Node, error::ConstructError as Fault, pipeline::Mode};

use super::{Ack, Summary, ack, fault, research, whole};

/// The first sentence of a UI case.
fn said_by_rustc(case: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let path = root.join("ui-tests/fail").join(case).with_extension("stderr");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let line = text.lines().next().unwrap_or_default();
    let sentence = line.strip_prefix("error").and_then(|rest| rest.split_once(": "));
    sentence.unwrap_or_else(|| panic!("{case} begins with {line:?}")).1.to_owned()
}

/// Builds the nodes and compares the fault with the expected one and with the UI case.
#[track_caller]
fn same_as(case: &str, nodes: impl IntoIterator<Item = Node>, expected: &Fault) {
    same_but(case, ("", ""), nodes, expected);
}

/// The same where the UI case has another name in the sentence.
#[track_caller]
fn same_but(
    case: &str,
    (theirs, ours): (&str, &str),
    nodes: impl IntoIterator<Item = Node>,
    expected: &Fault,
) {
    let fault = fault(nodes);
    assert_eq!(&fault, expected);
    let sentence = said_by_rustc(case).replace(&format!("`{theirs}`"), &format!("`{ours}`"));
    assert_eq!(fault.fault(), sentence);
    assert!(fault.to_string().contains(&fault.fault()) && !fault.help().is_empty());
}

fn s(text: &str) -> String {
    text.to_owned()
}

fn missing(mode: Mode, key: &'static str) -> Fault {
    Fault::Missing { node: s("brief"), mode, key }
}

#[test]
fn an_edge_to_nowhere() {
    let unknown = |suggestion: Option<&str>| Fault::UnknownUpstream {
        node: s("gate"),
        param: s(if suggestion.is_some() { "reserch" } else { "verdict" }),
        suggestion: suggestion.map(s),
        nodes: vec![s("research")],
    };
    let gate = |edge| [research(), ack("gate").edge::<Summary>(edge)];
    same_as("edges/misspelt_upstream", gate("reserch"), &unknown(Some("research")));
    same_as("edges/upstream_that_is_no_node", gate("verdict"), &unknown(None));
    let alone = Fault::UnknownUpstream {
        node: s("gate"),
        param: s("verdict"),
        suggestion: None,
        nodes: vec![],
    };
    same_as("edges/upstream_in_a_pipeline_of_one", [ack("gate").edge::<Ack>("verdict")], &alone);
    assert!(alone.help().contains("`.input`"), "{alone}");
}

#[test]
fn an_edge_of_another_type() {
    let expected =
        |carries, takes| Fault::EdgeType { node: s("gate"), param: s("research"), carries, takes };
    let summary = std::any::type_name::<Summary>();
    let nodes = [research(), ack("gate").edge::<Vec<Ack>>("research")];
    let fault = expected(summary, std::any::type_name::<Vec<Ack>>());
    same_as("edges/other_type", nodes, &fault);
    assert!(fault.help().contains(".edge::<Summary>(\"research\")"), "{fault}");
    let model = whole(Node::think("research")).edge::<Summary>("deal");
    let deal = Node::scripted("deal").run(async |_| Ok(Summary { deal_id: s("D1") }));
    let nodes = [deal, model, ack("gate").edge::<Summary>("research")];
    let fault = expected(std::any::type_name::<Ack>(), summary);
    assert_eq!(super::fault(nodes), fault);
}

#[test]
fn nodes_that_wait_for_each_other() {
    let cycle = |path: &[&str]| Fault::Cycle { path: path.iter().map(|name| s(name)).collect() };
    same_as("cycles/self_loop", [ack("draft").edge::<Ack>("draft")], &cycle(&["draft", "draft"]));
    same_as(
        "cycles/two_nodes",
        [ack("draft").edge::<Ack>("review"), ack("review").edge::<Ack>("draft")],
        &cycle(&["draft", "review", "draft"]),
    );
    same_as(
        "cycles/three_nodes_behind_another",
        [
            research(),
            ack("plan").edge::<Summary>("research").edge::<Ack>("judge"),
            ack("write").edge::<Ack>("plan"),
            ack("judge").edge::<Ack>("write"),
        ],
        &cycle(&["plan", "write", "judge", "plan"]),
    );
}

#[test]
fn names_that_are_taken() {
    let twice = Fault::DuplicateNode { node: s("research") };
    same_as("names/same_function_name", [research(), research()], &twice);
    let thrice = [research(), ack("research"), research()];
    same_as("names/name_key_of_another_node", thrice, &twice);
    same_as("names/kept_prefix", [ack("neo_ack")], &Fault::KeptPrefix { node: s("neo_ack") });
    same_as("names/pipeline", [ack("pipeline")], &Fault::ReservedName { node: s("pipeline") });
    same_as("names/no_nodes", [], &Fault::Empty { pipeline: s("flow") });
    same_as(
        "signature/name_twice_without_a_body",
        [research(), ack("gate").edge::<Summary>("research").handle::<u8>("research")],
        &Fault::DuplicateParam { node: s("gate"), param: s("research") },
    );
    same_as(
        "markers/input_named_like_a_node",
        [ack("gate"), ack("brief").input::<String>("gate")],
        &Fault::InputNamedLikeNode { node: s("brief"), param: s("gate") },
    );
}

#[test]
fn names_that_cannot_be() {
    for name in ["a/b", "a b", "item[1]", "a#2", "1st", "é!"] {
        let expected = Fault::InvalidName { name: s(name), of: "node" };
        assert_eq!(fault([ack(name)]), expected);
    }
    let expected = Fault::InvalidName { name: s("a.b"), of: "parameter" };
    assert_eq!(fault([ack("gate").input::<u8>("a.b")]), expected);
    assert_eq!(expected.fault(), "`a.b` cannot be the name of a parameter");
    for name in ["é", "_", "deal-2", "r2"] {
        assert!(neograph_core::Pipeline::builder("p").node(ack(name)).build().is_ok(), "{name}");
    }
}

#[test]
fn texts_that_are_empty() {
    let empty = |node: &str, key| Fault::EmptyText { node: Some(s(node)), key };
    let case = "uri/not_a_text";
    same_but(case, ("uri", "name"), [ack(" ")], &empty(" ", "name"));
    same_but(case, ("uri", "name"), [ack("gate").input::<u8>("")], &empty("gate", "name"));
    let brief = || Node::agent("brief").output::<Ack>();
    let node = brief().model("").prompt("p").tools(["t"]);
    same_but(case, ("uri", "model"), [node], &empty("brief", "model"));
    let node = brief().model("m").prompt("\t").tools(["t"]);
    same_but(case, ("uri", "prompt"), [node], &empty("brief", "prompt"));
    let node = brief().model("m").prompt_text("").tools(["t"]);
    same_but(case, ("uri", "prompt_text"), [node], &empty("brief", "prompt_text"));
    let node = brief().model("m").prompt("p").tools([""]);
    same_but(case, ("uri", "tools"), [node], &empty("brief", "tools"));
    let error = neograph_core::Pipeline::builder("").node(ack("gate")).build().unwrap_err();
    assert_eq!(error.as_construct().unwrap()[0], Fault::EmptyText { node: None, key: "name" });
}

#[test]
fn nodes_with_a_model_that_lack_something() {
    let brief = |mode: fn(&'static str) -> Node| mode("brief").output::<Ack>();
    let no_tools = [brief(Node::agent).model("m").prompt("p")];
    same_as("mode/agent_without_tools", no_tools, &missing(Mode::Agent, "tools"));
    let none: [&str; 0] = [];
    let no_tools = [brief(Node::act).model("m").prompt("p").tools(none)];
    same_as("mode/act_with_an_empty_tool_list", no_tools, &missing(Mode::Act, "tools"));
    let no_model = [brief(Node::think).prompt("p")];
    same_as("mode/think_without_model", no_model, &missing(Mode::Think, "model"));
    let no_model = [brief(Node::think).prompt_text("t")];
    same_as("mode/prompt_without_model", no_model, &missing(Mode::Think, "model"));
    let no_prompt = [brief(Node::think).model("m")];
    same_as("mode/model_without_prompt", no_prompt, &missing(Mode::Think, "prompt"));
    let no_output = [Node::think("brief").model("m").prompt("p")];
    let case = "mode/model_without_prompt";
    same_but(case, ("prompt", "output"), no_output, &missing(Mode::Think, "output"));
}

#[test]
fn what_does_not_belong_to_a_node_with_a_model() {
    let node = || s("brief");
    let think = || whole(Node::think("brief"));
    let tools = [think().tools(["crm::get_deal"])];
    same_as("mode/tools_on_a_think_node", tools, &Fault::CallsNoTools { node: node() });
    let turns = [think().max_turns(3)];
    same_as("mode/turns_of_a_think_node", turns, &Fault::SingleTurn { node: node() });
    let agent = || whole(Node::agent("brief")).tools(["t"]);
    let body = [agent().run(async |_| Ok(Ack))];
    let expected = Fault::BodyAndModel { node: node(), mode: Mode::Agent };
    same_as("mode/agent_with_a_body", body, &expected);
    let prompts = [Node::think("brief").model("m").output::<Ack>().prompt("p").prompt_text("t")];
    same_as("mode/prompt_twice", prompts, &Fault::TwoPrompts { node: node() });
    let model = [think().model("other")];
    let expected = Fault::GivenTwice { node: node(), key: "model" };
    same_but("markers/key_twice", ("cache", "model"), model, &expected);
    // There is no UI case of this one.
    let no_turns = fault([agent().max_turns(0)]);
    assert_eq!(no_turns, Fault::NoTurns { node: node() });
    assert_eq!(no_turns.fault(), "an agent needs at least one turn");
}

#[test]
fn what_does_not_belong_to_a_scripted_node() {
    let asks = |key| Fault::AsksNoModel { node: s("gate"), key };
    let case = "mode/model_on_a_scripted_node";
    same_as("mode/tools_on_a_scripted_node", [ack("gate").tools(["t"])], &asks("tools"));
    same_as(case, [ack("gate").model("m")], &asks("model"));
    let but = |key| ("model", key);
    same_but(case, but("prompt"), [ack("gate").prompt("p")], &asks("prompt"));
    same_but(case, but("prompt_text"), [ack("gate").prompt_text("t")], &asks("prompt_text"));
    same_but(case, but("max_turns"), [ack("gate").max_turns(2)], &asks("max_turns"));
    same_but(case, but("max_retries"), [ack("gate").max_retries(2)], &asks("max_retries"));
    same_but(case, but("output"), [ack("gate").output::<Ack>()], &asks("output"));
    let no_body = [Node::scripted("brief")];
    same_as("mode/scripted_without_a_body", no_body, &Fault::NoBody { node: s("brief") });
}

#[test]
fn a_condition_on_another_type() {
    let weak = |_: &Summary| None::<String>;
    let expected = Fault::ConditionType {
        node: s("gate"),
        output: std::any::type_name::<Ack>(),
        takes: std::any::type_name::<Summary>(),
    };
    let nodes = [ack("gate").interrupt_when(weak)];
    same_as("types/condition_that_returns_a_bool", nodes, &expected);
    assert!(expected.help().contains("`&Summary`"), "{expected}");
}
