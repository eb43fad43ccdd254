//! Ensembles: how many members there are, on which models, and how they are merged.

use crate::{diag::Errors, model::Node};

pub(super) fn check(node: &Node, errors: &mut Errors) {
    models(node, errors);
    // A key that was not understood may be the very one that is missing.
    if !node.args_are_clean {
        return;
    }
    let args = &node.args;
    let name = &node.name;
    let is_ensemble = args.ensemble.as_ref().map(|members| &members.key);
    let is_ensemble = is_ensemble.or(args.models.as_ref().map(|models| &models.key));
    match (is_ensemble, &args.merge) {
        (Some(key), None) => errors.at(
            key,
            format_args!("the members of `{name}` each give an output, and nothing merges them"),
            "add `merge = f`, a function from `Vec<Output>` to `Output`",
        ),
        (None, Some(merge)) => errors.at(
            &merge.key,
            format_args!("`merge` on `{name}`, which is no ensemble"),
            "add `ensemble = n`, or remove `merge`",
        ),
        _ => {}
    }
    match (&args.ensemble, &args.models) {
        (Some(members), _) if members.value.0 < 2 => errors.at(
            &members.key,
            format_args!("an ensemble of {} is no ensemble", members.value.0),
            "write `ensemble = 2` or more, or remove it",
        ),
        (Some(members), Some(models)) if models.value.0.len() > members.value.0 as usize => {
            errors.at(
                &models.key,
                format_args!(
                    "`{name}` has {} models for {} members",
                    models.value.0.len(),
                    members.value.0
                ),
                "raise `ensemble`, or give fewer models: the members take them in turn",
            );
        }
        (None, Some(models)) if models.value.0.len() == 1 => errors.at(
            &models.key,
            "an ensemble of 1 is no ensemble",
            "give another model, or say how many members take this one: `ensemble = 3`",
        ),
        _ => {}
    }
}

fn models(node: &Node, errors: &mut Errors) {
    let args = &node.args;
    let Some(models) = &args.models else { return };
    if models.value.0.is_empty() {
        errors.at(
            &models.key,
            format_args!("`models` of `{}` is empty", node.name),
            "write `models = [\"small\", \"large\"]`, the keys under which the graph is given them",
        );
    }
    for model in models.value.0.iter().filter(|model| model.value().trim().is_empty()) {
        errors.at(
            model,
            "a model's key is a text that is not empty",
            "write the key under which the graph is given the model",
        );
    }
    if args.model.is_some() {
        let Some(key) = node.later("model", "models") else { return };
        errors.at(key, "`model` and `models` exclude each other", "keep one");
    }
}
