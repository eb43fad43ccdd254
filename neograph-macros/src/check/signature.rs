//! What a signature may not have.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    FnArg, GenericParam, Ident, Pat, ReturnType, Safety, Signature, Type,
    visit::{self, Visit},
};

use crate::{
    diag::Errors,
    lower::{argument_of, ungroup},
    model::{Held, Node, Param, Passing, Source},
    parse::Body,
};

pub(super) fn check_node(node: &Node, errors: &mut Errors) {
    let sig = &node.function.sig;
    if sig.asyncness.is_none() {
        let resource = node.params.iter().find(|param| matches!(param.source, Source::Resource(_)));
        let fault = match resource {
            Some(param) => format!(
                "the resource `{}` is fetched before the body runs, so `{}` must be an `async fn`",
                param.name, node.name
            ),
            None => "a node is an `async fn`".to_owned(),
        };
        errors.at(sig.fn_token, fault, format_args!("write `async fn {}`", sig.ident));
    }
    check_shape(sig, "a node", errors);
    check_inputs(sig, "a node", errors);
    if matches!(node.function.body, Body::Missing(_)) {
        check_unique(node.params.iter().map(|param| &param.ident), errors);
    }
    for param in &node.params {
        check_type(param, "a node", errors);
        check_lent_option(param, errors);
    }
}

pub(super) fn check_lent_option(param: &Param, errors: &mut Errors) {
    if matches!(
        param.source,
        Source::Input | Source::Config { .. } | Source::Resource(_) | Source::Feedback(_)
    ) && param.taken.passing == Passing::Borrowed
        && let Type::Reference(reference) = ungroup(&param.ty)
        && argument_of(&reference.elem, "Option").is_some()
    {
        errors.at(
            &param.ty,
            "a reference to an `Option` is not supported here",
            "write `Option<&T>`",
        );
    }
}

/// What no function of a pipeline may have, whatever its attribute is.
pub(super) fn check_shape(sig: &Signature, what: &str, errors: &mut Errors) {
    if let Some(token) = &sig.constness {
        errors.at(token, format_args!("{what} cannot be `const`"), "remove `const`");
    }
    match &sig.safety {
        Safety::Unsafe(token) => {
            errors.at(token, format_args!("{what} cannot be `unsafe`"), "remove `unsafe`");
        }
        Safety::Safe(token) => {
            errors.at(token, format_args!("{what} cannot be `safe`"), "remove `safe`");
        }
        Safety::Default => {}
    }
    if let Some(abi) = &sig.abi {
        errors.at(abi, format_args!("{what} cannot be `extern`"), "remove `extern`");
    }
    if !sig.generics.params.is_empty() {
        errors.at(
            &sig.generics,
            format_args!("{what} cannot be generic"),
            "name the types: a graph has one type for each edge",
        );
    }
    if let Some(clause) = &sig.generics.where_clause {
        errors.at(clause, format_args!("{what} cannot be generic"), "remove the `where` clause");
    }
    check_return(sig, what, errors);
}

fn check_return(sig: &Signature, what: &str, errors: &mut Errors) {
    match &sig.output {
        ReturnType::Default => errors.at_span(
            sig.paren_token.span.close(),
            format_args!("{what} returns a `Result`, and the return type is missing"),
            "write `-> Result<Output>`",
        ),
        ReturnType::Type(_, ty) => {
            if let Some(place) = first_borrow(ty) {
                errors.at(
                    place,
                    "an output is stored and shared, so it must be a named type without borrows",
                    "return an owned, named type",
                );
            }
        }
    }
}

/// Whether the return type means something outside the function: it borrows nothing of the
/// parameters, and names none of the generics.
pub(crate) fn output_stands_alone(sig: &Signature) -> bool {
    let ReturnType::Type(_, ty) = &sig.output else { return true };
    let generics: Vec<&Ident> = sig
        .generics
        .params
        .iter()
        .map(|param| match param {
            GenericParam::Lifetime(lifetime) => &lifetime.lifetime.ident,
            GenericParam::Type(ty) => &ty.ident,
            GenericParam::Const(constant) => &constant.ident,
        })
        .collect();
    first_borrow(ty).is_none() && !names_any(ty.to_token_stream(), &generics)
}

