//! `#[human_feedback(…)]`: what a human answered to a node that asks.

use syn::{Ident, Type, ext::IdentExt};

use super::{signature::spelt, upstream};
use crate::{
    diag::Errors,
    lower::{argument_of, ungroup},
    model::{How, Node, Param, Pipeline, Source},
};

fn feedback(node: &Node) -> impl Iterator<Item = (&Param, &Ident)> {
    node.params.iter().filter_map(|param| match &param.source {
        Source::Feedback(asker) => Some((param, asker)),
        _ => None,
    })
}

/// What the node itself tells: an answer may be missing, and a node hears of its own answers in
/// a loop only.
pub(super) fn check_node(node: &Node, errors: &mut Errors) {
    for (param, asker) in feedback(node) {
        check_type(param, asker, errors);
        if asker.unraw() != node.name || !node.args_are_clean {
            continue;
        }
        if node.args.interrupt_when.is_none() || node.each().is_some() {
            asks(node, asker, errors);
        } else if node.args.repeat_while.is_none() {
            errors.at(
                asker,
                format_args!(
                    "`{asker}` asks when it is done, and it is no loop that goes on after that"
                ),
                "take the answer in a node that comes after, or add `repeat_while = f` and \
                 `max_iterations = n`",
            );
        }
    }
}

pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    for node in &pipeline.nodes {
        for read in node.reads() {
            match (read.how, pipeline.node(&read.name)) {
                (How::Answered, None) => upstream::unknown_name(pipeline, node, &read, errors),
                (How::Answered, Some(asker)) if asker.args_are_clean => {
                    asks(asker, read.ident, errors);
                }
                _ => {}
            }
        }
    }
}

/// The node asks, and asks once.
fn asks(node: &Node, asker: &Ident, errors: &mut Errors) {
    if node.args.interrupt_when.is_none() {
        errors.at(
            asker,
            format_args!("`{asker}` never asks a human, so there is no answer to it"),
            format_args!("give `{asker}` an `interrupt_when = f`"),
        );
    } else if node.each().is_some() {
        errors.at(
            asker,
            format_args!("`{asker}` asks once an item, so there is no one answer to it"),
            "ask in a node that reads the collection, or inside a sub-pipeline of the item",
        );
    }
}

fn check_type(param: &Param, asker: &Ident, errors: &mut Errors) {
    let inner = match ungroup(&param.ty) {
        Type::Reference(reference) => &reference.elem,
        ty => ty,
    };
    // A reference to an `Option` is refused as on any other marked parameter.
    if param.taken.optional || argument_of(inner, "Option").is_some() {
        return;
    }
    errors.at(
        &param.ty,
        format_args!("when `{asker}` asks nothing there is nothing for `{}`", param.name),
        format_args!("write `Option<{}>`", spelt(&param.ty)),
    );
}
