//! What is asked of a node that is a pipeline of its own, in const evaluation: that pipeline
//! is a module which the macro has not seen.
#![allow(clippy::panic, reason = "a fault in const evaluation is an error of rustc's")]

use super::{
    Listing, NOWHERE,
    text::{Text, distance, is_same},
};
use crate::pipeline::SubInput;

/// A parameter of such a node: an input of the pipeline.
#[derive(Debug, Clone, Copy)]
pub struct Given {
    /// Its name.
    pub name: &'static str,
    /// Whether it may be nothing.
    pub optional: bool,
}

/// The number of the input of a name, or [`NOWHERE`].
pub const fn input_of(inputs: Option<&[SubInput]>, name: &str) -> usize {
    let Some(inputs) = inputs else { return NOWHERE };
    let mut at = 0;
    while at < inputs.len() {
        if is_same(inputs[at].name, name) {
            return at;
        }
        at += 1;
    }
    NOWHERE
}

/// A parameter is an input of the pipeline.
#[track_caller]
pub const fn check_given(inputs: Option<&[SubInput]>, node: &str, name: &str) {
    let Some(known) = inputs else { return };
    if input_of(inputs, name) != NOWHERE {
        return;
    }
    let mut text = Text::new();
    text.push("the sub-pipeline of ");
    text.push_name(node);
    text.push(" takes no input ");
    text.push_name(name);
    let (mut best, mut fewest, mut at) = (NOWHERE, NOWHERE, 0);
    while at < known.len() {
        match distance(name, known[at].name) {
            Some(edits) if edits < fewest => (best, fewest) = (at, edits),
            _ => {}
        }
        at += 1;
    }
    if best != NOWHERE {
        text.push("\nhelp: did you mean ");
        text.push_name(known[best].name);
        text.push("?");
    } else if known.is_empty() {
        text.push("\nhelp: remove the parameter, or give a node of the sub-pipeline a `#[from_input]` parameter of this name");
    } else {
        text.push("\nhelp: its inputs are ");
        at = 0;
        while at < known.len() {
            text.push(if at == 0 { "" } else { ", " });
            text.push_name(known[at].name);
            at += 1;
        }
        text.push("; an input is what one of its nodes reads with `#[from_input]`");
    }
    fail(&text);
}

/// Whatever the pipeline cannot run without is given. `_emits_links` is asked for because a
/// pipeline that is inside itself cannot answer: rustc then names the cycle.
#[track_caller]
pub const fn check_inputs(
    inputs: Option<&[SubInput]>,
    _emits_links: bool,
    node: &str,
    given: &[Given],
) {
    let Some(known) = inputs else { return };
    let mut at = 0;
    while at < given.len() {
        if input_of(inputs, given[at].name) == NOWHERE {
            // Misspelt, it may be the very one that is missing; and it is reported.
            return;
        }
        at += 1;
    }
    let mut missing = Text::new();
    let mut count = 0;
    at = 0;
    while at < known.len() {
        if known[at].required {
            match find(given, known[at].name) {
                None => {
                    missing.push(if count == 0 { "" } else { ", " });
                    missing.push_name(known[at].name);
                    count += 1;
                }
                Some(given) if given.optional => may_be_nothing(node, given.name),
                Some(_) => {}
            }
        }
        at += 1;
    }
    if count == 0 {
        return;
    }
    let mut text = Text::new();
    text.push("the sub-pipeline of ");
    text.push_name(node);
    text.push(if count == 1 { " needs the input " } else { " needs the inputs " });
    text.push(missing.as_str());
    text.push(if count == 1 {
        "\nhelp: give the node a parameter of this name"
    } else {
        "\nhelp: give the node parameters of these names"
    });
    text.push(": an edge, or `#[from_input]`");
    fail(&text);
}

/// The links that the pipeline reads may come from somewhere.
#[track_caller]
pub const fn check_outer_links(reads: bool, node: &str) {
    if !reads {
        return;
    }
    let mut text = Text::new();
    text.push("no node upstream of ");
    text.push_name(node);
    text.push(" has tools that emit links, and its sub-pipeline reads links from outside");
    text.push("\nhelp: make an upstream node `mode = agent` or `mode = act` with `tools`, or add `links = outer` to this pipeline if it is a sub-pipeline, too");
    fail(&text);
}

/// The same where the nodes upstream are those of a list.
#[track_caller]
pub const fn check_listed_links<L: Listing>(reads: bool, node: &str) {
    let at = L::WIRING.find(node);
    if at == NOWHERE || L::WIRING.may_have_links(at) {
        return;
    }
    check_outer_links(reads, node);
}

const fn find(given: &[Given], name: &str) -> Option<Given> {
    let mut at = 0;
    while at < given.len() {
        if is_same(given[at].name, name) {
            return Some(given[at]);
        }
        at += 1;
    }
    None
}

#[track_caller]
const fn may_be_nothing(node: &str, input: &str) {
    let mut text = Text::new();
    text.push("the sub-pipeline of ");
    text.push_name(node);
    text.push(" needs the input ");
    text.push_name(input);
    text.push(", and the parameter of that name may be nothing");
    text.push("\nhelp: take the input as an `Option` in the sub-pipeline, or give it a value that is always there");
    fail(&text);
}

#[track_caller]
const fn fail(text: &Text) -> ! {
    panic!("{}", text.as_str())
}
