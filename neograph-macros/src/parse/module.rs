//! An inline module, split into the functions that carry our attributes and all the rest.

use std::mem;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, Ident, Meta, Path, Token, Visibility, braced,
    parse::{Parse, ParseStream, discouraged::Speculative},
    token::{self, Bracket},
};

use super::{OpaqueFn, Unread, entries};

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
    /// A function that one of our attributes will be on, where the pipeline does not see it.
    Hidden { place: TokenStream, marker: String, name: Option<Ident>, by: Hiding },
    /// A token that is none of our business.
    Other(TokenTree),
}

/// What is in the way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Hiding {
    CfgAttr,
    Module,
}

/// Which attribute a function carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Attached {
    Node,
    Reader,
}

impl Attached {
    fn of(attribute: &Attribute) -> Option<Self> {
        Self::of_path(attribute.path())
    }

    fn of_path(path: &Path) -> Option<Self> {
        match path.segments.last()?.ident.to_string().as_str() {
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
    let mut is_pipeline = false;
    while !input.is_empty() {
        if !(input.peek(Token![#]) && input.peek2(Bracket)) {
            if input.peek(Token![mod]) && !mem::take(&mut is_pipeline) {
                in_nested_module(input, &mut items);
            }
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
            is_pipeline = attrs.iter().any(|attr| ends_in(attr.path(), "pipeline"));
            items.extend(attrs.iter().filter_map(|attr| in_cfg_attr(attr, input)));
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

fn ends_in(path: &Path, name: &str) -> bool {
    path.segments.last().is_some_and(|segment| segment.ident == name)
}

/// One of our attributes inside a `#[cfg_attr]` before a function.
fn in_cfg_attr(attribute: &Attribute, rest: ParseStream<'_>) -> Option<Item> {
    if !attribute.path().is_ident("cfg_attr") {
        return None;
    }
    let hidden = entries(arguments(attribute)).into_iter().skip(1).find_map(|entry| {
        let meta = syn::parse2::<Meta>(entry).ok()?;
        Attached::of_path(meta.path()).map(|_| meta.path().clone())
    })?;
    let rest: TokenStream = rest.fork().parse().ok()?;
    let is_fn = |token: &TokenTree| matches!(token, TokenTree::Ident(word) if word == "fn");
    let name = match rest.into_iter().skip_while(|token| !is_fn(token)).nth(1) {
        Some(TokenTree::Ident(name)) => Some(name),
        _ => None,
    };
    let marker = hidden.to_token_stream().to_string();
    Some(Item::Hidden { place: attribute.to_token_stream(), marker, name, by: Hiding::CfgAttr })
}

/// Our attributes inside a module in the module, which is no pipeline of its own.
fn in_nested_module(input: ParseStream<'_>, found: &mut Vec<Item>) {
    let nested = |input: &ParseStream<'_>| -> syn::Result<Vec<Item>> {
        let input = input.fork();
        input.parse::<Token![mod]>()?;
        input.parse::<Ident>()?;
        let content;
        braced!(content in input);
        items(&content)
    };
    for item in nested(&input).unwrap_or_default() {
        match item {
            Item::Function { path, function, .. } => found.push(Item::Hidden {
                place: path.to_token_stream(),
                marker: path.to_token_stream().to_string(),
                name: Some(function.sig.ident),
                by: Hiding::Module,
            }),
            item @ Item::Hidden { .. } => found.push(item),
            _ => {}
        }
    }
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
