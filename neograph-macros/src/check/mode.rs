//! What belongs to which mode.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::Path;

use crate::{
    args::{Keyed, Mode, Tool},
    diag::Errors,
    model::Node,
    parse::Body,
};

pub(super) fn check(node: &Node, errors: &mut Errors) {
    if let (Some(_), Some(text)) = (&node.args.prompt, &node.args.prompt_text) {
        errors.at(&text.key, "`prompt` and `prompt_text` exclude each other", "keep one");
    }
    tools(node, errors);
    // A key that was not understood may be the very one that is missing; and a pipeline has no
    // mode.
    if !node.args_are_clean || node.args.pipeline.is_some() {
        return;
    }
    body(node, errors);
    if node.mode.uses_model() {
        with_model(node, errors);
    } else {
        scripted(node, errors);
    }
}

/// A model is shown each tool once.
fn tools(node: &Node, errors: &mut Errors) {
    let mut seen = BTreeSet::new();
    for tool in node.args.tools.iter().flat_map(|tools| &tools.value) {
        let (name, place) = match tool {
            Tool::Named(name) => (name.value(), name.to_token_stream()),
            Tool::Declared(path) => {
                let path = path.to_token_stream();
                (path.to_string().replace(' ', ""), path)
            }
        };
        let kind = matches!(tool, Tool::Named(_));
        if !seen.insert((kind, name.clone())) {
            errors.at(place, format_args!("the tool `{name}` is listed twice"), "keep one");
        }
    }
}

fn body(node: &Node, errors: &mut Errors) {
    let mode = node.mode.name();
    match &node.function.body {
        Body::Block(body) if node.mode.uses_model() => {
            let why = if node.args.mode.is_some() {
                format!(
                    "a model makes the output of `{mode}` node `{}`, so it has no body",
                    node.name
                )
            } else {
                format!(
                    "a model or a prompt makes `{}` a `think` node, which has no body",
                    node.name
                )
            };
            errors.at(body, why, "end the signature with `;`, or make the node scripted");
        }
        Body::Missing(semicolon) if !node.mode.uses_model() => errors.at(
            semicolon,
            format_args!("scripted node `{}` has no body", node.name),
            "write one, or give the node a `model` and a `prompt`",
        ),
        _ => {}
    }
}

fn with_model(node: &Node, errors: &mut Errors) {
    let args = &node.args;
    let mode = node.mode.name();
    let prompt = args.prompt.as_ref().or(args.prompt_text.as_ref());
    let place: Option<&Path> = key(args.mode.as_ref())
        .or(key(args.model.as_ref()))
        .or(key(args.models.as_ref()))
        .or(prompt.map(|prompt| &prompt.key));
    let Some(place) = place else { return };
    if args.model.is_none() && args.models.is_none() {
        errors.at(
            place,
            format_args!("`{mode}` node `{}` has no `model`", node.name),
            "add `model = \"…\"`, the key under which the graph is given the model",
        );
    }
    if prompt.is_none() {
        errors.at(
            place,
            format_args!("`{mode}` node `{}` has no `prompt`", node.name),
            "add `prompt = \"…\"`, a template's name, or `prompt_text = \"…\"`",
        );
    }
    let has_tools = args.tools.as_ref().is_some_and(|tools| !tools.value.is_empty());
    match &args.tools {
        _ if node.mode.uses_tools() && !has_tools => errors.at(
            place,
            format_args!("`{mode}` node `{}` has no `tools`", node.name),
            "add `tools = [\"server::tool\", reader]`, or use `mode = think`",
        ),
        Some(tools) if !node.mode.uses_tools() => errors.at(
            &tools.key,
            format_args!("`think` node `{}` calls no tools", node.name),
            "use `mode = agent`, or `mode = act` for tools that change something",
        ),
        _ => {}
    }
    if let Some(turns) = &args.max_turns {
        if !node.mode.uses_tools() {
            errors.at(
                &turns.key,
                format_args!("`think` node `{}` has a single turn", node.name),
                "remove `max_turns`, or use `max_retries` for answers that do not fit the type",
            );
        } else if turns.value.0 == 0 {
            errors.at(&turns.key, "an agent needs at least one turn", "write `max_turns = 1`");
        }
    }
}

fn scripted(node: &Node, errors: &mut Errors) {
    let args = &node.args;
    let mut refuse = |key: Option<&Path>, name: &str| {
        let modes = match name {
            "tools" | "max_turns" => "`mode = agent` or `act`",
            _ => "`mode = think`, `agent` or `act`",
        };
        if let Some(key) = key {
            errors.at(
                key,
                format_args!("`{name}` on scripted node `{}`, which asks no model", node.name),
                format_args!("remove `{name}`, or give the node {modes}"),
            );
        }
    };
    refuse(key(args.tools.as_ref()), "tools");
    refuse(key(args.max_turns.as_ref()), "max_turns");
    refuse(key(args.max_retries.as_ref()), "max_retries");
    if args.mode.as_ref().is_some_and(|mode| mode.value == Mode::Scripted) {
        refuse(key(args.model.as_ref()), "model");
        refuse(key(args.models.as_ref()), "models");
        refuse(key(args.prompt.as_ref()), "prompt");
        refuse(key(args.prompt_text.as_ref()), "prompt_text");
    }
}

fn key<T>(keyed: Option<&Keyed<T>>) -> Option<&Path> {
    keyed.map(|keyed| &keyed.key)
}
