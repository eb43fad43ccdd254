//! The module around everything.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, Token, Visibility, token::Brace};

use super::{Root, consumed, node::node, pipeline::pipeline, reader, sub};
use crate::{lower::Slot, model::Pipeline, parse::Module};

/// A module without its content.
#[derive(Debug)]
pub(crate) struct Shell {
    attrs: Vec<Attribute>,
    vis: Visibility,
    mod_token: Token![mod],
    ident: Ident,
    brace: Brace,
}

impl Shell {
    pub(crate) fn of(module: &Module) -> Self {
        Self {
            attrs: module.attrs.clone(),
            vis: module.vis.clone(),
            mod_token: module.mod_token,
            ident: module.ident.clone(),
            brace: module.brace,
        }
    }

    pub(crate) fn around(&self, content: &TokenStream) -> TokenStream {
        let Self { attrs, vis, mod_token, ident, brace } = self;
        let body = quote_spanned!(brace.span.join()=> { #content });
        // `use super::*` is how a pipeline's module begins.
        quote!(#[allow(clippy::wildcard_imports)] #(#attrs)* #vis #mod_token #ident #body)
    }
}

/// The module with its nodes and readers expanded in place, `pipeline()`, and its type.
pub(crate) fn module(shell: &Shell, slots: &[Slot], model: &Pipeline, root: &Root) -> TokenStream {
    let items = slots.iter().map(|slot| match slot {
        Slot::Node(index) => model.nodes.get(*index).map(|one| node(one, model, root)),
        Slot::Reader(index) => model.readers.get(*index).map(|one| reader(one, root)),
        Slot::Other(tokens) => Some(tokens.clone()),
    });
    let consumed = consumed(model);
    let pipeline = pipeline(model, root);
    let as_type = sub::pipeline(model, root);
    shell.around(&quote!(#(#items)* #pipeline #as_type #consumed))
}
