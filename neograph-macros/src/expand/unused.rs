//! Parameters that mean something although the body does not read them.

use proc_macro2::{TokenStream, TokenTree};
use syn::{FnArg, Pat, parse_quote_spanned};

use super::site;
use crate::{
    model::{Node, Param, Source},
    parse::{Body, OpaqueFn},
};

/// Lets parameters be unused that only order nodes or only fill a URI: their meaning is in
/// the signature. The body stays exactly as it was written.
pub(super) fn allow(function: &mut OpaqueFn, node: &Node) {
    let Body::Block(body) = &function.body else { return };
    for input in &mut function.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let Pat::Ident(pattern) = &*input.pat else { continue };
        let param = node.params.iter().find(|param| param.ident == pattern.ident);
        let is_unused = param.is_some_and(|param| {
            has_meaning(param, node) && !mentions(body.stream(), &param.ident.to_string())
        });
        if is_unused {
            let place = site(pattern.ident.span());
            input.attrs.push(parse_quote_spanned!(place=> #[allow(unused_variables)]));
        }
    }
}

fn has_meaning(param: &Param, node: &Node) -> bool {
    match param.source {
        Source::Upstream | Source::FirstOf(_) | Source::Each(_) => true,
        Source::Input | Source::Config { .. } => {
            node.is_in_uri(param) || node.is_asked_about(param)
        }
        Source::Feedback(_) => node.is_asked_about(param),
        Source::Carry | Source::Resource(_) => false,
    }
}

/// A name inside a format string is no token of its own; then the lint has nothing to say.
fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}
