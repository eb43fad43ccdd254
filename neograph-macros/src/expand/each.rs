//! A fan-out: the way to its items, and what the node gives.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{ReturnType, spanned::Spanned};

use super::{
    Root, ends, leaf, output,
    param::{held, name_of},
    site,
};
use crate::{
    args::OnError,
    model::{How, Node, Param, Pipeline},
    parse::Way,
};

/// What a node gives: what its function returns, or a list of that.
pub(crate) fn given(node: &Node, root: &Root) -> TokenStream {
    let leaf = output(&node.function, root);
    if node.each().is_none() {
        return leaf;
    }
    let place = site(match &node.function.sig.output {
        ReturnType::Type(_, ty) => ends(ty).1,
        ReturnType::Default => node.ident().span(),
    });
    let root = root.at(place);
    if collects(node) {
        quote_spanned!(place=> #root::Vec<#root::Result<#leaf, #root::ItemError>>)
    } else {
        quote_spanned!(place=> #root::Vec<#leaf>)
    }
}

fn collects(node: &Node) -> bool {
    node.args.on_error.as_ref().is_some_and(|on_error| on_error.value == OnError::Collect)
}

/// The type of the node's output that the items are in, where it is known.
pub(super) fn root_type(
    way: &Way,
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> Option<TokenStream> {
    let upstream = pipeline.and_then(|pipeline| pipeline.node(&name_of(&way.root)));
    match (&way.of, upstream) {
        (Some(of), _) => Some(of.to_token_stream()),
        (None, Some(upstream)) => Some(given(upstream, root)),
        (None, None) => None,
    }
}

/// The node, run for each item if it is one that is.
pub(super) fn around(
    spec: TokenStream,
    node: &Node,
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> TokenStream {
    let way = node.each().and_then(|(param, each)| Some((param, each.way.as_ref()?)));
    let Some((param, way)) = way else { return spec };
    let leaf = leaf(&node.function, root);
    let (name, path) = (name_of(&way.root), way.text());
    let settings = settings(node, root);
    match root_type(way, pipeline, root) {
        Some(ty) => {
            let items = items(param, way, &ty, pipeline, root);
            quote!(#items.run::<#leaf>(#spec, #name, #path) #settings)
        }
        // The list of nodes tells the type, and `wire` does the rest.
        None => quote!(#spec.__each_later::<#leaf>(#name) #settings),
    }
}

/// What may be said once the items are found.
fn settings(node: &Node, root: &Root) -> TokenStream {
    let leaf = leaf(&node.function, root);
    let collect = collects(node).then(|| quote!(.__collect_errors::<#leaf>()));
    let concurrency = node.args.concurrency.as_ref().map(|items| {
        let items = items.value.0;
        quote!(.__concurrency(#items))
    });
    quote!(#collect #concurrency)
}

/// The items, with what is asked of them at the way and at the parameter's type.
fn items(
    param: &Param,
    way: &Way,
    root_type: &TokenStream,
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> TokenStream {
    let (first, last) = ends(&way.tokens);
    let (first, last) = (site(first), site(last));
    let at_way = root.at(first);
    let local = Ident::new("__root", site(way.root.span()));
    let fields = way.fields.iter();
    let found = if way.fields.is_empty() {
        local.to_token_stream()
    } else {
        quote_spanned!(first=> &#local #(.#fields)*)
    };
    let closure = quote_spanned!(last=> |#local: &#root_type| #found);
    // Where the type is written it is also that of the node.
    let known = way.of.as_ref().and_then(|of| {
        let upstream = pipeline?.node(&name_of(&way.root))?;
        let output = given(upstream, root);
        let place = site(of.span());
        Some(quote_spanned!(place=> .in_a::<#of, #output>()))
    });
    let place = site(param.ty.span());
    let held = held(&param.taken.held, root);
    let taken = quote_spanned!(place=> .taken_as::<#held>());
    quote_spanned!(last=> #at_way::items(#closure) #known #taken)
}

/// `fn wire`, for a node whose items only the list of nodes tells the type of.
pub(super) fn wire(
    node: &Node,
    edges: &Ident,
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> Option<TokenStream> {
    let (param, each) = node.each()?;
    let way = each.way.as_ref()?;
    if root_type(way, pipeline, root).is_some() {
        return None;
    }
    let index = node.reads().iter().position(|read| matches!(read.how, How::Root(_)))?;
    let edge = format_ident!("E{index}");
    let place = site(param.ty.span());
    let at = root.at(place);
    let held = held(&param.taken.held, root);
    let spec = Ident::new("__spec", place);
    let output = quote_spanned!(place=> <#edges::#edge as #at::Upstream>::Output);
    let over = quote_spanned! {place=>
        <#edges::#edge as #at::CarriesEach<#held, #output>>::over(#spec)
    };
    Some(quote! {
        fn wire(#spec: #root::NodeSpec) -> #root::NodeSpec {
            #over
        }
    })
}