fn names_any(tokens: TokenStream, names: &[&Ident]) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => names_any(group.stream(), names),
        TokenTree::Ident(ident) => names.contains(&&ident),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

fn first_borrow(ty: &Type) -> Option<TokenStream> {
    let mut borrows = Borrows::default();
    borrows.visit_type(ty);
    borrows.place
}

/// rustc finds a name that is used twice in functions that it sees, which are those with a
/// body.
pub(super) fn check_unique<'a>(params: impl Iterator<Item = &'a Ident>, errors: &mut Errors) {
    let mut seen = BTreeSet::new();
    for param in params {
        if !seen.insert(param.to_string()) {
            errors.at(param, format_args!("two parameters are named `{param}`"), "rename one");
        }
    }
}

/// Finds the first borrow or `impl Trait` of a type.
#[derive(Default)]
struct Borrows {
    place: Option<TokenStream>,
}

impl Visit<'_> for Borrows {
    fn visit_type(&mut self, ty: &Type) {
        if matches!(ty, Type::Reference(_) | Type::ImplTrait(_)) {
            self.place.get_or_insert_with(|| ty.to_token_stream());
            return;
        }
        visit::visit_type(self, ty);
    }

    fn visit_lifetime(&mut self, lifetime: &syn::Lifetime) {
        if lifetime.ident == "_" {
            self.place.get_or_insert_with(|| lifetime.to_token_stream());
        }
    }

    // The arguments of function types and trait bounds are not part of the value.
    fn visit_type_fn_ptr(&mut self, _: &syn::TypeFnPtr) {}
    fn visit_type_trait_object(&mut self, _: &syn::TypeTraitObject) {}
}

/// Finds the first `impl Trait` of a type.
#[derive(Default)]
struct Generic {
    place: Option<TokenStream>,
}

impl Visit<'_> for Generic {
    fn visit_type_impl_trait(&mut self, ty: &syn::TypeImplTrait) {
        self.place.get_or_insert_with(|| ty.to_token_stream());
    }
}

/// Parameters must have names, because names are edges.
pub(super) fn check_inputs(sig: &Signature, what: &str, errors: &mut Errors) {
    for input in &sig.inputs {
        match input {
            FnArg::Receiver(receiver) => errors.at(
                receiver.self_token,
                format_args!("{what} is a free function and has no `self`"),
                "remove the parameter; pass a handle as `#[from_config]`",
            ),
            FnArg::Typed(input) => match &*input.pat {
                Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {}
                pattern => errors.at(
                    pattern,
                    "a parameter needs a name, because its name says where the value comes from",
                    "name the parameter and take the pattern apart in the body",
                ),
            },
        }
    }
    if let Some(variadic) = &sig.variadic {
        errors.at(variadic, format_args!("{what} cannot be variadic"), "remove `...`");
    }
}

/// A type as it is written, as far as tokens tell.
pub(crate) fn spelt(ty: &impl ToTokens) -> String {
    let text = ty.to_token_stream().to_string();
    ["& ", " <", "< ", " >", " :: ", " ,"]
        .iter()
        .fold(text, |text, spaced| text.replace(spaced, spaced.trim()))
}

/// The type that lends a value, as it is written.
pub(crate) fn owned(held: &Held) -> String {
    match held {
        Held::Str(_) => "String".to_owned(),
        Held::Plain(ty) => spelt(ty),
        Held::Slice(item) => format!("Vec<{}>", spelt(item)),
    }
}

