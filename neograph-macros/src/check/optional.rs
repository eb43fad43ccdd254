//! Edges to nodes that may be skipped: what reads them can do without.

use crate::{
    diag::Errors,
    model::{How, Pipeline},
};

use super::signature::spelt;

pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    for node in &pipeline.nodes {
        for read in node.reads() {
            let (How::Edge(param) | How::Asked(Some(param))) = read.how else { continue };
            if param.taken.optional
                || !pipeline.is_conditional(&read.name)
                || read.name == node.name
            {
                continue;
            }
            let other = match read.how {
                How::Edge(_) => {
                    format!(", or name what stands in for it: `#[first_of({}, …)]`", read.name)
                }
                _ => String::new(),
            };
            errors.at(
                read.ident,
                format_args!("node `{}` may be skipped, and then there is no `{0}`", read.name),
                format_args!("take `Option<{}>`{other}", spelt(&param.ty)),
            );
        }
    }
}
