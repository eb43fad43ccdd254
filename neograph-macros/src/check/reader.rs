//! `#[resource_reader]`: a URI template with a typed signature.

use quote::ToTokens;
use syn::{FnArg, Pat, Type};

use super::{
    cfg, names,
    resource::{malformed, optional_in_path},
    signature,
};
use crate::{
    diag::{Errors, closest, fault_in, list},
    lower::{is_marker, ungroup},
    model::Reader,
    parse::{Body, Template, Variable},
};

/// Checks a reader, alone or in a pipeline.
pub(crate) fn reader(reader: &Reader, errors: &mut Errors) {
    let sig = &reader.function.sig;
    cfg::check(&reader.function, errors);
    names::check_type_name(&sig.ident, errors);
    let place = match &reader.args.name {
        Some(name) => name.value.to_token_stream(),
        None => sig.ident.to_token_stream(),
    };
    names::check_name(&reader.name, "reader", &place, errors);
    if sig.asyncness.is_none() {
        let help = format_args!("write `async fn {}`", sig.ident).to_string();
        errors.at(sig.fn_token, "a reader is an `async fn`", help);
    }
    signature::check_shape(sig, "a reader", errors);
    signature::check_inputs(sig, "a reader", errors);
    signature::check_unique(reader.arguments.iter().map(|argument| &argument.ident), errors);
    if let Body::Block(body) = &reader.function.body {
        errors.at(
            body,
            format_args!(
                "reader `{}` has a body, but its URI template says what it does",
                reader.name
            ),
            "end the signature with `;`",
        );
    }
    inputs(reader, errors);
    match (&reader.args.uri_template, &reader.template) {
        (Some(uri), Some(Ok(template))) => variables(reader, &uri.value, template, errors),
        (Some(uri), Some(Err(fault))) => errors.push(malformed(&uri.value, fault)),
        _ if reader.args_are_clean => errors.at(
            &reader.attribute,
            format_args!("reader `{}` has no `uri_template`", reader.name),
            "add `uri_template = \"…\"`",
        ),
        _ => {}
    }
}

fn inputs(reader: &Reader, errors: &mut Errors) {
    for input in &reader.function.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        for marker in input.attrs.iter().filter(|attr| is_marker(attr)) {
            errors.at(
                marker,
                "a model gives the arguments of a reader, so they take no marker",
                "remove it",
            );
        }
        if matches!(&*input.pat, Pat::Ident(_))
            && matches!(ungroup(&input.ty), Type::Reference(_) | Type::ImplTrait(_))
        {
            errors.at(
                &input.ty,
                "an argument of a reader is owned and has a named type",
                "write `String` or another owned type",
            );
        }
    }
}

fn variables(reader: &Reader, literal: &syn::LitStr, template: &Template, errors: &mut Errors) {
    let variable =
        |name: &str| -> Option<&Variable> { template.variables.iter().find(|v| v.name == name) };
    for argument in &reader.arguments {
        match variable(&argument.name) {
            None => {
                let names = || template.variables.iter().map(|variable| variable.name.as_str());
                let help = match closest(&argument.name, names()) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None if template.variables.is_empty() => {
                        format!("the template has no variables; add `{{{}}}`", argument.name)
                    }
                    None => format!("the variables are {}", list(names())),
                };
                errors.at(
                    &argument.ident,
                    format_args!("`{}` is no variable of the URI template", argument.name),
                    help,
                );
            }
            Some(variable) if argument.optional && !variable.in_query => {
                errors.push(optional_in_path(&argument.ty, &argument.name));
            }
            Some(_) => {}
        }
    }
    for variable in &template.variables {
        let names = || reader.arguments.iter().map(|argument| argument.name.as_str());
        let is_meant = |name| closest(name, [variable.name.as_str()]).is_some();
        let is_known = |name| template.variables.iter().any(|variable| variable.name == name);
        // A parameter that was offered this variable is the one fault, not two.
        if names().any(|name| name == variable.name || (!is_known(name) && is_meant(name))) {
            continue;
        }
        let help = format!("add a parameter `{}: String`", variable.name);
        errors.push(fault_in(
            literal,
            &variable.place,
            format_args!("`{}` is no parameter of reader `{}`", variable.name, reader.name),
            help,
        ));
    }
}
