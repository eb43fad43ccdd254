//! A function whose signature is read and whose body is not.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, Ident, Signature, Token, Visibility,
    parse::{Parse, ParseStream, Parser},
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

/// A function that cannot be read, as happens while it is being typed.
#[derive(Debug)]
pub(crate) struct Unread {
    pub(crate) name: Ident,
    /// What to report. Where a signature just ends too early there is nothing to report:
    /// rustc has parsed it before any macro has seen it.
    pub(crate) error: Option<syn::Error>,
}

impl Unread {
    /// What is wrong with tokens that begin a function but are none; `None` if they begin
    /// something else.
    pub(crate) fn of(tokens: TokenStream) -> Option<Self> {
        let mut rest = tokens.clone().into_iter().skip_while(|token| !is_keyword(token, "fn"));
        let Some(TokenTree::Ident(name)) = rest.nth(1) else { return None };
        let begins = |input: ParseStream<'_>| {
            input.call(Attribute::parse_outer)?;
            input.parse::<Visibility>()?;
            while !input.peek(Token![fn]) {
                match input.parse()? {
                    TokenTree::Literal(abi) if abi.to_string().starts_with('"') => {}
                    TokenTree::Ident(word) if QUALIFIERS.iter().any(|known| word == known) => {}
                    other => return Err(syn::Error::new_spanned(other, "no function")),
                }
            }
            input.parse::<TokenStream>()
        };
        begins.parse2(tokens.clone()).ok()?;
        let function = |input: ParseStream<'_>| {
            let function = input.parse::<OpaqueFn>();
            input.parse::<TokenStream>()?;
            function
        };
        let error = function.parse2(tokens.clone()).err()?;
        let fault = error.to_string();
        let ends_early = fault.starts_with("unexpected end of input")
            || fault == "expected `:`"
            || lacks_return_type(tokens);
        let error = (!ends_early).then(|| {
            let fault = format!("the signature of `{name}` cannot be read: {fault}");
            syn::Error::new(error.span(), fault)
        });
        Some(Self { name, error })
    }
}

const QUALIFIERS: [&str; 5] = ["async", "const", "unsafe", "safe", "extern"];

fn is_keyword(token: &TokenTree, keyword: &str) -> bool {
    matches!(token, TokenTree::Ident(word) if word == keyword)
}

/// Whether the first `->` has no type behind it.
fn lacks_return_type(tokens: TokenStream) -> bool {
    let is = |token: &TokenTree, sign| matches!(token, TokenTree::Punct(punct) if punct.as_char() == sign);
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let arrow = tokens.windows(2).position(|pair| is(&pair[0], '-') && is(&pair[1], '>'));
    arrow.is_some_and(|at| match tokens.get(at + 2) {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(token) => is(token, ';'),
        None => true,
    })
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
