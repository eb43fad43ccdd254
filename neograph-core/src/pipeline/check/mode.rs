//! What belongs to which mode.

use super::{NodeSpec, text};
use crate::{
    error::ConstructError,
    pipeline::{Mode, PromptSource, ToolRef},
};

pub(super) fn check(node: &NodeSpec, faults: &mut Vec<ConstructError>) {
    match (node.sub_pipeline(), node.mode().uses_model()) {
        // What does not belong to a sub-pipeline is said with it.
        (Some(_), _) => {}
        (None, true) => with_model(node, faults),
        (None, false) => scripted(node, faults),
    }
    let own = Some(node.name());
    if let Some(model) = node.model() {
        text(own, "model", model, faults);
    }
    for model in node.flow().map(|flow| &*flow.models).unwrap_or_default() {
        text(own, "models", model, faults);
    }
    if let Some(prompt) = node.prompt() {
        let (key, words) = keyed(prompt);
        text(own, key, words, faults);
    }
    for tool in node.tools() {
        if let ToolRef::Named(tool) = tool {
            text(own, "tools", tool, faults);
        }
    }
}

fn with_model(node: &NodeSpec, faults: &mut Vec<ConstructError>) {
    let (mode, name) = (node.mode(), || node.name().to_owned());
    let mut needs = |has: bool, key: &'static str| {
        if !has {
            faults.push(ConstructError::Missing { node: name(), mode, key });
        }
    };
    needs(node.model().is_some(), "model");
    needs(node.prompt().is_some(), "prompt");
    if mode.uses_tools() {
        needs(node.tools().len() > 0, "tools");
    }
    needs(!node.output().is_undeclared(), "output");
    if node.body().is_some() {
        faults.push(ConstructError::BodyAndModel { node: name(), mode });
    }
    if mode == Mode::Think && node.tools().len() > 0 {
        faults.push(ConstructError::CallsNoTools { node: name() });
    }
    match node.max_turns() {
        Some(_) if mode == Mode::Think => faults.push(ConstructError::SingleTurn { node: name() }),
        Some(0) => faults.push(ConstructError::NoTurns { node: name() }),
        _ => {}
    }
}

fn scripted(node: &NodeSpec, faults: &mut Vec<ConstructError>) {
    if node.body().is_none() && node.sub_pipeline().is_none() {
        faults.push(ConstructError::NoBody { node: node.name().to_owned() });
    }
    let given = [
        models(node),
        node.prompt().map(|prompt| keyed(prompt).0),
        (node.tools().len() > 0).then_some("tools"),
        node.max_turns().map(|_| "max_turns"),
        node.max_retries().map(|_| "max_retries"),
    ];
    let refused = given.into_iter().flatten();
    faults.extend(
        refused.map(|key| ConstructError::AsksNoModel { node: node.name().to_owned(), key }),
    );
}

/// What a model was given as.
fn models(node: &NodeSpec) -> Option<&'static str> {
    let are_several = node.flow().is_some_and(|flow| !flow.models.is_empty());
    if are_several { Some("models") } else { node.model().map(|_| "model") }
}

/// What the prompt was given as, and its text.
fn keyed(prompt: PromptSource<'_>) -> (&'static str, &str) {
    match prompt {
        PromptSource::Named(name) => ("prompt", name),
        PromptSource::Inline(text) => ("prompt_text", text),
    }
}
