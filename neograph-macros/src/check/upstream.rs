//! Edges: an unmarked parameter names a node, and a marked one does not.

use crate::{
    diag::{Errors, closest, list},
    model::{Node, Param, Pipeline, Source},
};

pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    for node in &pipeline.nodes {
        for param in &node.params {
            let names_a_node = pipeline.node(&param.name).is_some();
            match param.source {
                Source::Upstream if !names_a_node && !pipeline.is_unread(&param.name) => {
                    unknown(pipeline, node, param, errors)
                }
                Source::Input if names_a_node => errors.at(
                    &param.ident,
                    format_args!("input `{}` has the name of a node", param.name),
                    "rename the input, or remove the marker to make the parameter an edge",
                ),
                _ => {}
            }
        }
    }
}

fn unknown(pipeline: &Pipeline, node: &Node, param: &Param, errors: &mut Errors) {
    let others =
        || pipeline.nodes.iter().map(|node| node.name.as_str()).filter(|name| *name != node.name);
    let help = match closest(&param.name, others()) {
        Some(name) => format!("did you mean `{name}`?"),
        None if others().next().is_none() => {
            "mark the parameter with `#[from_input]`, `#[from_config]` or `#[from_resource(…)]`"
                .to_owned()
        }
        None => format!(
            "the other nodes are {}; a parameter that is no edge needs `#[from_input]`, \
             `#[from_config]` or `#[from_resource(…)]`",
            list(others())
        ),
    };
    errors.at(&param.ident, format_args!("no node is named `{}`", param.name), help);
}
