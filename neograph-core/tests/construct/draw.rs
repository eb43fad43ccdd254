//! What is drawn of a pipeline, in both languages.

use neograph_core::{
    __private::{Args, Locator, NodeSpec, NodeType, Param},
    Node, Pipeline,
};

use super::{Ack, Summary, ack, whole};

fn urgent(_: &Ack) -> bool {
    true
}

fn weak(_: &Ack) -> bool {
    true
}

/// A pipeline with everything that is drawn.
fn triage() -> Pipeline {
    let inbox = Node::scripted("inbox").run(async |_| Ok(vec!["a".to_owned()]));
    let check = whole(Node::agent("check")).tools(["crm::get"]).edge::<Vec<String>>("inbox");
    let escalate = ack("escalate").when("check", urgent);
    let refund = ack("refund")
        .edge::<Ack>("check")
        .when_all(["check", "inbox"], |_: &Ack, _: &Vec<String>| true);
    let reply = ack("reply").otherwise(["escalate", "refund"]).interrupt_when(|_: &Ack| Some("?"));
    let draft = ack("draft")
        .first_of::<Ack>("answer", ["escalate", "refund", "reply"])
        .optional_edge::<Ack>("refund")
        .carry::<Ack>("previous")
        .repeat_while(weak, 5);
    let vote = whole(Node::think("vote"))
        .each("inbox", "mail", |inbox: &Vec<String>| inbox)
        .ensemble(3)
        .merge(|mut acks: Vec<Ack>| acks.pop().ok_or("none"));
    let end = ack("end").repeat_while(|_: &Ack| true, 2);
    let nodes = [inbox, check, escalate, refund, reply, draft, vote, end];
    Pipeline::builder("triage").nodes(nodes).build().unwrap()
}

#[test]
fn control_flow_is_drawn() {
    assert_eq!(
        triage().mermaid(),
        r#"flowchart LR
    inbox["inbox"]
    check["check · agent"]
    escalate["escalate"]
    refund["refund"]
    reply["reply · may pause"]
    draft["draft"]
    vote["vote · think · 3 members"]
    /end["end"]
    inbox --> check
    check -. "when urgent" .-> escalate
    check -- "when" --> refund
    inbox -. "when" .-> refund
    escalate -. "else" .-> reply
    refund -. "else" .-> reply
    escalate -- "answer" --> draft
    refund -- "answer" --> draft
    reply -- "answer" --> draft
    refund --> draft
    draft -- "while weak, ≤ 5" --> draft
    inbox == "each inbox" ==> vote
    /end -- "again, ≤ 2" --> /end
"#
    );
    assert_eq!(
        triage().dot(),
        r#"digraph "triage" {
    rankdir=LR;
    "inbox" [shape=box, label="inbox"];
    "check" [shape=box, label="check · agent"];
    "escalate" [shape=box, label="escalate"];
    "refund" [shape=box, label="refund"];
    "reply" [shape=box, label="reply · may pause"];
    "draft" [shape=box, label="draft"];
    "vote" [shape=box, label="vote · think · 3 members"];
    "end" [shape=box, label="end"];
    "inbox" -> "check";
    "check" -> "escalate" [style=dashed, label="when urgent"];
    "check" -> "refund" [label="when"];
    "inbox" -> "refund" [style=dashed, label="when"];
    "escalate" -> "reply" [style=dashed, label="else"];
    "refund" -> "reply" [style=dashed, label="else"];
    "escalate" -> "draft" [label="answer"];
    "refund" -> "draft" [label="answer"];
    "reply" -> "draft" [label="answer"];
    "refund" -> "draft";
    "draft" -> "draft" [label="while weak, ≤ 5"];
    "inbox" -> "vote" [style=bold, label="each inbox"];
    "end" -> "end" [label="again, ≤ 2"];
}
"#
    );
}

/// A node that reads a resource and a link; only the macros make those.
struct Digest;

impl NodeType for Digest {
    type Output = Ack;
    const NAME: &'static str = "digest";
}

fn digest() -> NodeSpec {
    NodeSpec::__scripted::<Digest, _, _, _>(|_: Args| async { Ok(Ok::<_, String>(Ack)) })
        .__param(Param::__upstream::<Ack>("scan"))
        .__param(Param::__resource::<String>("page", Locator::Uri("crm://deals")))
        .__param(Param::__resource::<String>("mails", Locator::Ref("mails")))
}

