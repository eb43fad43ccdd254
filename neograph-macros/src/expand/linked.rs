//! What a node says to `compose!`: its names to constants, its types to trait bounds.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::{
    Root, condition, each, ends,
    param::{held, name_of},
    sub,
};
use crate::{
    check::{literal, or_none, owned, spelt},
    lower::argument_of,
    model::{How, Locator, Node, Param, Passing, Pipeline, Read, Source, Taken},
};

/// The constants of `Linked`; the last one checks all parameters that are left.
pub(super) const SLOTS: usize = 12;
/// The edges that `Wired` has bounds for; more are refused by `check_edge`.
pub(super) const MOST_EDGES: usize = 16;

/// The bounds and constants that `compose!` asks for.
pub(super) fn linked(node: &Node, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    let ident = node.ident();
    let list = format_ident!("__List");
    let mut checks = checks(node, &list, root);
    let rest = checks.split_off(checks.len().min(SLOTS - 1));
    let others = (!rest.is_empty()).then(|| quote!({ #(#rest;)* }));
    let constants = checks.into_iter().chain(others).enumerate().map(|(slot, check)| {
        let slot = format_ident!("PARAM_{slot}");
        quote!(const #slot: () = #check;)
    });
    let sources = format_ident!("__Edges");
    let reads = node.reads();
    let edges = reads.iter().take(MOST_EDGES).enumerate();
    let bounds: Vec<TokenStream> =
        edges.filter_map(|(index, read)| bound(index, read, &sources, pipeline, root)).collect();
    let wire = each::wire(node, &sources, pipeline, root);
    let asked = condition::takes(node, &sources, pipeline, root);
    quote! {
        #[automatically_derived]
        impl<#list: #root::Listing> #root::Linked<#list> for #ident {
            type Node = Self;
            #(#constants)*
        }

        #[automatically_derived]
        impl<#sources: #root::Upstreams> #root::Wired<#sources> for #ident
        where
            #(#bounds,)*
        {
            #wire
        }

        #[automatically_derived]
        impl<#sources: #root::Upstreams> #root::Questioned<#sources> for #ident {
            #asked
        }
    }
}

/// What `compose!` knows of a node.
pub(crate) fn node_facts(node: &Node, emits_links: &TokenStream, root: &Root) -> TokenStream {
    let name = &node.name;
    let reads = node.reads();
    let edges = reads.iter().map(|read| &read.name);
    let is_conditional = node.is_conditional();
    let asks = match &node.args.interrupt_when {
        None => "Never",
        Some(_) if node.each().is_some() => "AnItem",
        Some(_) => "Once",
    };
    let asks = Ident::new(asks, Span::call_site());
    let runs = if is_conditional { "Conditionally" } else { "Unconditionally" };
    let runs = Ident::new(runs, Span::call_site());
    let otherwise = node.otherwise().iter().map(name_of);
    quote! {
        type Runs = #root::#runs;
        const FACTS: #root::NodeFacts = #root::NodeFacts {
            name: #name,
            edges: &[#(#edges),*],
            is_conditional: #is_conditional,
            asks: #root::Asks::#asks,
            otherwise: &[#(#otherwise),*],
            emits_links: #emits_links,
        };
    }
}

/// The same for a node that was refused: nothing is asked of it a second time.
pub(crate) fn unlinked(node: &Node, root: &Root) -> TokenStream {
    let ident = node.ident();
    let name = &node.name;
    quote! {
        #[automatically_derived]
        impl #root::PipelineNode for #ident {
            type Runs = #root::Unconditionally;
            const FACTS: #root::NodeFacts = #root::NodeFacts {
                name: #name,
                edges: &[],
                is_conditional: false,
                asks: #root::Asks::Once,
                otherwise: &[],
                emits_links: true,
            };

            fn spec() -> #root::NodeSpec {
                ::core::unimplemented!()
            }
        }

        #[automatically_derived]
        impl<__List> #root::Linked<__List> for #ident {
            type Node = Self;
        }

        #[automatically_derived]
        impl<__Edges> #root::Wired<__Edges> for #ident {}

        #[automatically_derived]
        impl<__Edges> #root::Questioned<__Edges> for #ident {}
    }
}