/// A value outlives the call that is handed it, so what is inside it borrows nothing.
fn check_borrows(ty: &Type, looks_into_option: bool, errors: &mut Errors) {
    let in_option = match argument_of(ty, "Option").map(ungroup) {
        Some(Type::Reference(reference)) => Some(reference),
        _ => None,
    };
    let outer = match (ungroup(ty), in_option) {
        (Type::Reference(reference), _) => &reference.elem,
        (_, Some(reference)) if !looks_into_option => {
            let inner = match ungroup(&reference.elem) {
                Type::Path(path) if path.path.is_ident("str") => "String".to_owned(),
                inner => spelt(inner),
            };
            errors.at(
                ty,
                "an edge is lent as a whole, and this borrows what is inside its `Option`",
                format_args!(
                    "take what the upstream node returns: `&Option<{inner}>` or `Option<{inner}>`, \
                     or `&{inner}` if it is no `Option`"
                ),
            );
            return;
        }
        (_, Some(reference)) => &reference.elem,
        (ty, None) => ty,
    };
    if matches!(ungroup(outer), Type::Reference(_)) {
        return;
    }
    let mut elided = Elided::default();
    elided.visit_type(outer);
    if let Some(place) = elided.place {
        errors.at(
            place,
            "a value that a run keeps borrows nothing",
            "take an owned type, such as `String` or `Vec<String>`",
        );
    }
}

/// Finds the first borrow of a type whose lifetime is not written.
#[derive(Default)]
struct Elided {
    place: Option<TokenStream>,
}

impl Visit<'_> for Elided {
    fn visit_type_reference(&mut self, reference: &syn::TypeReference) {
        if reference.lifetime.is_none() {
            self.place.get_or_insert_with(|| reference.to_token_stream());
        }
        visit::visit_type_reference(self, reference);
    }

    fn visit_lifetime(&mut self, lifetime: &syn::Lifetime) {
        if lifetime.ident == "_" {
            self.place.get_or_insert_with(|| lifetime.to_token_stream());
        }
    }

    // The arguments of function types and trait bounds are not part of the value.
    fn visit_type_fn_ptr(&mut self, _: &syn::TypeFnPtr) {}
    fn visit_type_trait_object(&mut self, _: &syn::TypeTraitObject) {}
}

/// Whether what is lent in an `Option` is changed, or lent twice: one fault, whatever else is
/// to be said of the type.
fn is_lent_otherwise(ty: &Type, errors: &mut Errors) -> bool {
    let inner = argument_of(ty, "Option").map(ungroup);
    let Some(Type::Reference(reference)) = inner else { return false };
    match (&reference.mutability, ungroup(&reference.elem)) {
        (Some(mutability), _) => errors.at(
            mutability,
            "a parameter is shared with other nodes and cannot be changed",
            "take it by `&` or by value",
        ),
        (None, Type::Reference(inner)) => errors.at(
            ty,
            "a parameter is lent once, and this is a reference to a reference",
            format_args!("write `Option<{}>`", spelt(inner)),
        ),
        _ => return false,
    }
    true
}

pub(super) fn check_type(param: &Param, what: &str, errors: &mut Errors) {
    let ty = &param.ty;
    let mut generic = Generic::default();
    generic.visit_type(ty);
    if let Some(place) = generic.place {
        errors.at(
            place,
            format_args!("{what} cannot be generic"),
            "name the type: a graph has one type for each edge",
        );
    }
    if is_lent_otherwise(ty, errors) {
        return;
    }
    check_borrows(ty, param.taken.optional || !matches!(param.source, Source::Upstream), errors);
    if let Type::Reference(reference) = ungroup(ty) {
        if let Type::TraitObject(_) = ungroup(&reference.elem) {
            errors.at(
                ty,
                "a trait object is not lent, because only a pointer to it can be kept",
                format_args!("write `Arc<{}>`", spelt(&reference.elem)),
            );
        }
        if let Type::Reference(inner) = ungroup(&reference.elem) {
            errors.at(
                ty,
                "a parameter is lent once, and this is a reference to a reference",
                format_args!("write `{}`", spelt(inner)),
            );
        }
        if let Some(mutability) = &reference.mutability {
            errors.at(
                mutability,
                "a parameter is shared with other nodes and cannot be changed",
                "take it by `&` or by value",
            );
        }
        if let Some(lifetime) = &reference.lifetime {
            errors.at(lifetime, "a parameter is lent for the call only", "remove the lifetime");
        }
    }
}
