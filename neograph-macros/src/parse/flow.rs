//! What control flow is written as: names, the way to a collection, and the function that
//! says when a node runs.

use std::iter;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Expr, FnArg, Generics, Ident, Index, Member, Token, Type,
    parse::{Parse, ParseStream, Parser},
    punctuated::Punctuated,
};

/// Names between commas.
pub(crate) fn names(tokens: TokenStream) -> Option<Vec<Ident>> {
    let names = Punctuated::<Ident, Token![,]>::parse_terminated.parse2(tokens).ok()?;
    Some(names.into_iter().collect())
}

/// The way to a collection, and the type that it begins at, if that is written.
#[derive(Debug, Clone)]
pub(crate) struct Way {
    pub(crate) root: Ident,
    pub(crate) fields: Vec<Member>,
    /// As it is written, without the type.
    pub(crate) tokens: TokenStream,
    pub(crate) of: Option<Type>,
}

impl Way {
    /// The way as text: `clusters.groups`.
    pub(crate) fn text(&self) -> String {
        self.tokens.to_string().replace(' ', "")
    }
}

impl Parse for Way {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let way: Expr = input.parse()?;
        let of = if input.is_empty() {
            None
        } else {
            input.parse::<Token![,]>()?;
            input.call(of_type)?
        };
        let mut fields = Vec::new();
        let mut rest = &way;
        let root = loop {
            match rest {
                Expr::Field(field) if field.attrs.is_empty() => {
                    fields.insert(0, field.member.clone());
                    rest = &field.base;
                }
                Expr::Group(group) => rest = &group.expr,
                Expr::Path(path) if path.qself.is_none() && path.attrs.is_empty() => {
                    let root = path.path.get_ident().cloned();
                    break root.ok_or_else(|| syn::Error::new_spanned(path, "no name"))?;
                }
                other => return Err(syn::Error::new_spanned(other, "no way to a collection")),
            }
        };
        Ok(Self { root, fields, tokens: way.to_token_stream(), of })
    }
}

fn of_type(input: ParseStream<'_>) -> syn::Result<Option<Type>> {
    if input.is_empty() {
        return Ok(None);
    }
    let key: Ident = input.parse()?;
    if key != "of" {
        return Err(syn::Error::new_spanned(key, "no key of `#[each]`"));
    }
    input.parse::<Token![=]>()?;
    let ty = input.parse()?;
    input.parse::<Option<Token![,]>>()?;
    Ok(Some(ty))
}

/// The head of a function that stands among other items. Its body is not looked at.
#[derive(Debug)]
pub(crate) struct Head {
    /// The `async`, if there is one.
    pub(crate) asyncness: Option<TokenTree>,
    pub(crate) generics: Option<Generics>,
    pub(crate) params: Vec<FnArg>,
}

fn flat<'a>(tokens: impl IntoIterator<Item = &'a TokenStream>) -> Vec<TokenTree> {
    tokens.into_iter().cloned().flatten().collect()
}

impl Head {
    /// The names of all functions among the tokens of a module.
    pub(crate) fn names<'a>(tokens: impl IntoIterator<Item = &'a TokenStream>) -> Vec<String> {
        let tokens = flat(tokens);
        let named = tokens.windows(2).filter(|pair| pair[0].to_string() == "fn");
        named.map(|pair| pair[1].to_string()).collect()
    }

    /// The function of a name among the tokens of a module.
    pub(crate) fn find<'a>(
        name: &Ident,
        tokens: impl IntoIterator<Item = &'a TokenStream>,
    ) -> Option<Self> {
        let tokens = flat(tokens);
        let is = |at: usize, word: &str| matches!(tokens.get(at), Some(TokenTree::Ident(ident)) if ident == word);
        let at = (1..tokens.len()).find(|at| {
            is(at - 1, "fn") && matches!(&tokens[*at], TokenTree::Ident(ident) if ident == name)
        })?;
        let asyncness = tokens[..at - 1]
            .iter()
            .rev()
            .take_while(|token| matches!(token, TokenTree::Ident(_) | TokenTree::Literal(_)))
            .find(|token| token.to_string() == "async")
            .cloned();
        let mut rest = tokens[at + 1..].iter().cloned();
        let mut before = TokenStream::new();
        let params = iter::from_fn(|| rest.next()).find_map(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => {
                Some(group.stream())
            }
            token => {
                before.extend([token]);
                None
            }
        })?;
        let params = Punctuated::<FnArg, Token![,]>::parse_terminated.parse2(params).ok()?;
        let generics = (!before.is_empty()).then(|| syn::parse2(before).ok()).flatten();
        Some(Self { asyncness, generics, params: params.into_iter().collect() })
    }
}

/// A field by its name or number; a keyword is a raw identifier.
pub(crate) fn member(text: &str, place: Span) -> Option<Member> {
    if let Ok(index) = text.parse::<u32>() {
        return Some(Member::Unnamed(Index { index, span: place }));
    }
    let ident = syn::parse_str::<Ident>(text)
        .or_else(|_| syn::parse_str::<Ident>(&format!("r#{text}")))
        .ok();
    ident.map(|mut ident| {
        ident.set_span(place);
        Member::Named(ident)
    })
}
