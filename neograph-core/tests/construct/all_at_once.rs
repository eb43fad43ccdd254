//! All faults come back together, none hides another, and none makes another up.

use neograph_core::{Error, Graph, Node, Pipeline, error::ConstructError};

use super::{Ack, Summary, ack, refused, research};

#[test]
fn every_fault_is_reported_and_named() {
    let faults = refused([
        research(),
        research(),
        Node::agent("brief").edge::<Summary>("reserch"),
        ack("loops").edge::<Ack>("loops"),
        ack("neo_x").edge::<Ack>("research"),
        Node::scripted("empty"),
    ]);
    let said: Vec<String> = faults.iter().map(ConstructError::fault).collect();
    assert_eq!(
        said,
        [
            "two nodes are named `research`",
            "`neo_x` begins with `neo_`, which is kept for neograph's own keys",
            "`agent` node `brief` has no `model`",
            "`agent` node `brief` has no `prompt`",
            "`agent` node `brief` has no `tools`",
            "`agent` node `brief` has no `output`",
            "scripted node `empty` has no body",
            "no node is named `reserch`",
            "the edge carries `Summary`, and the parameter takes `Ack`",
            "`loops` waits for itself: `loops` → `loops`",
        ]
    );
    let text = faults.to_string();
    assert!(text.starts_with("pipeline `flow` has 10 faults:\n- two nodes are named"), "{text}");
    assert_eq!(text.lines().count(), 11);
    assert!(
        text.contains(
            "- parameter `reserch` of node `brief`: no node is named `reserch`; did you mean `research`?"
        ),
        "{text}"
    );
}

#[test]
fn one_fault_is_one_line() {
    let error = Pipeline::builder("flow").node(Node::scripted("empty")).build().unwrap_err();
    assert_eq!(
        error.to_string(),
        "pipeline `flow`: scripted node `empty` has no body; add `.run(…)`, or begin with `Node::think(\"empty\")`"
    );
}

/// Of a node that says no type, an edge may have any.
#[test]
fn an_unknown_output_type_is_one_fault() {
    let faults = refused([Node::scripted("empty"), ack("after").edge::<Summary>("empty")]);
    assert_eq!(&*faults, [ConstructError::NoBody { node: "empty".to_owned() }]);
    let body_and_model = Node::think("both").model("m").prompt("p").run(async |_| Ok(Ack));
    let faults = refused([body_and_model, ack("after").edge::<Summary>("both")]);
    assert_eq!(faults.len(), 2, "{faults}");
}

#[test]
fn every_group_of_a_large_graph_has_its_own_cycle() {
    let name = |index: usize| format!("n{index}");
    let node = |index: usize, up: usize| {
        Node::scripted(name(index)).edge::<u8>(name(up)).run(async |_| Ok(1_u8))
    };
    let pairs =
        (0..500).flat_map(|pair| [node(2 * pair, 2 * pair + 1), node(2 * pair + 1, 2 * pair)]);
    let faults = refused(pairs);
    assert_eq!(faults.len(), 500);
    assert_eq!(faults[1].fault(), "the nodes wait for each other: `n2` → `n3` → `n2`");
}

/// The unchecked constructor takes what rustc would refuse; `compile` does not.
#[test]
fn compile_checks_by_the_same_rules() {
    let built = Pipeline::builder("flow").node(research()).node(ack("gate")).build().unwrap();
    let doubled = [built.nodes(), built.nodes()].concat();
    let unchecked = Pipeline::__unchecked("flow", doubled);
    let Err(Error::Construct(faults)) = Graph::builder(unchecked).compile() else { panic!() };
    assert_eq!(faults.len(), 2, "{faults}");
    assert_eq!(faults[0].fault(), "two nodes are named `research`");
}
