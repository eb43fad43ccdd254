//! What a node says to `compose!`: its names to constants, its types to trait bounds.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::{Root, ends, param::held, sub};
use crate::model::{Locator, Node, Param, Source};

/// The constants of `Linked`; the last one checks all parameters that are left.
pub(super) const SLOTS: usize = 12;
/// The edges that `Wired` has bounds for; more are refused by `check_edge`.
pub(super) const MOST_EDGES: usize = 16;

/// The bounds and constants that `compose!` asks for.
pub(super) fn linked(node: &Node, root: &Root) -> TokenStream {
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
    let edges = node.edges().take(MOST_EDGES).enumerate();
    let bounds = edges.map(|(index, param)| bound(index, param, &sources, root));
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
        }
    }
}

/// The same for a node that was refused: nothing is asked of it a second time.
pub(crate) fn unlinked(node: &Node, root: &Root) -> TokenStream {
    let ident = node.ident();
    let name = &node.name;
    quote! {
        #[automatically_derived]
        impl #root::PipelineNode for #ident {
            const FACTS: #root::NodeFacts =
                #root::NodeFacts { name: #name, edges: &[], emits_links: true };

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
    }
}

/// One check a parameter whose name means something to other nodes, at that parameter.
fn checks(node: &Node, list: &Ident, root: &Root) -> Vec<TokenStream> {
    let name = &node.name;
    let mut edges = 0_usize..;
    let checks = node.params.iter().filter_map(|param| {
        let place = param.ident.span();
        let at = root.at(place);
        let param_name = &param.name;
        match &param.source {
            Source::Upstream => {
                let edge = edges.next().map(Literal::usize_unsuffixed);
                Some(quote_spanned!(place=> #at::check_edge::<#list>(#name, #param_name, #edge)))
            }
            Source::Input => Some(quote_spanned!(place=> #at::check_input::<#list>(#param_name))),
            Source::Resource(resource) if !param.taken.optional => match &resource.locator {
                Some(Locator::Ref(kind)) => {
                    let kind = kind.value();
                    Some(quote_spanned! {place=>
                        #at::check_link::<#list>(#name, #param_name, #kind)
                    })
                }
                _ => None,
            },
            Source::Resource(_) | Source::Config { .. } | Source::Carry => None,
        }
    });
    checks.chain(sub::listed_links(node, list, root)).collect()
}

/// The type of one edge, at the parameter's type.
fn bound(index: usize, param: &Param, edges: &Ident, root: &Root) -> TokenStream {
    let (first, last) = ends(&param.ty);
    let (from, to) = (root.at(first), root.at(last));
    let edge = format_ident!("E{index}");
    let held = held(&param.taken.held, root);
    let output = quote_spanned!(last=> <#edges::#edge as #to::Upstream>::Output);
    let bound = quote_spanned!(last=> #from::Carries<#held, #output>);
    quote!(#edges::#edge: #bound)
}
