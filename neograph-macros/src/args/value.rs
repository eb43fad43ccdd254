//! What may stand after a key, and how the right value is described.

use std::time::Duration;

use crate::diag::closest;
use syn::{Expr, ExprLit, Lit, LitBool, LitStr, Path};

/// Values that come through a `macro_rules!` fragment are wrapped in an invisible group.
pub(super) fn ungroup(expr: &Expr) -> &Expr {
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
    /// The same for one value, where more can be said of it.
    fn wanted(_: &Expr) -> &'static str {
        Self::WANTED
    }
    /// What a value that cannot be read most likely means.
    fn meant(_: &Expr) -> Option<String> {
        None
    }
}

pub(super) fn literal(expr: &Expr) -> Option<&Lit> {
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

    fn wanted(expr: &Expr) -> &'static str {
        if is_large(expr) { "a whole number of at most 4294967295" } else { Self::WANTED }
    }
}

/// How often something is tried again.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Retries(pub(crate) u32);

impl Value for Retries {
    const WANTED: &'static str = "a whole number that is not zero";
    const EXAMPLE: &'static str = "3";

    fn read(expr: &Expr) -> Option<Self> {
        Count::read(expr).filter(|count| count.0 > 0).map(|count| Self(count.0))
    }

    fn wanted(expr: &Expr) -> &'static str {
        if is_large(expr) { Count::wanted(expr) } else { Self::WANTED }
    }
}

fn integer(expr: &Expr) -> Option<u64> {
    match literal(expr)? {
        Lit::Int(number) => number.base10_parse().ok(),
        _ => None,
    }
}

/// Whether a number is one that a [`Count`] has no room for.
fn is_large(expr: &Expr) -> bool {
    let Some(Lit::Int(number)) = literal(expr) else { return false };
    !number.base10_digits().starts_with('-') && number.base10_parse::<u32>().is_err()
}

/// The type of a content, such as `text/plain; charset=utf-8`.
#[derive(Debug, Clone)]
pub(crate) struct MediaType(pub(crate) LitStr);

impl Value for MediaType {
    const WANTED: &'static str = "a media type";
    const EXAMPLE: &'static str = "\"text/plain\"";

    fn read(expr: &Expr) -> Option<Self> {
        let text = LitStr::read(expr)?;
        let value = text.value();
        let essence = value.split(';').next()?.trim_end();
        let (kind, subtype) = essence.split_once('/')?;
        let is_token = |part: &str| {
            let may_stand = |c: char| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c);
            !part.is_empty() && part.chars().all(may_stand)
        };
        (is_token(kind) && is_token(subtype)).then_some(Self(text))
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

    fn meant(expr: &Expr) -> Option<String> {
        let modes = [Self::Scripted, Self::Think, Self::Agent, Self::Act];
        meant_word(expr, modes.map(Self::name))
    }
}

/// The word that is meant by one, which may stand in quotes.
pub(super) fn meant_word<'a>(
    expr: &Expr,
    words: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let word = match expr {
        Expr::Path(path) => path.path.get_ident()?.to_string(),
        expr => LitStr::read(expr)?.value(),
    };
    closest(&word.to_lowercase(), words).map(str::to_owned)
}

/// A tool of a tool list.
#[derive(Debug, Clone)]
pub(crate) enum Tool {
    Named(LitStr),
    Declared(Path),
}

impl Value for Vec<Tool> {
    const WANTED: &'static str = "a list of tool names and of `#[tool]`s and `#[resource_reader]`s";
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
