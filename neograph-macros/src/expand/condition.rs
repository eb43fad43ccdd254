//! When a node runs: the function that says so, with its parameters, or the nodes that were
//! skipped.

use super::{
    Root, ends, given,
    linked::MOST_EDGES,
    param::{self, held, name_of, whole},
    site,
};
use crate::model::{Asks, How, Node, Param, Pipeline, Question, Read, Source};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::Path;

/// `.__when(…)` or `.__otherwise(…)`.
pub(super) fn calls(node: &Node, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    if let Some(question) = &node.question {
        return when(node, question, pipeline, root);
    }
    if node.args.otherwise.is_none() {
        return TokenStream::new();
    }
    let names = node.otherwise().iter().map(name_of);
    quote!(.__otherwise(&[#(#names),*]))
}

fn when(node: &Node, question: &Question, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    let function = question.function.to_token_stream().to_string().replace(' ', "");
    match &question.asks {
        Asks::Typed { params, .. } => {
            let list = params.iter().map(|param| match node.asked_about(param) {
                Some(own) => own_param(own, param, root),
                None => param::source(param, pipeline, root),
            });
            let body = typed(question, params, root);
            quote! {
                .__when(#function, <#root::Vec<_> as #root::From<_>>::from([#(#list),*]), #body)
            }
        }
        Asks::Named(names) => {
            let body = named(node, question, names, pipeline, root);
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
    node: &Node,
    question: &Question,
    names: &[(Ident, Source)],
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> TokenStream {
    let (first, last) = ends(&question.function);
    let (first, last) = (site(first), site(last));
    let asked = Ident::new("__asked", last);
    let locals = locals(names.len(), last);
    let asks = asks(node, names, &asked, (first, last), pipeline, root);
    let values = locals.iter().map(|local| quote_spanned!(last=> #local?));
    let answer = answer(question, values, root);
    quote! {
        |#asked: &mut #root::Questions<'_>| {
            #(let #locals = #asks;)*
            #root::Ok(#answer)
        }
    }
}

fn locals(count: usize, place: Span) -> Vec<Ident> {
    (0..count).map(|index| format_ident!("__value_{index}", span = place)).collect()
}

/// The values of a function, as the function takes them.
fn asks(
    node: &Node,
    names: &[(Ident, Source)],
    asked: &Ident,
    (first, last): (Span, Span),
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> Vec<TokenStream> {
    let (from, to) = (root.at(first), root.at(last));
    let ask = |(name, source): &(Ident, Source)| {
        let kind = match node.given(&name_of(name)).filter(|_| source.may_be_asked()) {
            Some(own) => own_kind(own, &to, last, root),
            None => edge_kind(name, pipeline, &to, last, root),
        };
        let name = name_of(name);
        quote_spanned!(last=> #from::ask::<#kind, _>(#asked, #name))
    };
    names.iter().map(ask).collect()
}

/// `fn asked`: how a function whose types only rustc knows takes the edges of a list of nodes.
/// What is wrong with the function itself is said in the same words as where it is asked, so
/// that rustc says it once.
pub(super) fn takes(
    node: &Node,
    edges: &Ident,
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> Option<TokenStream> {
    let question = node.question.as_ref()?;
    let Asks::Named(names) = &question.asks else { return None };
    let reads = node.reads();
    let (first, last) = ends(&question.function);
    let (first, last) = (site(first), site(last));
    let asked = Ident::new("__asked", last);
    let locals = locals(names.len(), last);
    let takes = names.iter().zip(&locals).filter_map(|((name, _), local)| {
        let of_name = |read: &Read<'_>| matches!(read.how, How::Asked(_)) && read.ident == name;
        let index = reads.iter().take(MOST_EDGES).position(of_name)?;
        let edge = format_ident!("E{index}");
        let at = root.at(last);
        Some(quote_spanned!(last=> #at::takes_edge::<#edges::#edge, _>(&#local)))
    });
    let takes: Vec<TokenStream> = takes.collect();
    if takes.is_empty() {
        return None;
    }
    let asks = asks(node, names, &asked, (first, last), pipeline, root);
    let kept: Vec<Ident> =
        (0..takes.len()).map(|index| format_ident!("__takes_{index}", span = last)).collect();
    let values = locals.iter().map(|local| quote_spanned!(last=> #local?));
    let answer = answer(question, values, root);
    let opaque = quote_spanned!(last=> impl Sized);
    Some(quote! {
        fn asked() -> #opaque {
            let mut __questions = #root::Questions::none();
            let #asked = &mut __questions;
            #(let #locals = #asks;)*
            #(let #kept = #takes;)*
            let _ = move || -> #root::Result<bool, #root::BoxError> { #root::Ok(#answer) };
            (#(#kept,)*)
        }
    })
}

/// The node's own parameter, and that the condition takes it as it is.
fn own_param(own: &Param, asked: &Param, root: &Root) -> TokenStream {
    let (first, last) = ends(&asked.ty);
    let (first, last) = (site(first), site(last));
    let (from, name) = (root.at(first), &own.name);
    // A handle is held without its `Option`, which is checked by itself.
    let types = match own.source {
        Source::Config { .. } => [&asked.taken.held, &own.taken.held].map(|it| held(it, root)),
        _ => [asked, own].map(|param| whole(param, root)),
    };
    let [asked, own] = types;
    quote_spanned!(last=> #from::own::<#asked, #own>(#name))
}

/// The same for a function whose types are not seen here.
fn own_kind(own: &Param, at: &TokenStream, place: Span, root: &Root) -> TokenStream {
    let held = held(&own.taken.held, root);
    match own.source {
        Source::Config { .. } if own.taken.optional => {
            quote_spanned!(place=> #at::OwnPerhaps<#held>)
        }
        Source::Config { .. } => quote_spanned!(place=> #at::Own<#held>),
        _ => {
            let whole = whole(own, root);
            quote_spanned!(place=> #at::Own<#whole>)
        }
    }
}

/// How a node is asked about by its name.
fn edge_kind(
    name: &Ident,
    pipeline: Option<&Pipeline>,
    at: &TokenStream,
    place: Span,
    root: &Root,
) -> TokenStream {
    match pipeline.and_then(|pipeline| pipeline.node(&name_of(name))) {
        Some(upstream) => {
            let output = given(upstream, root);
            let kind = if upstream.is_conditional() { "Perhaps" } else { "Always" };
            let kind = Ident::new(kind, place);
            quote_spanned!(place=> #at::#kind<#output>)
        }
        None => quote_spanned!(place=> #at::AnyEdge),
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
