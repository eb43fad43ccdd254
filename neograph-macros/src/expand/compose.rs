//! `compose!`: a list of nodes as a type, what is asked of it, and the pipeline.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{LitStr, Path};

use super::{
    Root, ends,
    linked::{MOST_EDGES, SLOTS},
};

/// A block that is a pipeline.
pub(crate) fn compose(name: &LitStr, paths: &[Path], root: &Root) -> TokenStream {
    let nodes = || paths.iter().enumerate().map(|(number, path)| Entry::new(number, path, root));
    let aliases = nodes().map(|node| node.alias());
    let facts = nodes().map(|node| node.facts());
    let sources = nodes().map(|node| node.source());
    let edges = nodes().map(|node| node.edges());
    let checks = nodes().map(|node| node.checks());
    let specs = nodes().map(|node| node.spec());
    quote! {{
        struct __Nodes;

        #(#aliases)*

        #[automatically_derived]
        impl #root::Listing for __Nodes {
            const NODES: &'static [#root::NodeFacts] = &[#(#facts),*];
        }

        #(#sources)*

        #[automatically_derived]
        impl #root::At<{ #root::NOWHERE }> for __Nodes {
            type Upstream = #root::Anything;
        }

        #(#edges)*

        #(#checks)*

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

/// A node of the list. Errors about it stand at its path, from the first token to the last.
struct Entry<'a> {
    number: usize,
    path: &'a Path,
    root: &'a Root,
    from: TokenStream,
    to: TokenStream,
    first: Span,
    last: Span,
    alias: Ident,
    edges: Ident,
}

impl<'a> Entry<'a> {
    fn new(number: usize, path: &'a Path, root: &'a Root) -> Self {
        let (first, last) = ends(path);
        let alias = format_ident!("__Node{number}", span = last);
        let edges = format_ident!("__Edges{number}");
        let (from, to) = (root.at(first), root.at(last));
        Self { number, path, root, from, to, first, last, alias, edges }
    }

    /// The node itself, for all but its first mention, so that what is no node is reported once.
    fn node(&self) -> TokenStream {
        let Self { path, first, last, to, .. } = self;
        let open = quote_spanned!(*first=> <);
        quote_spanned!(*last=> #open #path as #to::Linked<__Nodes>>::Node)
    }

    fn alias(&self) -> TokenStream {
        let Self { alias, .. } = self;
        let node = self.node();
        quote!(type #alias = #node;)
    }

    fn facts(&self) -> TokenStream {
        let Self { to, last, alias, .. } = self;
        quote_spanned!(*last=> <#alias as #to::PipelineNode>::FACTS)
    }

    fn source(&self) -> TokenStream {
        let Self { number, to, last, alias, .. } = self;
        quote_spanned! {*last=>
            #[automatically_derived]
            impl #to::At<#number> for __Nodes {
                type Upstream = #to::Carrying<<#alias as #to::NodeType>::Output>;
            }
        }
    }

    /// Where the node's edges come from, by the numbers that const evaluation has found.
    fn edges(&self) -> TokenStream {
        let Self { number, root, edges, .. } = self;
        let upstream = (0..MOST_EDGES).map(|edge| {
            let name = format_ident!("E{edge}");
            let node = quote!(<__Nodes as #root::Listing>::WIRING.upstream(#number, #edge));
            quote!(type #name = <__Nodes as #root::At<{ #node }>>::Upstream;)
        });
        quote! {
            struct #edges;

            #[automatically_derived]
            impl #root::Upstreams for #edges {
                #(#upstream)*
            }
        }
    }

    fn checks(&self) -> TokenStream {
        let Self { number, from, to, last, alias, .. } = self;
        let name = quote_spanned!(*last=> #from::check_name::<__Nodes>(#number));
        let params = (0..SLOTS).map(|slot| {
            let slot = format_ident!("PARAM_{slot}", span = *last);
            let param = quote_spanned!(*last=> <#alias as #to::Linked<__Nodes>>::#slot);
            quote!(const _: () = #param;)
        });
        quote! {
            const _: () = #name;
            #(#params)*
        }
    }

    fn spec(&self) -> TokenStream {
        let Self { from, last, edges, .. } = self;
        let node = self.node();
        quote_spanned!(*last=> #from::wired::<#node, #edges>())
    }
}
