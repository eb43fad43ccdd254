//! `compose!`: a list of nodes as a type, what is asked of it, and the pipeline.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{LitStr, Path};

use super::{
    Root, ends,
    linked::{MOST_EDGES, SLOTS},
};

/// A block that is a pipeline.
pub(crate) fn compose(name: &LitStr, paths: &[Path], root: &Root) -> TokenStream {
    let (import, root) = &root.import();
    let nodes = || paths.iter().enumerate().map(|(number, path)| Entry::new(number, path, root));
    let facts = nodes().map(|node| node.facts());
    let sources = nodes().map(|node| node.source());
    let edges = nodes().map(|node| node.edges());
    let checks = nodes().map(|node| node.checks());
    let specs = nodes().map(|node| node.spec());
    quote! {{
        #import

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

        #(#edges)*

        #(#checks)*

        #root::Pipeline::__unchecked(#name, <#root::Vec<_> as #root::From<_>>::from([#(#specs),*]))
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
    number: Literal,
    path: &'a Path,
    root: &'a Root,
    from: TokenStream,
    to: TokenStream,
    first: Span,
    last: Span,
    edges: Ident,
}

impl<'a> Entry<'a> {
    fn new(number: usize, path: &'a Path, root: &'a Root) -> Self {
        let (first, last) = ends(path);
        let edges = format_ident!("__Edges{number}");
        let number = Literal::usize_unsuffixed(number);
        let (from, to) = (root.at(first), root.at(last));
        Self { number, path, root, from, to, first, last, edges }
    }

    /// The node itself. Whatever is no node has none, and rustc says so once.
    fn node(&self) -> TokenStream {
        let Self { path, .. } = self;
        self.projection(&quote!(#path), &quote!(Linked<__Nodes>), "Node")
    }

    /// `<of as Root::Trait>::item`, standing at the whole path.
    fn projection(&self, of: &TokenStream, trait_: &TokenStream, item: &str) -> TokenStream {
        let Self { first, last, to, .. } = self;
        let open = quote_spanned!(*first=> <);
        let item = Ident::new(item, *last);
        quote_spanned!(*last=> #open #of as #to::#trait_>::#item)
    }

    fn facts(&self) -> TokenStream {
        self.projection(&self.node(), &quote!(PipelineNode), "FACTS")
    }

    fn source(&self) -> TokenStream {
        let Self { number, from, last, .. } = self;
        let output = self.projection(&self.node(), &quote!(NodeType), "Output");
        let runs = self.projection(&self.node(), &quote!(PipelineNode), "Runs");
        let edge = self.projection(&runs, &quote!(Runs), "Edge");
        let carrying = quote_spanned!(*last=> #edge<#output>);
        quote_spanned! {*last=>
            #[automatically_derived]
            impl #from::At<#number> for __Nodes {
                type Upstream = #carrying;
            }
        }
    }

    /// Where the node's edges come from, by the numbers that const evaluation has found.
    fn edges(&self) -> TokenStream {
        let Self { number, root, edges, .. } = self;
        let upstream = (0..MOST_EDGES).map(|edge| {
            let name = format_ident!("E{edge}");
            let edge = Literal::usize_unsuffixed(edge);
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
        let Self { number, from, last, .. } = self;
        let name = quote_spanned!(*last=> #from::check_name::<__Nodes>(#number));
        let params = (0..SLOTS).map(|slot| {
            let slot = format!("PARAM_{slot}");
            let param = self.projection(&self.node(), &quote!(Linked<__Nodes>), &slot);
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
        let asked = self.projection(&node, &quote!(Questioned<#edges>), "asked");
        quote_spanned!(*last=> #from::wired::<#node, #edges, _, _>(#asked))
    }
}
