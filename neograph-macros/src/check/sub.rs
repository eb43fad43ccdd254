//! Sub-pipelines: what a node has when a pipeline makes its output, and what a pipeline has
//! that is to be one.

use syn::{Path, ext::IdentExt};

use crate::{
    args::{Keyed, module_of, said},
    diag::{Errors, closest, list},
    model::{Node, Pipeline, Source},
    parse::Body,
};

/// A node with `pipeline`.
pub(super) fn check_node(node: &Node, errors: &mut Errors) {
    let Some(pipeline) = &node.args.pipeline else { return };
    if let Body::Block(body) = &node.function.body {
        errors.at(
            body,
            format_args!(
                "the pipeline `{}` makes the output of `{}`, so it has no body",
                said(&pipeline.value.0),
                node.name
            ),
            "end the signature with `;`, or remove `pipeline`",
        );
    }
    keys(node, errors);
    if let Some(module) = module_of(&pipeline.value.0) {
        errors.at(
            &pipeline.value.0,
            format_args!(
                "`pipeline` takes a module, and `{}` is what `#[pipeline]` puts into `{module}`",
                said(&pipeline.value.0)
            ),
            format_args!(
                "name the module: `pipeline = {module}`; one that is itself called `pipeline` needs \
                 another name: `use … as …`"
            ),
        );
    }
    for param in &node.params {
        if matches!(param.source, Source::Config { .. } | Source::Resource(_))
            && let Some(marker) = &param.marker
        {
            errors.at(
                marker,
                format_args!("`{}` cannot be an input of a sub-pipeline", param.name),
                "remove the parameter: the nodes inside read the configuration and the resources \
                 of the run themselves",
            );
        }
    }
}

/// How the nodes inside are run is said at them.
fn keys(node: &Node, errors: &mut Errors) {
    let args = &node.args;
    let keys = [
        key(args.mode.as_ref()),
        key(args.model.as_ref()),
        key(args.prompt.as_ref()),
        key(args.prompt_text.as_ref()),
        key(args.tools.as_ref()),
        key(args.max_turns.as_ref()),
        key(args.max_retries.as_ref()),
        key(args.retry.as_ref()),
        key(args.models.as_ref()),
    ];
    for key in keys.into_iter().flatten() {
        let name = said(key);
        errors.at(
            key,
            format_args!("`{name}` on `{}`, which is a pipeline of its own", node.name),
            format_args!("give it to a node of that pipeline, or remove `{name}`"),
        );
    }
}

fn key<T>(keyed: Option<&Keyed<T>>) -> Option<&Path> {
    keyed.map(|keyed| &keyed.key)
}

/// A pipeline, and the pipelines that its nodes are.
pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    output(pipeline, errors);
    for node in &pipeline.nodes {
        let Some(inner) = node.args.pipeline.as_ref().map(|inner| &inner.value.0) else { continue };
        if module_of(inner).is_some() {
            continue;
        }
        let module = pipeline.ident.unraw().to_string();
        let path = said(inner);
        if path == module || path == format!("super::{module}") || path == "self" {
            errors.at(
                inner,
                format_args!("the pipeline `{}` would be inside itself", pipeline.name),
                "name another pipeline; to run nodes again, write them as a pipeline of their own \
                 and give its node a `repeat_while`",
            );
        } else if let Some(hiding) = hiding(pipeline, inner) {
            errors.at(
                inner,
                format_args!("`{hiding}` is a node here, and hides the module of that name"),
                format_args!("write `super::{path}` if the module is there, or rename the node"),
            );
        }
    }
}

/// The node whose type has the name that the path begins with.
fn hiding(pipeline: &Pipeline, path: &Path) -> Option<String> {
    let first = path.segments.first().filter(|_| path.leading_colon.is_none())?;
    let hides = |node: &&Node| node.ident().unraw() == first.ident.unraw();
    pipeline.nodes.iter().find(hides).map(|node| node.ident().unraw().to_string())
}

fn output(pipeline: &Pipeline, errors: &mut Errors) {
    let Some(path) = &pipeline.output else { return };
    let name = said(path);
    match pipeline.named(path) {
        Some(node) if node.is_conditional() => errors.at(
            path,
            format_args!("`{name}` may be skipped, and then the pipeline has no output"),
            "name a node that always runs, such as one that takes the first of several",
        ),
        None if !pipeline.is_unread(&name) => {
            let names = || pipeline.nodes.iter().map(|node| node.name.as_str());
            let help = match closest(&name, names()) {
                Some(name) => format!("did you mean `{name}`?"),
                None => format!("the nodes are {}", list(names())),
            };
            errors.at(path, format_args!("no node is named `{name}`"), help);
        }
        _ => {}
    }
}
