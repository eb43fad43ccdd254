//! Control flow that means nothing together. What means something is said in `model`: the
//! members of an ensemble may be runs of a sub-pipeline, and so may the iterations of a loop.

use quote::ToTokens;

use crate::{
    diag::Errors,
    model::{Node, Source},
};

pub(super) fn check(node: &Node, errors: &mut Errors) {
    loop_of_ensembles(node, errors);
    fan_out_of_loops(node, errors);
}

/// One loop is one fault.
fn fan_out_of_loops(node: &Node, errors: &mut Errors) {
    if node.each().is_none() {
        return;
    }
    let mut carried = node.params.iter().filter(|param| matches!(param.source, Source::Carry));
    let (place, key) = match (&node.args.repeat_while, carried.next()) {
        (Some(condition), _) => (condition.key.to_token_stream(), "repeat_while"),
        (None, Some(param)) => (param.marker.to_token_stream(), "carry"),
        (None, None) => return,
    };
    errors.at(
        place,
        format_args!("`{key}` on `{}`, which runs for each of a collection", node.name),
        "write the loop as a pipeline of its own, and fan that out: `pipeline = …`",
    );
}

fn loop_of_ensembles(node: &Node, errors: &mut Errors) {
    let is_ensemble = node.args.ensemble.is_some() || node.args.models.is_some();
    if node.args.repeat_while.is_none() || !is_ensemble {
        return;
    }
    let ensemble = if node.args.ensemble.is_some() { "ensemble" } else { "models" };
    let Some(key) = node.later("repeat_while", ensemble) else { return };
    errors.at(
        key,
        format_args!("`{}` is to be a loop and an ensemble: which of which?", node.name),
        "write the inner one as a pipeline of its own, and give this node that: `pipeline = …`",
    );
}
