//! Markers: at most one on a parameter.

use quote::ToTokens;

use crate::{diag::Errors, model::Node};

pub(super) fn check(node: &Node, errors: &mut Errors) {
    for param in &node.params {
        for marker in &param.extra_markers {
            errors.at(
                marker,
                format_args!(
                    "`{}` has a second marker, `#[{}]`",
                    param.name,
                    marker.path().to_token_stream()
                ),
                "a value comes from one place; keep one marker",
            );
        }
    }
}
