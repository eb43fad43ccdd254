//! `when` and `otherwise`: what a condition asks, and whether that can be answered before the
//! node runs.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::{GenericParam, Ident, Type, ext::IdentExt};

use super::{signature, upstream};
use crate::{
    diag::Errors,
    lower::{argument_of, ungroup},
    model::{Asks, Head, How, Node, Param, Pipeline, Question, Source, Uneven},
};

/// What a condition may not be, whatever the other nodes are.
pub(super) fn check_node(node: &Node, errors: &mut Errors) {
    if let (Some(_), Some(otherwise)) = (&node.args.when, &node.args.otherwise) {
        let place = node.later("when", "otherwise");
        errors.at(
            place.map_or_else(|| otherwise.key.to_token_stream(), ToTokens::to_token_stream),
            "`when` and `otherwise` exclude each other",
            "keep one: `when` asks a function, `otherwise` runs the node if others were skipped",
        );
    }
    if let Some(question) = &node.question {
        check_question(node, question, errors);
    }
    check_otherwise(node, errors);
}

fn check_question(node: &Node, question: &Question, errors: &mut Errors) {
    let function = &question.function;
    let name = function.to_token_stream().to_string().replace(' ', "");
    let asks_nothing = match &question.asks {
        Asks::Node => {
            errors.at(
                function,
                format_args!("`{name}` is a node, and a condition is a plain `fn`"),
                format_args!(
                    "write `fn condition({}: &Output) -> bool` and `when = condition`",
                    function
                        .segments
                        .last()
                        .map_or_else(|| name.clone(), |last| last.ident.to_string())
                ),
            );
            return;
        }
        Asks::Unknown(near) => {
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("name the nodes that it is asked about: `when = {name}(node)`"),
            };
            errors.at(
                function,
                format_args!("the parameters of `{name}` cannot be seen from here"),
                help,
            );
            return;
        }
        Asks::Named(names) => {
            for (ident, source) in names {
                check_late(node, ident, source, errors);
            }
            names.is_empty()
        }
        Asks::Typed { params, head, uneven } => {
            check_head(&name, head, errors);
            if let Some(uneven) = uneven {
                let fault = match uneven {
                    Uneven::More => "has parameters that are not named here",
                    Uneven::Fewer => "has fewer parameters than are named here",
                };
                errors.at(
                    function,
                    format_args!("`{name}` {fault}"),
                    format_args!(
                        "name each of them, or write `{name}` alone if they are named like nodes"
                    ),
                );
                return;
            }
            for param in params {
                signature::check_type(param, "a condition", errors);
                check_late(node, &param.ident, &param.source, errors);
                check_own(node, param, errors);
            }
            params.is_empty() && head.nameless.is_empty()
        }
    };
    if asks_nothing {
        errors.at(
            function,
            "a condition that reads nothing always says the same",
            "give it a parameter that is named like a node, or remove `when`",
        );
    }
}

fn check_head(name: &str, head: &Head, errors: &mut Errors) {
    if let Some(token) = &head.asyncness {
        errors.at(
            token,
            format_args!("`{name}` is a condition, and a condition is no `async fn`"),
            "let a node find out what takes time, and ask about that node",
        );
    }
    let generics = head.generics.iter().find(|generics| {
        generics.params.iter().any(|param| !matches!(param, GenericParam::Lifetime(_)))
    });
    if let Some(generics) = generics {
        errors.at(
            generics,
            "a condition cannot be generic",
            "name the types: a graph has one type for each edge",
        );
    }
    for place in &head.nameless {
        if place.to_string() == "self" {
            errors.at(
                place,
                "a condition is a free function and has no `self`",
                "remove the parameter, and name the nodes that it is asked about",
            );
        } else {
            errors.at(
                place,
                "a parameter needs a name, because its name says where the value comes from",
                "name the parameter and take the pattern apart in the body",
            );
        }
    }
}

/// What the node may have to do without, its condition does without, too.
fn check_own(node: &Node, asked: &Param, errors: &mut Errors) {
    let Some(own) = node.asked_about(asked) else { return };
    let takes = match ungroup(&asked.ty) {
        Type::Reference(reference) => ungroup(&reference.elem),
        ty => ty,
    };
    if !own.taken.optional || argument_of(takes, "Option").is_some() {
        return;
    }
    let inner = argument_of(&own.ty, "Option").unwrap_or(&own.ty);
    let inner = match ungroup(inner) {
        Type::Reference(reference) => &reference.elem,
        inner => inner,
    };
    errors.at(
        &asked.ty,
        format_args!("`{}` may be nothing, and the condition is asked about a value", own.name),
        format_args!("take `Option<&{}>`", signature::spelt(inner)),
    );
}

/// What is there only once the node runs cannot say whether it does.
fn check_late(node: &Node, ident: &Ident, source: &Source, errors: &mut Errors) {
    let name = ident.unraw().to_string();
    if !matches!(source, Source::Upstream) {
        return;
    }
    let Some(param) = node.own_value(&name) else { return };
    let help = match param.source {
        Source::Each(_) => "ask about the node that the items come from",
        Source::Carry => "ask about a node, an input or a handle; a loop asks in `repeat_while`",
        _ => {
            "ask about a node, an input or a handle; a node may read the resource and be asked about"
        }
    };
    errors.at(
        ident,
        format_args!(
            "`{name}` is there when `{}` runs, and the condition is asked before",
            node.name
        ),
        help,
    );
}

fn check_otherwise(node: &Node, errors: &mut Errors) {
    let Some(otherwise) = &node.args.otherwise else { return };
    if otherwise.value.0.is_empty() {
        errors.at(
            &otherwise.key,
            "`otherwise` names no nodes",
            "write `otherwise = [refund, bug]`: the node runs when all of these were skipped",
        );
    }
    check_twice(&otherwise.value.0, errors);
}

/// A list of nodes names each of them once.
pub(super) fn check_twice(names: &[Ident], errors: &mut Errors) {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name.unraw().to_string()) {
            errors.at(name, format_args!("`{name}` is named twice"), "keep one");
        }
    }
}

/// Whether a list of nodes has two equal entries.
pub(super) fn is_named_twice(names: &[Ident]) -> bool {
    let mut seen = BTreeSet::new();
    !names.iter().all(|name| seen.insert(name.unraw().to_string()))
}

/// What a condition is asked about are nodes of the pipeline.
pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    for node in &pipeline.nodes {
        for read in node.reads() {
            let upstream = pipeline.node(&read.name);
            match (read.how, upstream) {
                (How::Asked(_) | How::Skipped, None) => {
                    upstream::unknown_name(pipeline, node, &read, errors);
                }
                (How::Skipped, Some(upstream))
                    if upstream.is_always_run() && upstream.name != node.name =>
                {
                    errors.at(
                        read.ident,
                        format_args!(
                            "`{}` is never skipped, so `{}` would never run",
                            read.name, node.name
                        ),
                        format_args!("name nodes with a condition, or give `{}` one", read.name),
                    );
                }
                _ => {}
            }
        }
    }
}
