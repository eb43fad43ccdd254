//! When a node runs: the function that says so, with its parameters, or the nodes that were
//! skipped.

use super::{
    Root, ends, given,
    param::{self, name_of},
    site,
};
use crate::model::{Asks, Node, Param, Pipeline, Question, Source};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Path;

/// `.__when(…)` or `.__otherwise(…)`.
pub(super) fn calls(node: &Node, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    if let Some(question) = &node.question {
        return when(question, pipeline, root);
    }
    if node.args.otherwise.is_none() {
        return TokenStream::new();
    }
    let names = node.otherwise().iter().map(name_of);
    quote!(.__otherwise(&[#(#names),*]))
}

fn when(question: &Question, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    let function = question.function.to_token_stream().to_string().replace(' ', "");
    match &question.asks {
        Asks::Typed { params, .. } => {
            let list = params.iter().map(|param| param::source(param, pipeline, root));
            let body = typed(question, params, root);
            quote! {
                .__when(#function, <#root::Vec<_> as #root::From<_>>::from([#(#list),*]), #body)
            }
        }
        Asks::Named(names) => {
            let body = named(question, names, pipeline, root);
            quote!(.__when_asked(#function, #body))
        }
        Asks::Unknown(_) | Asks::Node => TokenStream::new(),
    }
}

/// The types are known, so what is asked about is taken as a body takes it.
fn typed(question: &Question, params: &[Param], root: &Root) -> TokenStream {
    let args = Ident::new("__args", Span::mixed_site());
    let takes =
        params.iter().enumerate().map(|(index, param)| param::take(param, index, &args, root));
    let values = params.iter().map(|param| param::hand_over(param, root));
    let answer = answer(question, values, root);
    quote! {
        |mut #args: #root::Args| {
            #(#takes)*
            #root::Ok(#answer)
        }
    }
}

/// Only rustc knows the types. What is said about them stands at the function.
fn named(
    question: &Question,
    names: &[(Ident, Source)],
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> TokenStream {
    let (first, last) = ends(&question.function);
    let (first, last) = (site(first), site(last));
    let (from, to) = (root.at(first), root.at(last));
    let asked = Ident::new("__asked", last);
    let locals: Vec<Ident> =
        (0..names.len()).map(|index| format_ident!("__value_{index}", span = last)).collect();
    let asks = names.iter().map(|(name, source)| {
        let kind = kind(name, source, pipeline, &to, last, root);
        let name = name_of(name);
        quote_spanned!(last=> #from::ask::<#kind, _>(#asked, #name))
    });
    let values = locals.iter().map(|local| quote_spanned!(last=> #local?));
    let answer = answer(question, values, root);
    quote! {
        |#asked: &mut #root::Questions<'_>| {
            #(let #locals = #asks;)*
            #root::Ok(#answer)
        }
    }
}

/// Where a value that is known by its name comes from.
fn kind(
    name: &Ident,
    source: &Source,
    pipeline: Option<&Pipeline>,
    at: &TokenStream,
    place: Span,
    root: &Root,
) -> TokenStream {
    match source {
        Source::Input => quote_spanned!(place=> #at::OwnInput),
        Source::Config { .. } => quote_spanned!(place=> #at::OwnHandle),
        _ => match pipeline.and_then(|pipeline| pipeline.node(&name_of(name))) {
            Some(upstream) => {
                let output = given(upstream, root);
                let kind = if upstream.is_conditional() { "Perhaps" } else { "Always" };
                let kind = Ident::new(kind, place);
                quote_spanned!(place=> #at::#kind<#output>)
            }
            None => quote_spanned!(place=> #at::AnyEdge),
        },
    }
}

/// What the function says, which is a `bool`.
fn answer(
    question: &Question,
    values: impl Iterator<Item = TokenStream>,
    root: &Root,
) -> TokenStream {
    let place = site(ends(&question.function).1);
    let function = of_the_macro(&question.function);
    let at = root.at(place);
    let call = quote_spanned!(place=> #function(#(#values),*));
    quote_spanned!(place=> #at::holds(#call))
}

/// The function's path as if the macro had written it: rustc would propose to rewrite a call
/// of the user's, and there is none.
fn of_the_macro(function: &Path) -> TokenStream {
    let tokens = function.to_token_stream().into_iter().map(|mut token| {
        // `$crate` says by its own span which crate that is.
        if token.to_string() != "$crate" {
            token.set_span(site(token.span()));
        }
        token
    });
    tokens.collect()
}
