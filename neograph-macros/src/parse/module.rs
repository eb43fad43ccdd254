//! An inline module, split into the functions that carry our attributes and all the rest.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, Ident, Meta, Path, Token, Visibility, braced,
    parse::{Parse, ParseStream, discouraged::Speculative},
    token::{self, Bracket},
};

use super::{OpaqueFn, Unread};

/// A module with its items in order.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) attrs: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) mod_token: Token![mod],
    pub(crate) ident: Ident,
    pub(crate) brace: token::Brace,
    pub(crate) items: Vec<Item>,
}

/// A part of a module's content.
#[derive(Debug)]
pub(crate) enum Item {
    /// A function under one of our attributes.
    Function { attached: Attached, path: Path, args: TokenStream, function: Box<OpaqueFn> },
    /// Something else under one of our attributes.
    Misplaced { attribute: Attribute },
    /// A function under one of our attributes that cannot be read. Its tokens follow.
    Unread { attribute: Attribute, function: Unread },
    /// A token that is none of our business.
    Other(TokenTree),
}

/// Which attribute a function carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attached {
    Node,
    Reader,
}

impl Attached {
    fn of(attribute: &Attribute) -> Option<Self> {
        match attribute.path().segments.last()?.ident.to_string().as_str() {
            "node" => Some(Self::Node),
            "resource_reader" => Some(Self::Reader),
            _ => None,
        }
    }
}

impl Parse for Module {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let attrs = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        let mod_token = input.parse()?;
        let ident = input.parse()?;
        let content;
        let brace = braced!(content in input);
        Ok(Self { attrs, vis, mod_token, ident, brace, items: items(&content)? })
    }
}

/// Attributes stand at the beginning of items and nowhere else at this level, so ends of
/// items need not be known: every token that belongs to no function of ours passes by.
fn items(input: ParseStream<'_>) -> syn::Result<Vec<Item>> {
    let mut items = Vec::new();
    while !input.is_empty() {
        if !(input.peek(Token![#]) && input.peek2(Bracket)) {
            items.push(Item::Other(input.parse()?));
            continue;
        }
        let start = input.fork();
        let mut attrs = input.call(Attribute::parse_outer)?;
        let Some((index, attached)) = attrs
            .iter()
            .enumerate()
            .find_map(|(index, attribute)| Some((index, Attached::of(attribute)?)))
        else {
            pass_by(&attrs, &mut items);
            continue;
        };
        if let Ok(mut function) = start.parse::<OpaqueFn>() {
            input.advance_to(&start);
            let attribute = function.attrs.remove(index);
            let path = attribute.path().clone();
            let args = arguments(&attribute);
            items.push(Item::Function { attached, path, args, function: Box::new(function) });
        } else {
            let attribute = attrs.remove(index);
            pass_by(&attrs, &mut items);
            items.push(match Unread::of(input.fork().parse()?) {
                Some(function) => Item::Unread { attribute, function },
                None => Item::Misplaced { attribute },
            });
        }
    }
    Ok(items)
}

fn pass_by(attrs: &[Attribute], items: &mut Vec<Item>) {
    items.extend(attrs.iter().flat_map(ToTokens::to_token_stream).map(Item::Other));
}

/// The tokens between an attribute's parentheses.
pub(crate) fn arguments(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        Meta::Path(_) => TokenStream::new(),
        Meta::List(list) => list.tokens.clone(),
        // `#[node = 1]`: handed on as it is, it is refused as an argument.
        Meta::NameValue(pair) => pair.value.to_token_stream(),
    }
}
