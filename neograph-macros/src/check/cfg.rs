//! `#[cfg]` inside a pipeline: it is not evaluated before the outer attribute runs, so
//! the pipeline would have a node, or an edge, that the program has not.

use syn::FnArg;

use crate::{diag::Errors, parse::OpaqueFn};

pub(super) fn check(function: &OpaqueFn, errors: &mut Errors) {
    for attr in function.attrs.iter().filter(|attr| attr.path().is_ident("cfg")) {
        errors.at(
            attr,
            "`#[cfg]` on a function of a pipeline cannot be seen by the pipeline",
            "put it on the whole module, and write one module for each configuration",
        );
    }
    let attrs = function.sig.inputs.iter().flat_map(|input| match input {
        FnArg::Receiver(receiver) => &receiver.attrs,
        FnArg::Typed(input) => &input.attrs,
    });
    for attr in attrs.filter(|attr| attr.path().is_ident("cfg") || attr.path().is_ident("cfg_attr"))
    {
        errors.at(
            attr,
            "`#[cfg]` on a parameter cannot be seen by the pipeline",
            "put it on the whole module, and write one module for each configuration",
        );
    }
}
