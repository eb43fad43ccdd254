//! The rules of control flow as constants, in the words of `#[pipeline]`.

use super::{
    Listing, NOWHERE,
    checks::{ReadAs, check_read, fail},
    text::Text,
    wiring::Asks,
};

/// A name in `#[first_of(…)]`, `#[each(…)]` or `otherwise`: names a node, and closes no cycle.
#[track_caller]
pub const fn check_named<L: Listing>(node: &str, name: &str, edge: usize, is_asked: bool) {
    let instead = if is_asked {
        "a condition is asked before the node runs; ask about another node"
    } else {
        "name another node"
    };
    check_read::<L>(node, name, edge, ReadAs { is_asked, or: "", instead });
}

/// A parameter that is never empty: the node always runs. `or_none` is what to take if not.
#[track_caller]
pub const fn check_always<L: Listing>(name: &str, or_none: &str, is_asked: bool) {
    if !L::WIRING.is_conditional(name) {
        return;
    }
    let mut text = Text::new();
    text.push("node ");
    text.push_name(name);
    text.push(" may be skipped, and then there is no ");
    text.push_name(name);
    text.push("\nhelp: take ");
    text.push(or_none);
    if !is_asked {
        text.push(", or name what stands in for it: `#[first_of(");
        text.push(name);
        text.push(", …)]`");
    }
    fail(&text);
}

/// A parameter that is an `Option<&T>`: the node may be skipped.
#[track_caller]
pub const fn check_perhaps<L: Listing>(name: &str, inner: &str) {
    if L::WIRING.find(name) == NOWHERE || L::WIRING.is_conditional(name) {
        return;
    }
    let mut text = Text::new();
    text.push("an edge is lent as a whole, and this borrows what is inside its `Option`");
    text.push("\nhelp: take what the upstream node returns: `&Option<");
    text.push(inner);
    text.push(">` or `Option<");
    text.push(inner);
    text.push(">`, or `&");
    text.push(inner);
    text.push("` if it is no `Option`");
    fail(&text);
}

/// The node that the items of a fan-out come from: it always runs.
#[track_caller]
pub const fn check_items<L: Listing>(name: &str) {
    if !L::WIRING.is_conditional(name) {
        return;
    }
    let mut text = Text::new();
    text.push("node ");
    text.push_name(name);
    text.push(" may be skipped, and then there are no items");
    text.push("\nhelp: let a node without a condition take `Option` of ");
    text.push_name(name);
    text.push(" and return the items");
    fail(&text);
}

/// A node of `otherwise`: it may be skipped.
#[track_caller]
pub const fn check_skipped<L: Listing>(node: &str, name: &str) {
    if L::WIRING.find(name) == NOWHERE || L::WIRING.is_conditional(name) {
        return;
    }
    let mut text = Text::new();
    text.push_name(name);
    text.push(" is never skipped, so ");
    text.push_name(node);
    text.push(" would never run\nhelp: name nodes with a condition, or give ");
    text.push_name(name);
    text.push(" one");
    fail(&text);
}

/// A name in a `#[human_feedback(…)]`: that of a node that asks, and asks once.
#[track_caller]
pub const fn check_answered<L: Listing>(name: &str) {
    let index = L::WIRING.find(name);
    if index == NOWHERE {
        return;
    }
    let mut text = Text::new();
    text.push_name(name);
    match L::WIRING.nodes[index].asks {
        Asks::Once => return,
        Asks::Never => {
            text.push(" never asks a human, so there is no answer to it\nhelp: give ");
            text.push_name(name);
            text.push(" an `interrupt_when = f`");
        }
        Asks::AnItem => text.push(
            " asks once an item, so there is no one answer to it\nhelp: ask in a node that reads \
             the collection, or inside a sub-pipeline of the item",
        ),
    }
    fail(&text);
}

/// A name in a `#[first_of(…)]`: it may be the one that is taken.
#[track_caller]
pub const fn check_taken<L: Listing>(nodes: &[&str], at: usize) {
    let wiring = L::WIRING;
    if at == 0 || !wiring.one_runs(nodes, at, false) || wiring.one_runs(nodes, at - 1, false) {
        return;
    }
    let mut text = Text::new();
    text.push_name(nodes[at]);
    text.push(" is never taken, because one of the nodes before it always runs");
    text.push("\nhelp: put the nodes that may be skipped first, or remove this one");
    fail(&text);
}

/// A `#[first_of(…)]`: one of the nodes runs, or the parameter is an `Option`. `literal` is its
/// type when the nodes return that `Option`.
#[track_caller]
pub const fn check_one_runs<L: Listing>(
    param: &str,
    nodes: &[&str],
    ty: &str,
    literal: &str,
    is_optional: bool,
) {
    let wiring = L::WIRING;
    let count = nodes.len();
    let mut text = Text::new();
    if wiring.one_runs(nodes, count - 1, false) {
        // Some are never taken, which is reported at the first of them.
        return;
    }
    if !is_optional && !wiring.one_runs(nodes, count, true) {
        text.push("all of ");
        push_list(&mut text, nodes, "`");
        text.push(" may be skipped, and then there is no ");
        text.push_name(param);
        text.push("\nhelp: take `Option<");
        text.push(ty);
        text.push(">`, or name a node that runs `otherwise = [");
        push_list(&mut text, nodes, "");
        text.push("]`");
        fail(&text);
    }
    if is_optional && wiring.one_runs(nodes, count, false) {
        text.push("one of ");
        push_list(&mut text, nodes, "`");
        text.push(" always runs, so ");
        text.push_name(param);
        text.push(" is never empty\nhelp: take `");
        text.push(ty);
        text.push("`, or `");
        text.push(literal);
        text.push("` if that is what the nodes return");
        fail(&text);
    }
}

const fn push_list(text: &mut Text, names: &[&str], quote: &str) {
    let mut at = 0;
    while at < names.len() {
        text.push(if at == 0 { "" } else { ", " });
        text.push(quote);
        text.push(names[at]);
        text.push(quote);
        at += 1;
    }
}
