//! What rustc must refuse about a pipeline and cannot find out by types.
//! One file a rule family; every fault of every family is reported.

mod cfg;
mod condition;
mod cycle;
mod each;
mod ensemble;
mod feedback;
mod first_of;
mod flow;
mod graph;
mod marker;
mod mode;
mod names;
mod optional;
mod reader;
mod repeat;
mod resource;
mod signature;
mod sub;
mod tool;
mod upstream;

pub(crate) use first_of::literal;
pub(crate) use names::hides_primitive;
pub(crate) use optional::or_none;
pub(crate) use reader::reader;
pub(crate) use resource::may_have_links;
pub(crate) use signature::{output_stands_alone, owned, spelt};
pub(crate) use tool::tool;

use crate::{
    diag::Errors,
    model::{Node, Pipeline},
};

/// Checks a node by itself; what depends on others is left to `compose!`.
pub(crate) fn node(node: &Node, errors: &mut Errors) {
    names::check_node(node, errors);
    own(node, errors);
    each::check_alone(node, errors);
    cycle::check_self(node, errors);
}

fn own(node: &Node, errors: &mut Errors) {
    cfg::check(&node.function, errors);
    signature::check_node(node, errors);
    mode::check(node, errors);
    marker::check(node, errors);
    condition::check_node(node, errors);
    first_of::check_node(node, errors);
    each::check_node(node, errors);
    resource::check(node, errors);
    repeat::check(node, errors);
    feedback::check_node(node, errors);
    ensemble::check(node, errors);
    sub::check_node(node, errors);
    flow::check(node, errors);
}

/// Checks a whole pipeline.
pub(crate) fn pipeline(pipeline: &Pipeline, errors: &mut Errors) {
    names::check(pipeline, errors);
    for node in &pipeline.nodes {
        own(node, errors);
    }
    for one in &pipeline.readers {
        reader(one, errors);
    }
    upstream::check(pipeline, errors);
    condition::check(pipeline, errors);
    first_of::check(pipeline, errors);
    each::check(pipeline, errors);
    feedback::check(pipeline, errors);
    optional::check(pipeline, errors);
    cycle::check(pipeline, errors);
    resource::check_links(pipeline, errors);
    sub::check(pipeline, errors);
}

#[cfg(test)]
mod tests;
