//! The rules of wiring as constants: a fault ends the evaluation where the rule was asked
//! for, which is at the parameter. The words are those of `#[pipeline]`.
#![allow(clippy::panic, reason = "a fault in const evaluation is an error of rustc's")]

use super::{
    Listing, MOST_EDGES, NOWHERE, Wiring,
    text::{Text, distance, is_same},
};

/// An unmarked parameter: names a node, and closes no cycle.
#[track_caller]
pub const fn check_edge<L: Listing>(node: &str, param: &str, edge: usize) {
    check_read::<L>(node, param, edge, READ_AS_EDGE);
}

/// How a node reads another one: what the words of a fault depend on.
#[derive(Clone, Copy)]
pub(super) struct ReadAs {
    /// Whether the name may also be that of an input or a handle.
    pub(super) is_asked: bool,
    /// What else to do about a name that names no node.
    pub(super) or: &'static str,
    /// What to do about a node that waits for itself.
    pub(super) instead: &'static str,
}

const READ_AS_EDGE: ReadAs = ReadAs {
    is_asked: false,
    or: ", or give a parameter that is no edge `#[from_input]`, `#[from_config]` or `#[from_resource(…)]`",
    instead: "remove the parameter, or mark it with `#[from_input]` if it is no edge",
};

#[track_caller]
pub(super) const fn check_read<L: Listing>(node: &str, name: &str, edge: usize, read: ReadAs) {
    let wiring = L::WIRING;
    if edge >= MOST_EDGES {
        let mut text = Text::new();
        text.push_name(node);
        text.push(" has more than 16 edges, which is more than `compose!` checks");
        text.push("\nhelp: write it into a `#[pipeline]` module with its upstream nodes, or gather some of them in a node");
        fail(&text);
    }
    let upstream = wiring.find(name);
    if upstream == NOWHERE {
        unknown(wiring, node, name, read);
    }
    if wiring.is_cyclic {
        check_cycle(wiring, wiring.find(node), upstream, read);
    }
}

/// A `#[from_input]` parameter: does not look like an edge.
#[track_caller]
pub const fn check_input<L: Listing>(param: &str) {
    if L::WIRING.find(param) == NOWHERE {
        return;
    }
    let mut text = Text::new();
    text.push("input ");
    text.push_name(param);
    text.push(" has the name of a node");
    text.push("\nhelp: rename the input, or remove the marker to make the parameter an edge");
    fail(&text);
}

/// A required `#[from_resource(ref = …)]` parameter: something upstream may emit the link.
#[track_caller]
pub const fn check_link<L: Listing>(node: &str, param: &str, kind: &str) {
    let wiring = L::WIRING;
    let at = wiring.find(node);
    if at == NOWHERE || wiring.may_have_links(at) {
        return;
    }
    let mut text = Text::new();
    text.push("no node upstream of ");
    text.push_name(node);
    text.push(" has tools that emit links, so there is none of kind ");
    text.push_name(kind);
    text.push("\nhelp: make an upstream node `mode = agent` or `mode = act` with `tools`, or take an `Option` (`");
    text.push(param);
    text.push(": Option<…>`) if the link may be missing");
    fail(&text);
}

/// A node of the list: no other has its name.
#[track_caller]
pub const fn check_name<L: Listing>(node: usize) {
    let nodes = L::WIRING.nodes;
    if !L::WIRING.has_duplicates {
        return;
    }
    let mut other = 0;
    while other < nodes.len() {
        if other != node && is_same(nodes[other].name, nodes[node].name) {
            let mut text = Text::new();
            text.push("two nodes are named ");
            text.push_name(nodes[node].name);
            text.push("\nhelp: a node's name is its address, so rename one");
            fail(&text);
        }
        other += 1;
    }
}

#[track_caller]
const fn unknown(wiring: &Wiring, node: &str, param: &str, read: ReadAs) {
    let nodes = wiring.nodes;
    let mut text = Text::new();
    text.push("no node is named ");
    text.push_name(param);
    if read.is_asked {
        text.push(", and ");
        text.push_name(node);
        text.push(" has no input or handle of that name");
    }
    let (mut best, mut fewest, mut at) = (NOWHERE, NOWHERE, 0);
    while at < nodes.len() {
        match distance(param, nodes[at].name) {
            Some(edits) if edits < fewest && !is_same(nodes[at].name, node) => {
                (best, fewest) = (at, edits);
            }
            _ => {}
        }
        at += 1;
    }
    if best != NOWHERE {
        text.push("\nhelp: did you mean ");
        text.push_name(nodes[best].name);
        text.push("?");
    } else if nodes.len() == 1 && read.or.is_empty() {
        text.push("\nhelp: add the node to `compose!`");
    } else if nodes.len() == 1 {
        text.push("\nhelp: add the node to `compose!`, or mark the parameter with `#[from_input]`, `#[from_config]` or `#[from_resource(…)]`");
    } else {
        text.push("\nhelp: the other nodes are ");
        let (mut at, mut is_first) = (0, true);
        while at < nodes.len() {
            if !is_same(nodes[at].name, node) {
                text.push(if is_first { "" } else { ", " });
                text.push_name(nodes[at].name);
                is_first = false;
            }
            at += 1;
        }
        text.push("; add the node to `compose!`");
        text.push(read.or);
    }
    fail(&text);
}

/// A cycle is reported once, at the edge into its first node.
#[track_caller]
const fn check_cycle(wiring: &Wiring, node: usize, upstream: usize, read: ReadAs) {
    if node == NOWHERE {
        return;
    }
    let Some(cycle) = wiring.shortest_cycle(node) else { return };
    if cycle.nodes[cycle.len - 1] != upstream || !cycle.begins_at(node) {
        return;
    }
    let nodes = wiring.nodes;
    let mut text = Text::new();
    if cycle.len == 1 {
        text.push_name(nodes[node].name);
        text.push(" waits for itself: ");
    } else {
        text.push("the nodes wait for each other: ");
    }
    let mut at = 0;
    while at < cycle.len {
        text.push_name(nodes[cycle.nodes[at]].name);
        text.push(" → ");
        at += 1;
    }
    text.push_name(nodes[node].name);
    text.push("\nhelp: ");
    text.push(if cycle.len == 1 {
        read.instead
    } else {
        "data flows one way; remove one of these edges"
    });
    fail(&text);
}

#[track_caller]
pub(super) const fn fail(text: &Text) -> ! {
    panic!("{}", text.as_str())
}
