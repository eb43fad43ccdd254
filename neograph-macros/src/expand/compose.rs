//! `compose!`: a list of nodes as a type, what is asked of it, and the pipeline.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{LitStr, Path, spanned::Spanned};

use super::{
    Root,
    linked::{MOST_EDGES, SLOTS},
    site,
};

/// A block that is a pipeline.
pub(crate) fn compose(name: &LitStr, nodes: &[Path], root: &Root) -> TokenStream {
    let facts = nodes.iter().map(|node| {
        let at = at(node, root);
        quote_spanned!(place(node)=> <#node as #at::PipelineNode>::FACTS)
    });
    let sources = nodes.iter().enumerate().map(|(number, node)| source(number, node, root));
    let checks = nodes.iter().enumerate().map(|(number, node)| checks(number, node, root));
    let specs = nodes.iter().enumerate().map(|(number, node)| spec(number, node, root));
    quote! {{
        struct __Nodes;

        #[automatically_derived]
        impl #root::Listing for __Nodes {
            const NODES: &'static [#root::NodeFacts] = &[#(#facts),*];
        }

        #(#sources)*

        #[automatically_derived]
        impl #root::At<{ #root::NOWHERE }> for __Nodes {
            type Upstream = #root::Anything;
        }

        #(#checks)*

        const fn __up(node: usize, edge: usize) -> usize {
            <__Nodes as #root::Listing>::WIRING.upstream(node, edge)
        }

        #root::Pipeline::__unchecked(#name, #root::Vec::from([#(#specs),*]))
    }}
}

/// The block when something in it was refused: the nodes are used, and nothing is asked.
pub(crate) fn refused(
    name: Option<&LitStr>,
    nodes: &[Path],
    root: &Root,
    errors: &TokenStream,
) -> TokenStream {
    let name = name.map_or_else(|| quote!(""), ToTokens::to_token_stream);
    quote! {{
        #errors
        #(let _ = <#nodes as #root::PipelineNode>::spec;)*
        #root::Pipeline::__unchecked(#name, #root::Vec::new())
    }}
}

fn place(node: &Path) -> proc_macro2::Span {
    site(node.span())
}

fn at(node: &Path, root: &Root) -> TokenStream {
    root.at(place(node))
}

fn source(number: usize, node: &Path, root: &Root) -> TokenStream {
    let at = at(node, root);
    let output = quote_spanned!(place(node)=> <#node as #at::Node>::Output);
    quote! {
        #[automatically_derived]
        impl #root::At<#number> for __Nodes {
            type Upstream = #root::Carrying<#output>;
        }
    }
}

fn checks(number: usize, node: &Path, root: &Root) -> TokenStream {
    let place = place(node);
    let at = at(node, root);
    let slots = (0..SLOTS).map(|slot| {
        let slot = format_ident!("PARAM_{slot}", span = place);
        quote_spanned!(place=> const _: () = <#node as #at::Linked<__Nodes>>::#slot;)
    });
    quote_spanned! {place=>
        const _: () = #at::check_name::<__Nodes>(#number);
        #(#slots)*
    }
}

fn spec(number: usize, node: &Path, root: &Root) -> TokenStream {
    let place = place(node);
    let at = at(node, root);
    let edges = (0..MOST_EDGES).map(|edge| quote_spanned!(place=> { __up(#number, #edge) }));
    quote_spanned!(place=> #at::wired::<#node, #at::Row<__Nodes, #(#edges),*>>())
}
