//! `#[tool]`: a function that a model may call.

use quote::ToTokens;

use super::{cfg, marker, names, signature};
use crate::{
    diag::Errors,
    model::{FunctionTool, Source},
    parse::Body,
};

/// Checks a tool.
pub(crate) fn tool(tool: &FunctionTool, errors: &mut Errors) {
    let sig = &tool.function.sig;
    cfg::check(&tool.function, errors);
    names::check_type_name(&sig.ident, errors);
    let place = match &tool.args.name {
        Some(name) => name.value.to_token_stream(),
        None => sig.ident.to_token_stream(),
    };
    names::check_name(&tool.name, "tool", &place, errors);
    signature::check_shape(sig, "a tool", errors);
    signature::check_inputs(sig, "a tool", errors);
    if let Body::Missing(semicolon) = &tool.function.body {
        errors.at(
            semicolon,
            format_args!("tool `{}` has no body", tool.name),
            "write what a call does; a read by URI is a `#[resource_reader]`",
        );
        signature::check_unique(tool.params.iter().map(|param| &param.ident), errors);
    }
    for param in &tool.params {
        signature::check_type(param, "a tool", errors);
        signature::check_lent_option(param, errors);
        marker::check_param(param, errors);
        match (&param.source, &param.marker) {
            (Source::Config { in_prompt: false }, _) | (_, None) => {}
            (Source::Config { .. }, Some(marker)) => {
                errors.at(marker, "a tool has no prompt", "write `#[from_config]`");
            }
            (_, Some(marker)) => errors.at(
                marker,
                "a model gives the arguments of a tool, so they take no marker",
                "remove it, or write `#[from_config]` for what the program gives",
            ),
        }
    }
}
