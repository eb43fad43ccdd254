//! The pipeline: the function that makes it, and the imports it used up.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::Path;

use super::Root;
use crate::model::{Node, Pipeline};

/// `pub fn pipeline()`.
pub(super) fn pipeline(pipeline: &Pipeline, root: &Root) -> TokenStream {
    let name = &pipeline.name;
    let doc = format!("The pipeline `{name}`, to be bound with `Graph::builder`.");
    let nodes = pipeline.nodes.iter().map(Node::ident);
    let (import, local) = root.import();
    quote! {
        #[doc = #doc]
        #[must_use]
        pub fn pipeline() -> #root::Pipeline {
            #import
            #local::Pipeline::__unchecked(
                #name,
                <#local::Vec<_> as #local::From<_>>::from([#(<#nodes as #local::PipelineNode>::spec()),*]),
            )
        }
    }
}

/// The attributes inside a module are gone before rustc could see them used, so they are
/// used here; else it would call their imports unused.
pub(crate) fn consumed(pipeline: &Pipeline) -> TokenStream {
    let nodes = pipeline.nodes.iter().map(|node| &node.attribute);
    let readers = pipeline.readers.iter().map(|reader| &reader.attribute);
    let unread = pipeline.unread.iter().filter_map(|function| function.attribute.as_ref());
    let paths: BTreeMap<String, &Path> = nodes
        .chain(readers)
        .chain(unread)
        .map(|path| (path.to_token_stream().to_string(), path))
        .collect();
    let paths = paths.values();
    quote! {
        const _: () = {
            #(#[allow(unused_imports)] use #paths as _;)*
        };
    }
}
