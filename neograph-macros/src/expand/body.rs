//! The body of a node, opaque but for the parameters that mean something without it.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::quote_spanned;

use super::site;
use crate::model::{Node, Param, Source};

/// The body as it was written, behind a use of each parameter that only orders nodes or only
/// fills a URI: rustc would call it unused, and its meaning is in the signature.
pub(super) fn body(written: &Group, node: &Node) -> Group {
    let is_read = |param: &Param| match param.source {
        Source::Upstream => true,
        Source::Input | Source::Config { .. } => {
            node.uri_variables().any(|variable| variable == param.name)
        }
        Source::Resource(_) => false,
    };
    let uses: TokenStream = node
        .params
        .iter()
        .filter(|param| is_read(param) && !mentions(written.stream(), &param.ident.to_string()))
        .map(|param| {
            let ident = &param.ident;
            quote_spanned!(site(ident.span())=> let _ = &#ident;)
        })
        .collect();
    if uses.is_empty() {
        return written.clone();
    }
    let (inner, statements) = inner_attributes(written.stream());
    let mut body =
        Group::new(written.delimiter(), inner.into_iter().chain(uses).chain(statements).collect());
    body.set_span(written.span());
    body
}

fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// What must stay in front of all statements, and the statements.
fn inner_attributes(tokens: TokenStream) -> (TokenStream, TokenStream) {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let is_inner = |three: &&[TokenTree]| {
        matches!(
            three,
            [TokenTree::Punct(hash), TokenTree::Punct(bang), TokenTree::Group(_)]
                if hash.as_char() == '#' && bang.as_char() == '!'
        )
    };
    let count = tokens.chunks(3).take_while(is_inner).count() * 3;
    let statements = tokens.iter().skip(count).cloned().collect();
    (tokens.into_iter().take(count).collect(), statements)
}
