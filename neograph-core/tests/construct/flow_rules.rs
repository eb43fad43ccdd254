//! One faulty pipeline for each rule of control flow.

use neograph_core::{
    Node,
    error::{ConstructError, FlowFault},
};

use super::{Ack, Summary, ack, fault, refused, research, whole};

/// The one fault of these nodes is this one, of this node, and says this.
#[track_caller]
fn says(nodes: impl IntoIterator<Item = Node>, said: &str) -> FlowFault {
    let fault = fault(nodes);
    assert_eq!(fault.to_string(), said);
    match fault {
        ConstructError::Flow { fault, .. } => fault,
        other => panic!("{other:?}"),
    }
}

fn s(text: &str) -> String {
    text.to_owned()
}

/// A node that may be skipped.
fn skippable(name: &'static str) -> Node {
    ack(name).when("research", |summary: &Summary| summary.deal_id.is_empty())
}

/// Nodes of which one is a list.
fn listed(then: Node) -> [Node; 2] {
    [Node::scripted("mails").run(async |_| Ok(vec![s("a")])), then]
}

fn each(name: &'static str) -> Node {
    ack(name).each("mails", "mail", |mails: &Vec<String>| mails)
}

#[test]
fn an_edge_to_a_node_that_may_be_skipped() {
    let nodes = [research(), skippable("deep"), ack("report").edge::<Ack>("deep")];
    says(
        nodes,
        "parameter `deep` of node `report`: node `deep` may be skipped, and then there is no `deep`; write `.optional_edge::<Ack>(\"deep\")`, or name what stands in for it: `.first_of::<Ack>(…, [\"deep\", …])`",
    );
}

#[test]
fn an_optional_edge_to_a_node_that_always_runs() {
    let nodes = [research(), ack("gate").optional_edge::<Summary>("research")];
    says(
        nodes,
        "parameter `research` of node `gate`: node `research` always runs, so its edge is never empty; make it an `.edge`, or give `research` a condition",
    );
    let found = || Node::scripted("found").run(async |_| Ok(Some(Ack)));
    says(
        [found(), ack("gate").optional_edge::<Ack>("found")],
        "parameter `found` of node `gate`: node `found` always runs, and returns an `Option` itself; write `.edge::<Option<Ack>>(\"found\")`",
    );
}

#[test]
fn an_optional_edge_of_another_type() {
    let nodes = [research(), skippable("deep"), ack("report").optional_edge::<Summary>("deep")];
    let fault = fault(nodes);
    assert_eq!(fault.fault(), "the edge carries `Ack`, and the parameter takes `Summary`");
}

