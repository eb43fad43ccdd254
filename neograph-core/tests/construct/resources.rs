//! Only `#[node]` binds resources: what is built by hand has none.

use neograph_core::{
    Node, Pipeline,
    pipeline::{NodeSpec, Source},
    run::{Input, RunConfig},
};

use super::{Ack, Summary, ack, research, whole};

fn resources(node: &NodeSpec) -> usize {
    node.params().iter().filter(|param| matches!(param.source(), Source::Resource(_))).count()
}

/// A node with everything that the surface offers has no resource parameter; that no
/// further method offers one is a `compile_fail` test in the documentation of [`Node`].
#[test]
fn a_node_built_by_hand_has_no_resource_parameter() {
    let everything = |node: Node| {
        node.edge::<Summary>("research")
            .input::<String>("deal_id")
            .optional_input::<u32>("limit")
            .handle::<u8>("client")
            .optional_handle::<u16>("cache")
            .handle_in_prompt::<String>("tenant")
            .first_of::<Summary>("either", ["maybe", "research"])
            .optional_edge::<Summary>("maybe")
            .each("items", "item", |items: &Vec<u8>| items)
            .when("tenant", |tenant: &String| tenant.is_empty())
    };
    let maybe = Node::scripted("maybe").run(async |_| Ok(Summary { deal_id: "D2".to_owned() }));
    let items = Node::scripted("items").run(async |_| Ok(vec![1_u8]));
    let pipeline = Pipeline::builder("flow")
        .node(research())
        .node(maybe.when("research", |_: &Summary| true))
        .node(items)
        .node(everything(ack("gate")))
        .node(everything(whole(Node::think("brief")).max_retries(1)))
        .node(everything(whole(Node::agent("scan")).tools(["crm::get_deal"]).max_turns(3)))
        .node(everything(whole(Node::act("book")).tools(["crm::book"])))
        .build()
        .unwrap();
    assert!(pipeline.nodes().iter().skip(3).all(|node| node.params().len() == 9));
    assert_eq!(pipeline.nodes().iter().map(resources).sum::<usize>(), 0);
}

/// A text that looks like a URI template is an input like any other.
#[tokio::test]
async fn a_run_reads_nothing() {
    let node = Node::scripted("gate").input::<String>("uri").run(async |args| {
        assert_eq!(*args.get::<String>("uri")?, "crm://deals/{deal_id}");
        Ok(Ack)
    });
    let graph =
        neograph_core::Graph::builder(Pipeline::builder("flow").node(node).build().unwrap())
            .compile()
            .unwrap();
    let input = Input::new().set("uri", "crm://deals/{deal_id}").unwrap();
    let outcome = graph.arun(input, &RunConfig::new()).await.unwrap();
    assert!(outcome.is_completed());
}
