//! From the model to code. One file an emitted thing; nothing here finds a fault.

mod compose;
mod condition;
mod each;
mod flow;
mod linked;
mod module;
mod node;
mod param;
mod pipeline;
mod reader;
mod sub;
mod tool;
mod unused;

pub(crate) use compose::{compose, refused};
use each::given;
pub(crate) use linked::unlinked;
pub(crate) use module::{Shell, module};
pub(crate) use node::{alone as node_alone, facts, function, output, type_of as type_of_node};
pub(crate) use pipeline::consumed;
pub(crate) use reader::{reader, type_of as type_of_reader};
pub(crate) use sub::refused as refused_pipeline;
pub(crate) use tool::{tool, type_of as type_of_tool};

use node::{leaf, place_of_output, type_attributes, type_beside};

use std::time::Duration;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Path, Type};

/// Where generated code finds its names: `::neograph::__private`, unless `crate = path`.
#[derive(Debug, Clone)]
pub(crate) enum Root {
    Default,
    Given(TokenStream),
    /// The name that the root has where `Root::import` stands.
    Imported,
}

impl Root {
    pub(crate) fn new(path: Option<&Path>) -> Self {
        path.map_or(Self::Default, |path| Self::Given(quote!(#path::__private)))
    }

    /// Gives the root its short name, which the rest of a block then uses.
    pub(crate) fn import(&self) -> (TokenStream, Self) {
        (quote!(use #self as __neograph;), Self::Imported)
    }

    /// The root with its tokens at a place, so that an error in generated code stands there.
    /// A given path keeps its hygiene: it may begin with the `$crate` of a macro.
    pub(crate) fn at(&self, place: Span) -> TokenStream {
        match self {
            Self::Default => quote_spanned!(place=> ::neograph::__private),
            Self::Imported => quote_spanned!(place=> __neograph),
            Self::Given(path) => path
                .clone()
                .into_iter()
                .map(|mut token| {
                    token.set_span(token.span().located_at(place));
                    token
                })
                .collect(),
        }
    }
}

impl ToTokens for Root {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Default => tokens.extend(quote!(::neograph::__private)),
            Self::Imported => tokens.extend(quote!(__neograph)),
            Self::Given(path) => path.to_tokens(tokens),
        }
    }
}

/// `<Ty as Root::Trait>::item`, standing exactly where the type stands in the user's code.
/// Wherever it is repeated rustc has the same to say, and then it says it once.
pub(crate) fn projection(ty: &Type, root: &Root, trait_: &str, item: &str) -> TokenStream {
    let (first, last) = ends(ty);
    let root = root.at(last);
    let (trait_, item) = (Ident::new(trait_, last), Ident::new(item, last));
    let open = quote_spanned!(first=> <);
    quote_spanned!(last=> #open #ty as #root::#trait_>::#item)
}

/// The places of the first and the last token: what begins at the one and ends at the other
/// is reported at the whole.
pub(crate) fn ends(tokens: &impl ToTokens) -> (Span, Span) {
    let mut tokens = tokens.to_token_stream().into_iter();
    let first = tokens.next().map_or_else(Span::call_site, |token| token.span());
    (first, tokens.last().map_or(first, |token| token.span()))
}

fn duration(duration: Duration, root: &Root) -> TokenStream {
    let milliseconds = u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
    quote!(#root::Duration::from_millis(#milliseconds))
}

/// Hygienic for locals, and reported at the place.
pub(crate) fn site(place: Span) -> Span {
    Span::mixed_site().located_at(place)
}
