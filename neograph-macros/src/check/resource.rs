//! `#[from_resource]`: how a resource is found, and whether it can be.

use syn::{LitStr, Type};

use super::cycle::graph;
use crate::{
    diag::{Errors, closest, fault_at, fault_in},
    model::{Locator, Node, Param, Pipeline, Resource, Source},
    parse::{TemplateFault, Variable},
};

fn resources(node: &Node) -> impl Iterator<Item = (&Param, &Resource)> {
    node.params.iter().filter_map(|param| match &param.source {
        Source::Resource(resource) => Some((param, &**resource)),
        _ => None,
    })
}

pub(super) fn check(node: &Node, errors: &mut Errors) {
    optional_in_paths(node, errors);
    for (param, resource) in resources(node) {
        locator(param, resource, errors);
        match &resource.locator {
            Some(Locator::Uri { literal, template: Ok(template) }) => {
                for variable in &template.variables {
                    check_variable(node, literal, variable, errors);
                }
            }
            Some(Locator::Uri { literal, template: Err(fault) }) => {
                errors.push(malformed(literal, fault));
            }
            _ => {}
        }
    }
}

/// A text that is no URI template.
pub(super) fn malformed(literal: &LitStr, fault: &TemplateFault) -> syn::Error {
    fault_in(
        literal,
        &fault.place,
        format_args!("malformed URI template: {}", fault.reason),
        "a template is a URI with variables in braces, such as `crm://deals/{deal_id}{?from}`",
    )
}

/// A path has a place for each of its variables, whether there is a value or not.
fn optional_in_paths(node: &Node, errors: &mut Errors) {
    let in_path = |name: &str| {
        resources(node)
            .filter_map(|(_, resource)| resource.template())
            .any(|(_, uri)| uri.variables.iter().any(|one| one.root() == name && !one.in_query))
    };
    let values = node
        .params
        .iter()
        .filter(|param| matches!(param.source, Source::Input | Source::Config { .. }));
    for param in values.filter(|param| param.taken.optional && in_path(&param.name)) {
        errors.push(optional_in_path(&param.ty, &param.name));
    }
}

/// An `Option` on a variable of a path.
pub(super) fn optional_in_path(ty: &Type, name: &str) -> syn::Error {
    fault_at(
        ty,
        format_args!("`{name}` stands in the path, so it cannot be left out"),
        format_args!("take it without `Option`, or move it into the query: `{{?{name}}}`"),
    )
}

fn locator(param: &Param, resource: &Resource, errors: &mut Errors) {
    match (&resource.args.uri, &resource.args.kind) {
        (Some(uri), Some(kind)) => {
            errors.at(
                if resource.ref_is_first { &uri.key } else { &kind.key },
                format_args!("`{}` is given both a `uri` and a `ref`", param.name),
                "keep one: `uri` is an address, `ref` the kind of a link that a tool emitted",
            );
        }
        (None, None) if resource.args_are_clean => errors.at(
            &resource.marker,
            format_args!("`{}` says neither where it is nor what it is", param.name),
            "write `#[from_resource(\"uri\")]`, or `#[from_resource(ref = \"kind\")]` for a link that a tool emitted",
        ),
        _ => {}
    }
}

fn check_variable(node: &Node, literal: &LitStr, variable: &Variable, errors: &mut Errors) {
    let values = || {
        let values = node.params.iter().filter(|param| param.source.may_be_in_uri());
        values.map(|param| param.name.as_str())
    };
    let root = variable.root();
    if values().any(|name| name == root) {
        return;
    }
    let is_taken = node.params.iter().any(|param| param.name == root);
    let help = match closest(root, values()) {
        _ if is_taken => {
            "a URI is known before the node runs: its variables are inputs, handles, and the item of \
             `#[each(…)]`"
                .to_owned()
        }
        Some(name) => format!("did you mean `{name}`?"),
        None if variable.fields().next().is_some() => {
            format!("add a parameter `{root}`: an input, a handle, or the item of `#[each(…)]`")
        }
        None => format!("add a parameter `#[from_input] {root}: String`"),
    };
    let place = variable.place.start..variable.place.start + root.len();
    errors.push(fault_in(
        literal,
        &place,
        format_args!(
            "`{root}` is no `#[from_input]`, `#[from_config]` or `#[each(…)]` parameter of `{}`",
            node.name
        ),
        help,
    ));
}

/// Whether links may come to a node: from nodes upstream, or from outside the pipeline.
pub(crate) fn may_have_links(pipeline: &Pipeline, node: &Node) -> bool {
    let Some(index) = pipeline.nodes.iter().position(|one| one.name == node.name) else {
        return true;
    };
    let before = graph(pipeline).ancestors(index);
    let mut upstream = pipeline.nodes.iter().zip(before).filter(|(_, is_before)| *is_before);
    pipeline.reads_outer_links || upstream.any(|(node, _)| node.may_emit_links(&pipeline.readers))
}

/// A required link needs a node that emits links, somewhere upstream.
pub(super) fn check_links(pipeline: &Pipeline, errors: &mut Errors) {
    if pipeline.reads_outer_links {
        return;
    }
    let graph = graph(pipeline);
    for (index, node) in pipeline.nodes.iter().enumerate() {
        let before = graph.ancestors(index);
        let upstream = || {
            let nodes = pipeline.nodes.iter().zip(&before);
            nodes.filter(|(_, is_before)| **is_before).map(|(node, _)| node)
        };
        // An edge to nowhere may have been meant for the node that emits the links.
        let is_certain = upstream().chain([node]).all(|node| {
            node.args_are_clean
                && node.reads().iter().all(|read| pipeline.node(&read.name).is_some())
        });
        if !is_certain || upstream().any(|node| node.may_emit_links(&pipeline.readers)) {
            continue;
        }
        for (param, resource) in resources(node) {
            let Some(Locator::Ref(kind)) = &resource.locator else { continue };
            if param.taken.optional {
                continue;
            }
            errors.at(
                &param.ident,
                format_args!(
                    "no node upstream of `{}` has tools that emit links, so there is none of kind `{}`",
                    node.name,
                    kind.value()
                ),
                format_args!(
                    "make an upstream node `mode = agent` or `mode = act` with `tools`, or take an \
                     `Option` (`{}: Option<…>`) if the link may be missing",
                    param.name
                ),
            );
        }
    }
}
