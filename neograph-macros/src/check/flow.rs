//! Control flow that means nothing together. What means something is said in `model`: the
//! members of an ensemble may be runs of a sub-pipeline, and so may the iterations of a loop.

use crate::{diag::Errors, model::Node};

pub(super) fn check(node: &Node, errors: &mut Errors) {
    loop_of_ensembles(node, errors);
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
