//! The macros as a whole, on the walkthrough's pipeline: what they expand it to, and that no
//! input makes them panic.

mod mutation;
mod snapshot;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Item, Meta};

const WALKTHROUGH: &str = include_str!("../../../examples/deal_research/flow.rs");

/// The items of the walkthrough's file.
fn walkthrough() -> Vec<Item> {
    syn::parse_file(WALKTHROUGH).unwrap().items
}

/// `#[pipeline(…)]`'s arguments and the module without it.
fn pipeline_of(item: &Item) -> Option<(TokenStream, TokenStream)> {
    let Item::Mod(module) = item else { return None };
    let mut module = module.clone();
    let index = module.attrs.iter().position(|attr| attr.path().is_ident("pipeline"))?;
    let args = match module.attrs.remove(index).meta {
        Meta::List(list) => list.tokens,
        _ => TokenStream::new(),
    };
    Some((args, module.into_token_stream()))
}
