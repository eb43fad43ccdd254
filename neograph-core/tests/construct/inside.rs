//! Nodes that are pipelines of their own: their inputs, their outputs, and faults inside.

use std::time::Duration;

use neograph_core::{Error, Graph, Node, Pipeline, error::ConstructError};

use super::{Ack, Summary, ack, fault, refused, research};

/// A pipeline with a required and an optional input.
fn checks() -> Pipeline {
    let check = Node::scripted("check")
        .input::<Summary>("research")
        .optional_input::<u32>("limit")
        .run(async |_| Ok(Ack));
    let deep = ack("deep").when("check", |_: &Ack| false);
    Pipeline::builder("checks").node(check).node(deep).build().unwrap()
}

/// A node that is that pipeline.
fn verify() -> Node {
    Node::pipeline::<Ack>("verify", checks(), "check")
}

#[track_caller]
fn says(node: Node, said: &str) {
    assert_eq!(fault([research(), node]).to_string(), said);
}

#[test]
fn inputs_that_are_covered() {
    let built = |node: Node| Pipeline::builder("p").node(research()).node(node).build();
    assert!(built(verify().edge::<Summary>("research")).is_ok());
    assert!(built(verify().edge::<Summary>("research").input::<u32>("limit")).is_ok());
    assert!(built(verify().edge::<Summary>("research").optional_input::<u32>("limit")).is_ok());
    let patient = verify().edge::<Summary>("research").timeout(Duration::from_secs(1));
    assert!(built(patient.interrupt_when(|_: &Ack| Some(1))).is_ok());
}

#[test]
fn inputs_that_are_not() {
    says(
        verify(),
        "the sub-pipeline of `verify` needs the input `research`; give the node a parameter of this name: an `.edge`, or an `.input`",
    );
    says(
        verify().edge::<Summary>("research").input::<u32>("limits"),
        "the sub-pipeline of `verify` takes no input `limits`; did you mean `limit`?",
    );
    says(
        verify().edge::<Summary>("research").input::<u64>("limit"),
        "parameter `limit` of node `verify`: the sub-pipeline reads `u32`, and the parameter gives `u64`; a parameter of such a node is an input of its pipeline: give it a `u32`",
    );
    says(
        verify().edge::<Summary>("research").handle::<u32>("limit"),
        "node `verify`: `limit` cannot be an input of a sub-pipeline; remove the parameter: the nodes inside read the configuration and the resources of the run themselves",
    );
    let skippable = ack("gate").when("check", |_: &Ack| true);
    let inner = Pipeline::builder("inner")
        .node(Node::scripted("check").input::<Ack>("gate").run(async |_| Ok(Ack)))
        .build()
        .unwrap();
    let verify = Node::pipeline::<Ack>("verify", inner, "check").optional_edge::<Ack>("gate");
    assert_eq!(
        fault([ack("check"), skippable, verify]).to_string(),
        "the sub-pipeline of `verify` needs the input `gate`, and the parameter of that name may be nothing; read the input as an `.optional_input` in the sub-pipeline, or give it a value that is always there"
    );
}

#[test]
fn outputs_that_are_not_there() {
    let of = |output: &'static str| {
        Node::pipeline::<Ack>("verify", checks(), output).edge::<Summary>("research")
    };
    says(of("chek"), "`pipeline` of node `verify`: no node is named `chek`; did you mean `check`?");
    says(
        of("deep"),
        "node `verify`: `deep` may be skipped, and then the pipeline has no output; name a node that always runs, such as one that takes the first of several",
    );
    let other = Node::pipeline::<Summary>("verify", checks(), "check").edge::<Summary>("research");
    says(
        other,
        "node `verify`: the sub-pipeline gives `Ack`, and the node returns `Summary`; the node's output is that of its pipeline: write `Node::pipeline::<Ack>(…)`, or name another node of it",
    );
}

#[test]
fn what_is_said_at_the_nodes_inside() {
    let verify = || verify().edge::<Summary>("research");
    let keyed = [
        (verify().model("m"), "model"),
        (verify().prompt("p"), "prompt"),
        (verify().prompt_text("p"), "prompt_text"),
        (verify().tools(["t"]), "tools"),
        (verify().max_turns(2), "max_turns"),
        (verify().max_retries(2), "max_retries"),
        (verify().retry(2), "retry"),
        (verify().models(["a", "b"]), "models"),
        (verify().output::<Ack>(), "output"),
    ];
    for (node, key) in keyed {
        let said = format!(
            "`{key}` on `verify`, which is a pipeline of its own; give it to a node of that pipeline, or remove `.{key}`"
        );
        says(node, &said);
    }
    says(
        verify().run(async |_| Ok(Ack)),
        "the pipeline `checks` makes the output of `verify`, so it has no body; remove `.run(…)`, or begin with `Node::scripted(…)`",
    );
}

/// The unchecked constructor takes what `build` refuses; a fault says its way.
#[test]
fn faults_inside_are_found() {
    let unchecked = Pipeline::builder("inner").node(ack("check")).node(ack("a")).build().unwrap();
    let doubled = [unchecked.nodes(), unchecked.nodes()].concat();
    let inner = || Pipeline::__unchecked("inner", doubled.clone());
    let verify = || Node::pipeline::<Ack>("verify", inner(), "check");
    let faults = refused([verify()]);
    assert_eq!(faults.len(), 2, "{faults}");
    assert_eq!(
        faults[0].to_string(),
        "inside node `verify`: two nodes are named `check`; a node's name is its address, so rename one"
    );
    let ConstructError::Inside { node, fault } = &faults[0] else { panic!("{faults}") };
    assert_eq!((node.as_str(), fault.fault()), ("verify", faults[0].fault()));
}

#[test]
fn the_way_to_a_fault_is_its_address() {
    let asks = Pipeline::builder("p")
        .node(research())
        .node(ack("check").edge::<Summary>("research"))
        .build()
        .unwrap();
    // Without `research`, the edge leads nowhere.
    let inner = Pipeline::__unchecked("inner", asks.nodes()[1..].to_vec());
    let mid = Pipeline::__unchecked("mid", {
        let built = Pipeline::builder("mid")
            .node(Node::pipeline::<Ack>("judge", checks(), "check").input::<Summary>("research"))
            .build();
        built.unwrap().nodes().to_vec()
    });
    let outer = Pipeline::builder("outer")
        .node(research())
        .node(Node::pipeline::<Ack>("verify", mid, "judge").edge::<Summary>("research"))
        .build();
    assert!(outer.is_ok());
    let Err(Error::Construct(faults)) =
        Pipeline::builder("outer").node(Node::pipeline::<Ack>("verify", inner, "check")).build()
    else {
        panic!()
    };
    assert_eq!(
        faults[0].to_string(),
        "parameter `research` of node `verify/check`: no node is named `research`; a pipeline of one node has no edges; make the parameter an `.input` or a `.handle`"
    );
}

#[test]
fn compile_looks_inside() {
    let built = Pipeline::builder("inner").node(ack("check")).build().unwrap();
    let doubled = [built.nodes(), built.nodes()].concat();
    let node = Node::pipeline::<Ack>("verify", built, "check");
    let outer = Pipeline::builder("outer").node(node).build().unwrap();
    assert!(Graph::builder(outer.clone()).compile().is_ok());
    let unchecked = Pipeline::__unchecked("outer", [outer.nodes(), &doubled].concat());
    assert!(Graph::builder(unchecked).compile().is_err());
}