fn first_of(nodes: &[&'static str]) -> Node {
    ack("report").first_of::<Ack>("analysis", nodes.to_vec())
}

#[test]
fn alternatives_that_are_no_choice() {
    let nodes = || [research(), skippable("deep"), skippable("deeper"), ack("shallow")];
    let with = |node: Node| nodes().into_iter().chain([node]);
    let place = "parameter `analysis` of node `report`:";
    for few in [&["shallow"][..], &[]] {
        let said = format!(
            "{place} `analysis` has a single node to come from; name another node, or make the parameter an `.edge`"
        );
        says(with(first_of(few)), &said);
    }
    says(
        with(first_of(&["deep", "deep", "shallow"])),
        "`first_of` of node `report`: `deep` is named twice; keep one",
    );
    let said = format!(
        "{place} `deep` is never taken, because one of the nodes before it always runs; put the nodes that may be skipped first, or remove this one"
    );
    says(with(first_of(&["shallow", "deep"])), &said);
    let said = format!(
        "{place} all of `deep`, `deeper` may be skipped, and then there is no `analysis`; make it an `.optional_first_of`, or name a node that runs `.otherwise([\"deep\", \"deeper\"])`"
    );
    says(with(first_of(&["deep", "deeper"])), &said);
    let node = ack("report").optional_first_of::<Ack>("analysis", ["deep", "shallow"]);
    let said = format!(
        "{place} one of `deep`, `shallow` always runs, so `analysis` is never empty; make it a `.first_of`"
    );
    says(with(node), &said);
}

#[test]
fn what_runs_otherwise_makes_a_choice_whole() {
    let otherwise = |nodes: &[&'static str]| ack("plain").otherwise(nodes.to_vec());
    let nodes = |plain: Node, report: Node| {
        [research(), skippable("deep"), skippable("deeper"), plain, report]
    };
    let built = |nodes: [Node; 5]| neograph_core::Pipeline::builder("p").nodes(nodes).build();
    let all = first_of(&["deep", "deeper", "plain"]);
    assert!(built(nodes(otherwise(&["deep", "deeper"]), all)).is_ok());
    let some = first_of(&["deep", "plain"]);
    let fault = fault(nodes(otherwise(&["deep", "deeper"]), some));
    assert!(fault.fault().starts_with("all of `deep`, `plain` may be skipped"), "{fault}");
    let node = ack("report").optional_first_of::<Ack>("analysis", ["deep", "plain"]);
    assert!(built(nodes(otherwise(&["deep", "deeper"]), node)).is_ok());
}

#[test]
fn alternatives_that_are_not_there_or_of_another_type() {
    let with = |node: Node| [research(), skippable("deep"), ack("shallow"), node];
    let fault = says(
        with(first_of(&["deep", "shalow"])),
        "`first_of` of node `report`: no node is named `shalow`; did you mean `shallow`?",
    );
    let FlowFault::UnknownNode { by: "first_of", nodes, .. } = fault else { panic!("{fault:?}") };
    assert_eq!(nodes, ["research", "deep", "shallow"]);
    says(
        with(first_of(&["deep", "research"])),
        "`first_of` of node `report`: the edge carries `Summary`, and the parameter takes `Ack`; all nodes of a `first_of` return what the parameter takes, and `research` returns `Summary`",
    );
}

#[test]
fn conditions_on_what_is_not_there() {
    let gate = |name| [research(), ack("gate").when(name, |_: &Summary| true)];
    says(
        gate("reserch"),
        "`when` of node `gate`: no node is named `reserch`, and `gate` has no input or handle of that name; did you mean `research`?",
    );
    let nodes = [research(), ack("gate").when("research", |_: &Ack| true)];
    says(
        nodes,
        "`when` of node `gate`: `research` gives `Summary`, and `when` takes `Ack`; write `|research: &Summary| …`",
    );
    let nodes = [research(), skippable("deep"), ack("gate").when("deep", |_: &Ack| true)];
    says(
        nodes,
        "`when` of node `gate`: node `deep` may be skipped, and then there is no `deep`; ask about a node that always runs",
    );
    let itself = fault([ack("gate").when("gate", |_: &Ack| true)]);
    assert_eq!(itself.fault(), "`gate` waits for itself: `gate` → `gate`");
}

#[test]
fn conditions_on_parameters_of_the_node() {
    let gate = || ack("gate").input::<u8>("limit").optional_handle::<u16>("cache");
    says(
        [gate().when("limit", |_: &u16| true)],
        "`when` of node `gate`: `limit` gives `u8`, and `when` takes `u16`; write `|limit: &u8| …`",
    );
    says(
        [gate().when("cache", |_: &u16| true)],
        "node `gate`: `cache` may be empty, and the condition is asked about a value; ask about something that is always there, or let a node look and ask about that node",
    );
    let asks_items = each("gate").when("mail", |_: &String| true);
    says(
        listed(asks_items),
        "`mail` is there when `gate` runs, and the condition is asked before; ask about a node, an input or a handle",
    );
}

#[test]
fn what_runs_otherwise_than_nothing() {
    let gate = |nodes: &[&'static str]| {
        [research(), skippable("deep"), ack("gate").otherwise(nodes.to_vec())]
    };
    says(
        gate(&[]),
        "node `gate`: `otherwise` names no nodes; write `.otherwise([\"refund\", \"bug\"])`: the node runs when all of these were skipped",
    );
    says(gate(&["deep", "deep"]), "`otherwise` of node `gate`: `deep` is named twice; keep one");
    says(
        gate(&["deep", "refund"]),
        "`otherwise` of node `gate`: no node is named `refund`; the other nodes are `research`, `deep`",
    );
    says(
        gate(&["research"]),
        "`research` is never skipped, so `gate` would never run; name nodes with a condition, or give `research` one",
    );
    let nodes = [research(), skippable("deep"), skippable("gate").otherwise(["deep"])];
    says(nodes, "node `gate`: `when` and `otherwise` exclude each other; keep one");
    let twice = fault([research(), skippable("gate").when("research", |_: &Summary| true)]);
    assert_eq!(twice, ConstructError::GivenTwice { node: s("gate"), key: "when" });
    let itself = fault([ack("gate").otherwise(["gate"])]);
    assert_eq!(itself.fault(), "`gate` waits for itself: `gate` → `gate`");
}

#[test]
fn a_node_waits_for_what_its_control_flow_reads() {
    let by_condition =
        [ack("a").edge::<Ack>("b").when("b", |_: &Ack| true), ack("b").when("a", |_: &Ack| true)];
    let cycles = refused(by_condition);
    assert!(
        cycles
            .iter()
            .any(|fault| fault.fault() == "the nodes wait for each other: `a` → `b` → `a`"),
        "{cycles}"
    );
    let by_items = [
        Node::scripted("mails").edge::<Vec<Ack>>("acks").run(async |_| Ok(vec![s("a")])),
        each("acks"),
    ];
    assert_eq!(
        fault(by_items).fault(),
        "the nodes wait for each other: `mails` → `acks` → `mails`"
    );
}

#[test]
fn fan_outs_over_nothing() {
    let over = |root: &'static str| {
        [research(), ack("read").each(root, "mail", |mails: &Vec<String>| mails)]
    };
    says(
        over("mails"),
        "`each` of node `read`: no node is named `mails`; the other nodes are `research`",
    );
    says(
        over("research"),
        "`each` of node `read`: `research` gives `Summary`, and `each` takes `Vec<String>`; write `.each::<Summary, _>(\"research\", …)`",
    );
    let [mails, read] = listed(each("read"));
    let mails = mails.when("research", |_: &Summary| true);
    says(
        [research(), mails, read],
        "`each` of node `read`: node `mails` may be skipped, and then there are no items; let a node without a condition take `mails` as an `.optional_edge` and return the items",
    );
    says(
        listed(each("read").concurrency(0)),
        "node `read`: `concurrency` takes a whole number that is not zero; write `.concurrency(1)`, or remove it",
    );
    says(
        [ack("read").concurrency(2)],
        "`concurrency` on `read`, which does not run for each of a collection; remove `.concurrency`, or add `.each(\"node\", \"item\", |node: &_| …)`",
    );
    says(
        [ack("read").collect_errors()],
        "`collect_errors` on `read`, which does not run for each of a collection; remove `.collect_errors`, or add `.each(\"node\", \"item\", |node: &_| …)`",
    );
}

/// What reads a fan-out takes the collection.
#[test]
fn the_output_of_a_fan_out_is_a_collection() {
    let nodes = |read: Node, after: Node| listed(read).into_iter().chain([after]);
    let fault = fault(nodes(each("read"), ack("after").edge::<Ack>("read")));
    assert_eq!(fault.fault(), "the edge carries `Vec<Ack>`, and the parameter takes `Ack`");
    let collecting = nodes(each("read").collect_errors(), ack("after").edge::<Vec<Ack>>("read"));
    assert_eq!(
        super::fault(collecting).fault(),
        "the edge carries `Vec<Result<Ack, ItemError>>`, and the parameter takes `Vec<Ack>`"
    );
}

#[test]
fn fan_outs_without_a_type_are_one_fault() {
    let node = Node::scripted("read").each("mails", "mail", |mails: &Vec<String>| mails);
    let [mails, read] = listed(node);
    let fault = fault([mails, read, ack("after").edge::<Vec<Ack>>("read")]);
    assert_eq!(fault, ConstructError::NoBody { node: s("read") });
}

#[test]
fn loops_that_are_none() {
    let again = |max_iterations| ack("draft").repeat_while(|_: &Ack| true, max_iterations);
    for (bound, said) in [(0, "0 iterations"), (1, "1 iteration")] {
        let said = format!(
            "node `draft`: a loop of at most {said} is no loop; allow 2 iterations or more, or remove `.repeat_while`"
        );
        says([again(bound)], &said);
    }
    says(
        [ack("draft").repeat_while(|_: &Summary| true, 3)],
        "node `draft`: `repeat_while` needs a function from `&Ack` to `bool`; this one takes `&Summary`: write `|output: &Ack| …`",
    );
    says(
        [ack("draft").carry::<Ack>("previous")],
        "`previous` is carried from one iteration to the next, and `draft` is no loop; add `.repeat_while(…)`, or remove the parameter",
    );
    says(
        [again(3).carry::<Summary>("previous")],
        "parameter `previous` of node `draft`: the loop carries `Ack`, and the parameter takes `Summary`; what is carried is what the iteration before returned: `.carry::<Ack>(\"previous\")`",
    );
    says(
        [ack("draft").on_exhaust_last()],
        "`on_exhaust_last` on `draft`, which is no loop; add `.repeat_while(…)`, or remove `.on_exhaust_last`",
    );
}

#[test]
fn ensembles_that_are_none() {
    let merge = |node: Node| node.merge(|mut acks: Vec<Ack>| acks.pop().ok_or("none"));
    for members in [0, 1] {
        let said = format!(
            "node `vote`: an ensemble of {members} is no ensemble; write `.ensemble(2)` or more, or remove it"
        );
        says([merge(ack("vote").ensemble(members))], &said);
    }
    says(
        [ack("vote").ensemble(3)],
        "the members of `vote` each give an output, and nothing merges them; add `.merge(f)`, a function from `Vec<Output>` to `Output`",
    );
    says(
        [merge(ack("vote"))],
        "`merge` on `vote`, which is no ensemble; add `.ensemble(3)`, or remove `.merge`",
    );
    says(
        [ack("vote").ensemble(3).merge(|mut all: Vec<Summary>| all.pop().ok_or("none"))],
        "node `vote`: `merge` needs a function from `Vec<Ack>` to `Ack`; this one takes `Vec<Summary>`: write `|candidates: Vec<Ack>| …`",
    );
}

#[test]
fn models_of_an_ensemble() {
    let merge = |node: Node| node.merge(|mut acks: Vec<Ack>| acks.pop().ok_or("none"));
    let vote = || merge(Node::think("vote").prompt("p").output::<Ack>());
    says(
        [vote().models(["a"])],
        "node `vote`: an ensemble of 1 is no ensemble; write `.ensemble(2)` or more, or remove it",
    );
    says(
        [vote().models(["a", "b", "c"]).ensemble(2)],
        "`vote` has 3 models for 2 members; raise `.ensemble`, or give fewer models: the members take them in turn",
    );
    says(
        [vote().models(["a", "b"]).model("c")],
        "node `vote`: `model` and `models` exclude each other; keep one",
    );
    let empty = fault([vote().models(["a", " "])]);
    assert_eq!(empty, ConstructError::EmptyText { node: Some(s("vote")), key: "models" });
    assert_eq!(empty.help(), "write `.models([\"…\"])`");
    let scripted = fault([merge(ack("vote").ensemble(2)).models(["a", "b"])]);
    assert_eq!(scripted, ConstructError::AsksNoModel { node: s("vote"), key: "models" });
    assert!(neograph_core::Pipeline::builder("p").node(vote().models(["a", "b"])).build().is_ok());
}

#[test]
fn combinations_that_mean_nothing() {
    let again = |node: Node| node.repeat_while(|_: &Ack| true, 3);
    let help = "write the loop as a pipeline of its own and fan that out: `Node::pipeline(…)`";
    let said = format!("`repeat_while` on `read`, which runs for each of a collection; {help}");
    says(listed(again(each("read"))), &said);
    says(listed(again(each("read")).carry::<Ack>("previous")), &said);
    let said = format!("`carry` on `read`, which runs for each of a collection; {help}");
    says(listed(each("read").carry::<Ack>("previous")), &said);
    let vote = again(ack("vote")).ensemble(2).merge(|mut all: Vec<Ack>| all.pop().ok_or("none"));
    says(
        [vote],
        "`vote` is to be a loop and an ensemble: which of which?; write the inner one as a pipeline of its own, and give this node that: `Node::pipeline(…)`",
    );
}

#[test]
fn what_is_given_twice() {
    let twice = |key| ConstructError::GivenTwice { node: s("read"), key };
    let node = each("read").concurrency(1).concurrency(2);
    assert_eq!(fault(listed(node)), twice("concurrency"));
    let node = each("read").each("mails", "other", |mails: &Vec<String>| mails);
    assert_eq!(fault(listed(node)), twice("each"));
    let loops = |node: Node| node.repeat_while(|_: &Ack| true, 2);
    assert_eq!(fault([loops(loops(ack("read")))]), twice("repeat_while"));
    let models = whole(Node::think("read"));
    assert_eq!(fault([models.model("n")]), twice("model"));
}