/// A pipeline in a pipeline in a pipeline, all of which have a node `scan`.
fn nested() -> Pipeline {
    let scan = || whole(Node::agent("scan")).tools(["crm::get"]);
    let hand = Pipeline::builder("innermost").node(scan().input::<Ack>("found")).build().unwrap();
    let innermost = Pipeline::__unchecked("innermost", [hand.nodes(), &[digest()]].concat());
    let inner = Pipeline::builder("inner")
        .node(scan().input::<Summary>("research"))
        .node(ack("found").edge::<Ack>("scan"))
        .node(Node::pipeline::<Ack>("read", innermost, "digest").edge::<Ack>("found"))
        .build()
        .unwrap();
    let research =
        Node::scripted("research").run(async |_| Ok(Summary { deal_id: "D1".to_owned() }));
    let verify = Node::pipeline::<Ack>("verify", inner, "read")
        .edge::<Summary>("research")
        .repeat_while(|_: &Ack| false, 3)
        .on_exhaust_last();
    let outer = Pipeline::builder("outer")
        .node(research)
        .node(scan())
        .node(verify.when("scan", |_: &Ack| true))
        .node(ack("last").optional_edge::<Ack>("verify"))
        .build()
        .unwrap();
    let mut nodes = outer.nodes().to_vec();
    nodes.push(digest().__param(Param::__upstream::<Ack>("last")));
    Pipeline::__unchecked("outer", nodes)
}

#[test]
fn pipelines_inside_are_frames() {
    assert_eq!(
        nested().mermaid(),
        r#"flowchart LR
    research["research"]
    scan["scan · agent"]
    subgraph verify["verify · again, ≤ 3"]
        verify/scan["scan · agent"]
        verify/found["found"]
        subgraph verify/read["read"]
            verify/read/scan["scan · agent"]
            verify/read/digest["digest"]
        end
    end
    last["last"]
    digest["digest"]
    resource/1[("crm://deals")]
    research --> verify
    scan -. "when" .-> verify
    verify/scan --> verify/found
    verify/found --> verify/read
    verify/read/scan --> verify/read/digest
    resource/1 -.-> verify/read/digest
    scan -. "mails" .-> verify/read/digest
    verify/scan -. "mails" .-> verify/read/digest
    verify/read/scan -. "mails" .-> verify/read/digest
    verify --> last
    scan --> digest
    resource/1 -.-> digest
    scan -. "mails" .-> digest
    verify -. "mails" .-> digest
    last --> digest
"#
    );
    assert_eq!(
        nested().dot(),
        r#"digraph "outer" {
    rankdir=LR;
    compound=true;
    "research" [shape=box, label="research"];
    "scan" [shape=box, label="scan · agent"];
    subgraph "cluster_verify" {
        label="verify · again, ≤ 3";
        "verify/scan" [shape=box, label="scan · agent"];
        "verify/found" [shape=box, label="found"];
        subgraph "cluster_verify/read" {
            label="read";
            "verify/read/scan" [shape=box, label="scan · agent"];
            "verify/read/digest" [shape=box, label="digest"];
        }
    }
    "last" [shape=box, label="last"];
    "digest" [shape=box, label="digest"];
    "resource/1" [shape=cylinder, label="crm://deals"];
    "research" -> "verify/scan" [lhead="cluster_verify"];
    "scan" -> "verify/scan" [style=dashed, label="when", lhead="cluster_verify"];
    "verify/scan" -> "verify/found";
    "verify/found" -> "verify/read/scan" [lhead="cluster_verify/read"];
    "verify/read/scan" -> "verify/read/digest";
    "resource/1" -> "verify/read/digest" [style=dotted];
    "scan" -> "verify/read/digest" [style=dotted, label="mails"];
    "verify/scan" -> "verify/read/digest" [style=dotted, label="mails"];
    "verify/read/scan" -> "verify/read/digest" [style=dotted, label="mails"];
    "verify/read/digest" -> "last" [ltail="cluster_verify"];
    "scan" -> "digest";
    "resource/1" -> "digest" [style=dotted];
    "scan" -> "digest" [style=dotted, label="mails"];
    "verify/read/digest" -> "digest" [style=dotted, label="mails", ltail="cluster_verify"];
    "last" -> "digest";
}
"#
    );
}
