//! The arguments of the attributes.
//!
//! darling fills the structs; what it would say about a wrong key or value is replaced,
//! because its words point at values only and do not say what to write instead.

use std::{slice, time::Duration};

use darling::{FromMeta, ast::NestedMeta, util::Flag};
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, ExprLit, Ident, Lit, LitBool, LitStr, Meta, MetaNameValue, Path, Token};

use crate::diag::{Errors, closest, fault_at, list};

/// The keys of one attribute.
pub(crate) trait Arguments: FromMeta + Default {
    const KEYS: &'static [&'static str];
    /// The key that a first value without one stands for.
    const UNNAMED: Option<&'static str> = None;
}

/// Reads an attribute's arguments. What is faulty is reported and left out; the second
/// value says whether nothing was.
pub(crate) fn read<A: Arguments>(tokens: TokenStream, errors: &mut Errors) -> (A, bool) {
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
        match accept::<A>(item, index == 0, &mut seen) {
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
        Err(error) => Err(whole(&item, error)),
    }
}

/// darling keeps the first token of a value only; the whole value is at fault.
fn whole(item: &NestedMeta, error: darling::Error) -> syn::Error {
    let error = syn::Error::from(error);
    match item {
        NestedMeta::Meta(Meta::NameValue(pair)) => {
            syn::Error::new_spanned(&pair.value, error.to_string())
        }
        _ => error,
    }
}

fn keys<A: Arguments>() -> String {
    if A::KEYS.is_empty() {
        return "this attribute takes no keys".to_owned();
    }
    format!("the keys are {}", list(A::KEYS.iter().copied()))
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
                Err(fault_at(&pair.value, format_args!("`{name}` takes {}", T::WANTED), help())
                    .into())
            }
        }
    }
}

/// Values that come through a `macro_rules!` fragment are wrapped in an invisible group.
fn ungroup(expr: &Expr) -> &Expr {
    match expr {
        Expr::Group(group) => ungroup(&group.expr),
        expr => expr,
    }
}

/// What may stand after a key.
pub(crate) trait Value: Sized {
    const WANTED: &'static str;
    const EXAMPLE: &'static str;
    fn read(expr: &Expr) -> Option<Self>;
}

fn literal(expr: &Expr) -> Option<&Lit> {
    match expr {
        Expr::Lit(ExprLit { lit, .. }) => Some(lit),
        _ => None,
    }
}

impl Value for LitStr {
    const WANTED: &'static str = "a text that is not empty";
    const EXAMPLE: &'static str = "\"…\"";

    fn read(expr: &Expr) -> Option<Self> {
        match literal(expr)? {
            Lit::Str(text) if !text.value().trim().is_empty() => Some(text.clone()),
            _ => None,
        }
    }
}

impl Value for bool {
    const WANTED: &'static str = "`true` or `false`";
    const EXAMPLE: &'static str = "false";

    fn read(expr: &Expr) -> Option<Self> {
        match literal(expr)? {
            Lit::Bool(LitBool { value, .. }) => Some(*value),
            _ => None,
        }
    }
}

impl Value for Path {
    const WANTED: &'static str = "the path of an item";
    const EXAMPLE: &'static str = "path::to::item";

    fn read(expr: &Expr) -> Option<Self> {
        match expr {
            Expr::Path(path) if path.qself.is_none() => Some(path.path.clone()),
            _ => None,
        }
    }
}

/// A size in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes(pub(crate) u64);

impl Value for Bytes {
    const WANTED: &'static str = "a whole number of bytes";
    const EXAMPLE: &'static str = "200_000";

    fn read(expr: &Expr) -> Option<Self> {
        integer(expr).map(Self)
    }
}

/// How often something may happen.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Count(pub(crate) u32);

impl Value for Count {
    const WANTED: &'static str = "a whole number";
    const EXAMPLE: &'static str = "3";

    fn read(expr: &Expr) -> Option<Self> {
        u32::try_from(integer(expr)?).ok().map(Self)
    }
}

fn integer(expr: &Expr) -> Option<u64> {
    match literal(expr)? {
        Lit::Int(number) => number.base10_parse().ok(),
        _ => None,
    }
}

/// A duration written as text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Timeout(pub(crate) Duration);

impl Value for Timeout {
    const WANTED: &'static str = "a duration in `ms`, `s`, `m` or `h` that is not zero";
    const EXAMPLE: &'static str = "\"30s\"";

    fn read(expr: &Expr) -> Option<Self> {
        let Lit::Str(text) = literal(expr)? else { return None };
        let text = text.value();
        let digits = text.find(|c: char| !c.is_ascii_digit())?;
        let (number, unit) = text.split_at_checked(digits)?;
        let milliseconds = match unit.trim() {
            "ms" => 1,
            "s" => 1_000,
            "m" => 60_000,
            "h" => 3_600_000,
            _ => return None,
        };
        let milliseconds = number.parse::<u64>().ok()?.checked_mul(milliseconds)?;
        (milliseconds > 0).then(|| Self(Duration::from_millis(milliseconds)))
    }
}

