//! Edges: an unmarked parameter names a node, and a marked one does not.

use crate::{
    diag::{Errors, closest, list},
    model::{How, Node, Param, Pipeline, Read, Source},
};

pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    for node in &pipeline.nodes {
        for param in &node.params {
            let names_a_node = pipeline.node(&param.name).is_some();
            match param.source {
                Source::Upstream if !names_a_node && !pipeline.is_unread(&param.name) => {
                    unknown(pipeline, node, param, errors);
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
    let help = match near(pipeline, node, &param.name) {
        Near::Name(name) => format!("did you mean `{name}`?"),
        Near::None => {
            "mark the parameter with `#[from_input]`, `#[from_config]` or `#[from_resource(…)]`"
                .to_owned()
        }
        Near::Others(others) => format!(
            "the other nodes are {others}; a parameter that is no edge needs `#[from_input]`, \
             `#[from_config]` or `#[from_resource(…)]`",
        ),
    };
    errors.at(&param.ident, format_args!("no node is named `{}`", param.name), help);
}

/// The same for a name that can be nothing but a node's.
pub(super) fn unknown_name(pipeline: &Pipeline, node: &Node, read: &Read<'_>, errors: &mut Errors) {
    if pipeline.is_unread(&read.name) {
        return;
    }
    let other = match read.how {
        How::Asked(_) => {
            format!(", and `{}` has no input or handle of that name", node.name)
        }
        _ => String::new(),
    };
    let help = match near(pipeline, node, &read.name) {
        _ if matches!(read.how, How::Root(_)) && is_input(pipeline, &read.name) => format!(
            "`{}` is an input, and `#[each(…)]` takes the output of a node: let a node take the \
             input and return the items",
            read.name
        ),
        Near::Name(name) => format!("did you mean `{name}`?"),
        Near::None => "write the node into the module".to_owned(),
        Near::Others(others) => format!("the other nodes are {others}"),
    };
    errors.at(read.ident, format_args!("no node is named `{}`{other}", read.name), help);
}

fn is_input(pipeline: &Pipeline, name: &str) -> bool {
    let mut params = pipeline.nodes.iter().flat_map(|node| &node.params);
    params.any(|param| matches!(param.source, Source::Input) && param.name == name)
}

/// What a name that is no node's may mean.
enum Near<'a> {
    Name(&'a str),
    Others(String),
    None,
}

fn near<'a>(pipeline: &'a Pipeline, node: &Node, name: &str) -> Near<'a> {
    let others =
        || pipeline.nodes.iter().map(|node| node.name.as_str()).filter(|name| *name != node.name);
    match closest(name, others()) {
        Some(name) => Near::Name(name),
        None if others().next().is_none() => Near::None,
        None => Near::Others(list(others())),
    }
}
