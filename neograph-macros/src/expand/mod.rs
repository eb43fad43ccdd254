//! From the model to code. One file an emitted thing; nothing here finds a fault.

mod module;
mod node;
mod param;
mod pipeline;
mod reader;

pub(crate) use module::{Shell, module};
pub(crate) use node::{facts, output, type_of as type_of_node};
pub(crate) use pipeline::consumed;
pub(crate) use reader::{reader, type_of as type_of_reader};

use node::{type_attributes, type_beside};

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

/// Where generated code finds its names: `::neograph::__private`, unless `crate = path`.
#[derive(Debug, Clone)]
pub(crate) struct Root(TokenStream);

impl Root {
    pub(crate) fn new(path: Option<&Path>) -> Self {
        match path {
            Some(path) => Self(quote!(#path::__private)),
            None => Self(quote!(::neograph::__private)),
        }
    }

    /// The root with its tokens at a place, so that an error in generated code stands there.
    pub(crate) fn at(&self, place: Span) -> TokenStream {
        let root = self.0.clone().into_iter().map(|mut token| {
            token.set_span(token.span().located_at(place));
            token
        });
        let root: TokenStream = root.collect();
        quote_spanned!(place=> #root)
    }
}

impl quote::ToTokens for Root {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

/// Hygienic for locals, and reported at the place.
pub(crate) fn site(place: Span) -> Span {
    Span::mixed_site().located_at(place)
}