/// How a node runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Scripted,
    Think,
    Agent,
    Act,
}

impl Mode {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Scripted => "scripted",
            Self::Think => "think",
            Self::Agent => "agent",
            Self::Act => "act",
        }
    }

    pub(crate) fn uses_model(self) -> bool {
        self != Self::Scripted
    }

    pub(crate) fn uses_tools(self) -> bool {
        matches!(self, Self::Agent | Self::Act)
    }
}

impl Value for Mode {
    const WANTED: &'static str = "`scripted`, `think`, `agent` or `act`";
    const EXAMPLE: &'static str = "think";

    fn read(expr: &Expr) -> Option<Self> {
        let path = Path::read(expr)?;
        [Self::Scripted, Self::Think, Self::Agent, Self::Act]
            .into_iter()
            .find(|mode| path.is_ident(mode.name()))
    }
}

/// A tool of a tool list.
#[derive(Debug, Clone)]
pub(crate) enum Tool {
    Named(LitStr),
    Declared(Path),
}

impl Value for Vec<Tool> {
    const WANTED: &'static str = "a list of tool names and of `#[resource_reader]`s";
    const EXAMPLE: &'static str = "[\"server::tool\", reader]";

    fn read(expr: &Expr) -> Option<Self> {
        let Expr::Array(list) = expr else { return None };
        list.elems
            .iter()
            .map(|tool| {
                let tool = ungroup(tool);
                LitStr::read(tool).map(Tool::Named).or_else(|| Path::read(tool).map(Tool::Declared))
            })
            .collect()
    }
}

/// `#[pipeline(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct PipelineArgs {
    pub(crate) name: Option<Keyed<LitStr>>,
    #[darling(rename = "crate")]
    pub(crate) root: Option<Keyed<Path>>,
}

impl Arguments for PipelineArgs {
    const KEYS: &'static [&'static str] = &["name", "crate"];
}

/// `#[node(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct NodeArgs {
    pub(crate) name: Option<Keyed<LitStr>>,
    pub(crate) mode: Option<Keyed<Mode>>,
    pub(crate) model: Option<Keyed<LitStr>>,
    pub(crate) prompt: Option<Keyed<LitStr>>,
    pub(crate) prompt_text: Option<Keyed<LitStr>>,
    pub(crate) tools: Option<Keyed<Vec<Tool>>>,
    pub(crate) interrupt_when: Option<Keyed<Path>>,
    pub(crate) max_turns: Option<Keyed<Count>>,
    pub(crate) max_retries: Option<Keyed<Count>>,
}

impl Arguments for NodeArgs {
    const KEYS: &'static [&'static str] = &[
        "name",
        "mode",
        "model",
        "prompt",
        "prompt_text",
        "tools",
        "interrupt_when",
        "max_turns",
        "max_retries",
    ];
}

/// `#[from_input]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct InputArgs {}

impl Arguments for InputArgs {
    const KEYS: &'static [&'static str] = &[];
}

/// `#[from_config(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct ConfigArgs {
    /// Lets the handle into the prompt.
    pub(crate) prompt: Flag,
}

impl Arguments for ConfigArgs {
    const KEYS: &'static [&'static str] = &["prompt"];
}

/// `#[from_resource(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct ResourceArgs {
    pub(crate) uri: Option<Keyed<LitStr>>,
    #[darling(rename = "ref")]
    pub(crate) kind: Option<Keyed<LitStr>>,
    pub(crate) max_bytes: Option<Keyed<Bytes>>,
    pub(crate) parse: Option<Keyed<Path>>,
    pub(crate) mime: Option<Keyed<LitStr>>,
    pub(crate) server: Option<Keyed<LitStr>>,
    pub(crate) timeout: Option<Keyed<Timeout>>,
    pub(crate) cache: Option<Keyed<bool>>,
}

impl Arguments for ResourceArgs {
    const KEYS: &'static [&'static str] =
        &["uri", "ref", "max_bytes", "parse", "mime", "server", "timeout", "cache"];
    const UNNAMED: Option<&'static str> = Some("uri");
}

/// `#[resource_reader(…)]`
#[derive(Debug, Default, FromMeta)]
#[darling(default)]
pub(crate) struct ReaderArgs {
    pub(crate) uri_template: Option<Keyed<LitStr>>,
    pub(crate) name: Option<Keyed<LitStr>>,
    pub(crate) description: Option<Keyed<LitStr>>,
    pub(crate) idempotent: Option<Keyed<bool>>,
    pub(crate) budget: Option<Keyed<Count>>,
    pub(crate) parse: Option<Keyed<Path>>,
    pub(crate) max_bytes: Option<Keyed<Bytes>>,
    pub(crate) server: Option<Keyed<LitStr>>,
    #[darling(rename = "crate")]
    pub(crate) root: Option<Keyed<Path>>,
}

impl Arguments for ReaderArgs {
    const KEYS: &'static [&'static str] = &[
        "uri_template",
        "name",
        "description",
        "idempotent",
        "budget",
        "parse",
        "max_bytes",
        "server",
        "crate",
    ];
}