/// One check a name that means something to other nodes, at that name.
fn checks(node: &Node, list: &Ident, root: &Root) -> Vec<TokenStream> {
    let name = &node.name;
    let mut checks = Vec::new();
    for (index, read) in node.reads().iter().enumerate() {
        checks.push(check_read(node, index, read, list, root));
    }
    for param in &node.params {
        let place = param.ident.span();
        let at = root.at(place);
        let param_name = &param.name;
        match &param.source {
            Source::Input => {
                checks.push(quote_spanned!(place=> #at::check_input::<#list>(#param_name)));
            }
            Source::FirstOf(nodes) => {
                let nodes = nodes.iter().map(name_of);
                let is_optional = param.taken.optional;
                let inner = argument_of(&param.ty, "Option").filter(|_| is_optional);
                let ty = spelt(inner.unwrap_or(&param.ty));
                let literal = literal(param);
                // An `Option` is too much at its type, and too little at the name.
                let place = if is_optional { ends(&param.ty) } else { (place, place) };
                let (at, place) = (root.at(place.0), place.1);
                checks.push(quote_spanned! {place=>
                    #at::check_one_runs::<#list>(
                        #param_name, &[#(#nodes),*], #ty, #literal, #is_optional
                    )
                });
            }
            Source::Resource(resource) if !param.taken.optional => {
                if let Some(Locator::Ref(kind)) = &resource.locator {
                    let kind = kind.value();
                    checks.push(quote_spanned! {place=>
                        #at::check_link::<#list>(#name, #param_name, #kind)
                    });
                }
            }
            _ => {}
        }
    }
    checks.extend(sub::listed_links(node, list, root));
    checks
}

/// The name is that of a node, and of one that may be read in this way.
fn check_read(
    node: &Node,
    index: usize,
    read: &Read<'_>,
    list: &Ident,
    root: &Root,
) -> TokenStream {
    let name = &node.name;
    let place = read.ident.span();
    let at = root.at(place);
    let edge = Literal::usize_unsuffixed(index);
    let upstream = &read.name;
    let is_asked = matches!(read.how, How::Asked(_));
    let named = if matches!(read.how, How::Edge(_)) {
        quote_spanned!(place=> #at::check_edge::<#list>(#name, #upstream, #edge))
    } else {
        quote_spanned!(place=> #at::check_named::<#list>(#name, #upstream, #edge, #is_asked))
    };
    let way = match read.how {
        How::Edge(param) | How::Asked(Some(param)) if !param.taken.optional => {
            let or_none = or_none(&param.ty, None);
            quote_spanned!(place=> #at::check_always::<#list>(#upstream, #or_none, #is_asked))
        }
        How::Edge(Param { taken: Taken { passing: Passing::Borrowed, held, .. }, ty, .. }) => {
            let (first, place) = ends(ty);
            let at = root.at(first);
            let inner = owned(held);
            quote_spanned!(place=> #at::check_perhaps::<#list>(#upstream, #inner))
        }
        How::Root(_) => quote_spanned!(place=> #at::check_items::<#list>(#upstream)),
        How::Skipped => quote_spanned!(place=> #at::check_skipped::<#list>(#name, #upstream)),
        How::Answered => quote_spanned!(place=> #at::check_answered::<#list>(#upstream)),
        How::Arm(Param { source: Source::FirstOf(nodes), .. }) => {
            let index = nodes.iter().position(|node| node == read.ident).unwrap_or_default();
            let nodes = nodes.iter().map(name_of);
            quote_spanned!(place=> #at::check_taken::<#list>(&[#(#nodes),*], #index))
        }
        How::Edge(_) | How::Arm(_) | How::Asked(_) => return named,
    };
    quote!({ #named; #way })
}

/// The type of one edge, at the parameter's type.
fn bound(
    index: usize,
    read: &Read<'_>,
    edges: &Ident,
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> Option<TokenStream> {
    let edge = format_ident!("E{index}");
    let carries = |trait_: &str, place: &TokenStream, types: &[TokenStream]| {
        let (first, last) = ends(place);
        let (from, to) = (root.at(first), root.at(last));
        let trait_ = Ident::new(trait_, last);
        let output = quote_spanned!(last=> <#edges::#edge as #to::Upstream>::Output);
        quote_spanned!(last=> #from::#trait_<#(#types,)* #output>)
    };
    let (place, bound) = match read.how {
        How::Edge(param) | How::Asked(Some(param)) => {
            let place = param.ty.to_token_stream();
            let held = held(&param.taken.held, root);
            let bound = if param.taken.or_literal {
                carries("CarriesPerhaps", &place, &[held, place.clone()])
            } else {
                carries("Carries", &place, &[held])
            };
            (place, bound)
        }
        How::Arm(param) => {
            let place = read.ident.to_token_stream();
            let bound = carries("Carries", &place, &[held(&param.taken.held, root)]);
            (place, bound)
        }
        How::Root(param) => {
            let Source::Each(each) = &param.source else { return None };
            let way = each.way.as_ref()?;
            match each::root_type(way, pipeline, root) {
                Some(ty) => (way.tokens.clone(), carries("CarriesRoot", &way.tokens, &[ty])),
                None => {
                    let place = param.ty.to_token_stream();
                    let held = held(&param.taken.held, root);
                    let bound = carries("CarriesEach", &place, &[held]);
                    (place, bound)
                }
            }
        }
        How::Asked(None) | How::Skipped | How::Answered => return None,
    };
    let (_, last) = ends(&place);
    Some(quote_spanned!(last=> #edges::#edge: #bound))
}
