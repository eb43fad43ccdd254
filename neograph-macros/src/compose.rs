//! `compose!`, as its stages from tokens to tokens.

use proc_macro2::TokenStream;

use crate::{
    diag::Errors,
    expand::{self, Root},
    parse::Composition,
};

/// `compose!["name"; a::x, b::y]`.
pub(crate) fn compose(tokens: TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let composition = Composition::read(tokens, &mut errors);
    let root = Root::new(composition.root.as_ref());
    match &composition.name {
        Some(name) if errors.is_empty() => expand::compose(name, &composition.nodes, &root),
        name => {
            let errors = errors.to_compile_errors();
            expand::refused(name.as_ref(), &composition.nodes, &root, &errors)
        }
    }
}
