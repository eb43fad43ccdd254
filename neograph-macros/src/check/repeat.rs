//! Loops: `repeat_while`, what bounds it, and what an iteration sees of the one before.

use quote::ToTokens;
use syn::{Path, Type};

use crate::{
    args::Keyed,
    diag::Errors,
    lower::{argument_of, ungroup},
    model::{Node, Param, Source},
};

pub(super) fn check(node: &Node, errors: &mut Errors) {
    // A key that was not understood may be the very one that is missing.
    if node.args_are_clean {
        keys(node, errors);
    }
    let mut carried = node.params.iter().filter(|param| matches!(param.source, Source::Carry));
    let Some(first) = carried.next() else { return };
    // That a fan-out is no loop is said elsewhere.
    if node.args_are_clean && node.args.repeat_while.is_none() && node.each().is_none() {
        errors.at(
            &first.marker,
            format_args!(
                "`{}` is carried from one iteration to the next, and `{}` is no loop",
                first.name, node.name
            ),
            "add `repeat_while = f` and `max_iterations = n`, or remove the parameter",
        );
    }
    for param in carried.clone() {
        errors.at(
            &param.marker,
            format_args!("`{}` and `{}` carry the same value", first.name, param.name),
            "keep one",
        );
    }
    for param in [first].into_iter().chain(carried) {
        check_type(param, errors);
    }
}

fn keys(node: &Node, errors: &mut Errors) {
    let args = &node.args;
    let name = &node.name;
    if let Some(condition) = &args.repeat_while {
        match &args.max_iterations {
            None => errors.at(
                &condition.key,
                format_args!("a loop needs a bound, and `{name}` has none"),
                "add `max_iterations = 5`",
            ),
            Some(bound) if bound.value.0 < 2 => errors.at(
                &bound.key,
                format_args!("a loop of at most {} is no loop", iterations(bound.value.0)),
                "write `max_iterations = 2` or more, or remove `repeat_while`",
            ),
            Some(_) => {}
        }
        return;
    }
    let mut refuse = |key: Option<&Path>| {
        if let Some(key) = key {
            let said = key.to_token_stream();
            errors.at(
                key,
                format_args!("`{said}` on `{name}`, which is no loop"),
                format_args!("add `repeat_while = f`, or remove `{said}`"),
            );
        }
    };
    refuse(key(args.max_iterations.as_ref()));
    refuse(key(args.on_exhaust.as_ref()));
}

fn iterations(count: u32) -> String {
    if count == 1 { "1 iteration".to_owned() } else { format!("{count} iterations") }
}

fn key<T>(keyed: Option<&Keyed<T>>) -> Option<&Path> {
    keyed.map(|keyed| &keyed.key)
}

/// Before the first iteration there is nothing to carry.
fn check_type(param: &Param, errors: &mut Errors) {
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
        format_args!("the first iteration has nothing for `{}`", param.name),
        format_args!("write `Option<{}>`", super::signature::spelt(&param.ty)),
    );
}
