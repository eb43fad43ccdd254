//! `#[each(…)]`: a node runs for each item of one collection.

use syn::{Path, Type};

use super::{signature::spelt, upstream};
use crate::{
    diag::Errors,
    lower::{argument_of, ungroup},
    model::{How, Node, Pipeline, Source},
};

/// What a fan-out may not be, whatever the other nodes are.
pub(super) fn check_node(node: &Node, errors: &mut Errors) {
    let items = node.params.iter().filter(|param| matches!(param.source, Source::Each(_)));
    for param in items.clone().skip(1) {
        errors.at(
            &param.ident,
            format_args!(
                "`{}` runs for each item of one collection, and this is a second one",
                node.name
            ),
            "let a node pair the items up, and run this one for each of the pairs",
        );
    }
    for param in items.clone() {
        if let Some(inner) = argument_of(&param.ty, "Option") {
            let literally = match ungroup(inner) {
                Type::Reference(_) => String::new(),
                _ => format!(", or `&{}` if the collection holds those", spelt(&param.ty)),
            };
            errors.at(
                &param.ty,
                format_args!("an item is always there, so `{}` is never empty", param.name),
                format_args!("take `{}`{literally}", spelt(inner)),
            );
        }
    }
    if items.count() > 0 || !node.args_are_clean {
        return;
    }
    let mut refuse = |key: Option<&Path>, name: &str| {
        if let Some(key) = key {
            errors.at(
                key,
                format_args!(
                    "`{name}` on `{}`, which does not run for each of a collection",
                    node.name
                ),
                format_args!("remove `{name}`, or mark a parameter with `#[each(node.field)]`"),
            );
        }
    };
    refuse(node.args.concurrency.as_ref().map(|keyed| &keyed.key), "concurrency");
    refuse(node.args.on_error.as_ref().map(|keyed| &keyed.key), "on_error");
}

/// Outside a pipeline the type that a field is of is not known.
pub(super) fn check_alone(node: &Node, errors: &mut Errors) {
    let Some((_, each)) = node.each() else { return };
    let Some(way) = each.way.as_ref().filter(|way| way.of.is_none() && !way.fields.is_empty())
    else {
        return;
    };
    errors.at(
        &way.tokens,
        format_args!("what `{}` returns is not known outside a pipeline", way.root),
        format_args!("name the type: `#[each({}, of = Type)]`", way.text()),
    );
}

pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    for node in &pipeline.nodes {
        for read in node.reads() {
            if !matches!(read.how, How::Root(_)) {
                continue;
            }
            if pipeline.node(&read.name).is_none() {
                upstream::unknown_name(pipeline, node, &read, errors);
            } else if pipeline.is_conditional(&read.name) && read.name != node.name {
                errors.at(
                    read.ident,
                    format_args!(
                        "node `{}` may be skipped, and then there are no items",
                        read.name
                    ),
                    format_args!(
                        "let a node without a condition take `Option` of `{}` and return the items",
                        read.name
                    ),
                );
            }
        }
    }
}
