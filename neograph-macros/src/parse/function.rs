//! A function whose signature is read and whose body is not.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, Signature, Token, Visibility,
    parse::{Parse, ParseStream},
    token::Brace,
};

/// A function. Its body is never parsed, so that whatever rustc accepts is accepted, and
/// an error in the body is rustc's to report.
#[derive(Debug, Clone)]
pub(crate) struct OpaqueFn {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) sig: Signature,
    pub(crate) body: Body,
}

/// A body, or the semicolon of a function without one.
#[derive(Debug, Clone)]
pub(crate) enum Body {
    Block(Group),
    Missing(Token![;]),
}

impl Parse for OpaqueFn {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let sig = input.parse()?;
        let body = if input.peek(Brace) {
            match input.parse()? {
                TokenTree::Group(group) => Body::Block(group),
                other => return Err(syn::Error::new_spanned(other, "expected a body")),
            }
        } else {
            Body::Missing(input.parse()?)
        };
        Ok(Self { attrs, vis, sig, body })
    }
}

impl ToTokens for OpaqueFn {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        for attr in &self.attrs {
            attr.to_tokens(tokens);
        }
        self.vis.to_tokens(tokens);
        self.sig.to_tokens(tokens);
        match &self.body {
            Body::Block(body) => body.to_tokens(tokens),
            Body::Missing(semicolon) => semicolon.to_tokens(tokens),
        }
    }
}
