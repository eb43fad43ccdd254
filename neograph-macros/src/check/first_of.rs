//! `#[first_of(…)]`: several nodes of which one is read.

use syn::ext::IdentExt;

use super::{
    condition::{check_twice, is_named_twice},
    signature::{owned, spelt},
    upstream,
};
use crate::{
    diag::{Errors, list},
    lower::argument_of,
    model::{How, Node, Param, Passing, Pipeline, Source},
};

fn alternatives(node: &Node) -> impl Iterator<Item = (&Param, &[syn::Ident])> {
    node.params.iter().filter_map(|param| match &param.source {
        Source::FirstOf(nodes) => Some((param, nodes.as_slice())),
        _ => None,
    })
}

/// What a list of alternatives may not be, whatever the nodes are.
pub(super) fn check_node(node: &Node, errors: &mut Errors) {
    for (param, nodes) in alternatives(node) {
        if let [one] = nodes {
            errors.at(
                one,
                format_args!("`{}` has a single node to come from", param.name),
                format_args!("name another node, or make the parameter an edge: `{one}: …`"),
            );
        }
        check_twice(nodes, errors);
    }
}

pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    for node in &pipeline.nodes {
        for read in node.reads() {
            if matches!(read.how, How::Arm(_)) && pipeline.node(&read.name).is_none() {
                upstream::unknown_name(pipeline, node, &read, errors);
            }
        }
        for (param, nodes) in alternatives(node).filter(|(_, nodes)| nodes.len() > 1) {
            let is_itself = nodes.iter().any(|name| name.unraw() == node.name);
            if is_itself || is_named_twice(nodes) {
                continue;
            }
            one_runs(pipeline, param, nodes, errors);
        }
    }
}

fn one_runs(pipeline: &Pipeline, param: &Param, nodes: &[syn::Ident], errors: &mut Errors) {
    let name = |ident: &syn::Ident| ident.unraw().to_string();
    let names: Vec<String> = nodes.iter().map(name).collect();
    let never_taken = (1..nodes.len()).find(|at| pipeline.one_runs(&nodes[..*at], false));
    if let Some(arm) = never_taken.and_then(|at| nodes.get(at)) {
        errors.at(
            arm,
            format_args!("`{arm}` is never taken, because one of the nodes before it always runs"),
            "put the nodes that may be skipped first, or remove this one",
        );
    } else if !param.taken.optional && !pipeline.one_runs(nodes, true) {
        errors.at(
            &param.ident,
            format_args!(
                "all of {} may be skipped, and then there is no `{}`",
                list(names.iter().map(String::as_str)),
                param.name
            ),
            format_args!(
                "take `Option<{}>`, or name a node that runs `otherwise = [{}]`",
                spelt(&param.ty),
                names.join(", ")
            ),
        );
    } else if param.taken.optional && pipeline.one_runs(nodes, false) {
        let inner = argument_of(&param.ty, "Option").unwrap_or(&param.ty);
        errors.at(
            &param.ty,
            format_args!(
                "one of {} always runs, so `{}` is never empty",
                list(names.iter().map(String::as_str)),
                param.name
            ),
            format_args!(
                "take `{}`, or `{}` if that is what the nodes return",
                spelt(inner),
                literal(param)
            ),
        );
    }
}

/// A parameter's type when the `Option` is the nodes' own, as it is lent.
pub(crate) fn literal(param: &Param) -> String {
    let inner = match param.taken.passing {
        Passing::Borrowed => owned(&param.taken.held),
        _ => spelt(argument_of(&param.ty, "Option").unwrap_or(&param.ty)),
    };
    format!("&Option<{inner}>")
}
