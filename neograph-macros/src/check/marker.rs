//! Markers: at most one on a parameter.

use quote::ToTokens;

use crate::{
    diag::Errors,
    model::{Node, Param},
};

pub(super) fn check(node: &Node, errors: &mut Errors) {
    for param in &node.params {
        check_param(param, errors);
    }
}

pub(super) fn check_param(param: &Param, errors: &mut Errors) {
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
