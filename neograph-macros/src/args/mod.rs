//! The arguments of the attributes.
//!
//! darling fills the structs; what it would say about a wrong key or value is replaced,
//! because its words point at values only and do not say what to write instead.

mod flow;
mod keys;
mod path;
mod value;

pub(crate) use flow::{OnError, OnExhaust};
pub(crate) use keys::{
    CarryArgs, ConfigArgs, InputArgs, NodeArgs, PipelineArgs, ReaderArgs, ResourceArgs, ToolArgs,
};
pub(crate) use path::{module_of, said};
pub(crate) use value::{Mode, Tool};

use std::slice;

use darling::{FromMeta, ast::NestedMeta};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprLit, Ident, Meta, MetaNameValue, Path, Token};

use value::{Value, ungroup};

use crate::{
    diag::{Errors, closest, fault_at, list},
    parse::entries,
};

/// The keys of one attribute.
pub(crate) trait Arguments: FromMeta + Default {
    const KEYS: &'static [&'static str];
    /// The key that a first value without one stands for.
    const UNNAMED: Option<&'static str> = None;
}

/// Reads an attribute's arguments. What is faulty is reported and left out; the second
/// value says whether nothing was.
pub(crate) fn read<A: Arguments>(tokens: TokenStream, errors: &mut Errors) -> (A, bool) {
    let written = entries(tokens.clone());
    let items = match NestedMeta::parse_meta_list(tokens) {
        Ok(items) => items,
        Err(error) => {
            errors.push(error);
            return (A::default(), false);
        }
    };
    let count = items.len();
    let mut seen = Vec::new();
    let mut good = Vec::new();
    for (index, item) in items.into_iter().enumerate() {
        let value = written.get(index).filter(|_| written.len() == count).map(value_of);
        match accept::<A>(item, index == 0, value.as_ref(), &mut seen) {
            Ok(item) => good.push(item),
            Err(error) => errors.push(error),
        }
    }
    let clean = good.len() == count;
    (A::from_list(&good).unwrap_or_default(), clean)
}

fn accept<A: Arguments>(
    item: NestedMeta,
    first: bool,
    value: Option<&TokenStream>,
    seen: &mut Vec<String>,
) -> syn::Result<NestedMeta> {
    let meta = match (item, A::UNNAMED) {
        (NestedMeta::Meta(meta), _) => meta,
        (NestedMeta::Lit(value), Some(key)) if first => {
            let key = Ident::new(key, value.span());
            Meta::NameValue(MetaNameValue {
                path: key.into(),
                eq_token: Token![=](value.span()),
                value: Expr::Lit(ExprLit { attrs: Vec::new(), lit: value }),
            })
        }
        (item, _) => return Err(fault_at(item, "expected `key = value`", keys::<A>())),
    };
    let key = meta.path().to_token_stream().to_string();
    if !A::KEYS.contains(&key.as_str()) {
        let help = closest(&key, A::KEYS.iter().copied())
            .map_or_else(keys::<A>, |key| format!("did you mean `{key}`?"));
        return Err(fault_at(meta.path(), format_args!("unknown key `{key}`"), help));
    }
    if seen.contains(&key) {
        return Err(fault_at(meta.path(), format_args!("`{key}` is given twice"), "keep one"));
    }
    seen.push(key);
    let item = NestedMeta::Meta(meta);
    match A::from_list(slice::from_ref(&item)) {
        Ok(_) => Ok(item),
        Err(error) => Err(whole(&item, value, error)),
    }
}

/// darling keeps the first token of a value only; the whole value is at fault.
fn whole(item: &NestedMeta, value: Option<&TokenStream>, error: darling::Error) -> syn::Error {
    let error = syn::Error::from(error);
    match item {
        // A negative number is parsed into one token with the place of its sign.
        NestedMeta::Meta(Meta::NameValue(_)) if value.is_some_and(|value| !value.is_empty()) => {
            syn::Error::new_spanned(value, error.to_string())
        }
        NestedMeta::Meta(Meta::NameValue(pair)) => {
            syn::Error::new_spanned(&pair.value, error.to_string())
        }
        _ => error,
    }
}

/// The tokens after the `=` of an entry.
fn value_of(entry: &TokenStream) -> TokenStream {
    let is_sign =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == '=');
    entry.clone().into_iter().skip_while(|token| !is_sign(token)).skip(1).collect()
}

fn keys<A: Arguments>() -> String {
    if A::KEYS.is_empty() {
        return "this attribute takes no keys".to_owned();
    }
    format!("the keys are {}", list(A::KEYS.iter().copied()))
}

/// A key that stands alone.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Present(pub(crate) bool);

impl FromMeta for Present {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        let key = meta.path().to_token_stream();
        match meta {
            Meta::Path(_) => Ok(Self(true)),
            meta => Err(fault_at(
                meta,
                format_args!("`{key}` takes no value"),
                format_args!("write `{key}` alone"),
            )
            .into()),
        }
    }
}

/// A value that remembers its key, for faults that are the key's and not the value's.
#[derive(Debug, Clone)]
pub(crate) struct Keyed<T> {
    pub(crate) key: Path,
    pub(crate) value: T,
}

impl<T: Value> FromMeta for Keyed<T> {
    fn from_meta(meta: &Meta) -> darling::Result<Self> {
        let key = meta.path().clone();
        let name = key.to_token_stream();
        let help = || format!("write `{name} = {}`", T::EXAMPLE);
        let Meta::NameValue(pair) = meta else {
            return Err(fault_at(meta, format_args!("`{name}` needs a value"), help()).into());
        };
        match T::read(ungroup(&pair.value)) {
            Some(value) => Ok(Self { key, value }),
            None => {
                let help = T::meant(ungroup(&pair.value))
                    .map_or_else(help, |meant| format!("did you mean `{name} = {meant}`?"));
                let wanted = T::wanted(ungroup(&pair.value));
                Err(fault_at(&pair.value, format_args!("`{name}` takes {wanted}"), help).into())
            }
        }
    }
}
