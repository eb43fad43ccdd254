//! What may stand after the keys of control flow.

use syn::{Expr, Lit, LitStr, Path};

use super::value::{Value, literal, ungroup};
use crate::diag::closest;

/// What becomes of a loop that reached its bound while its condition still holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnExhaust {
    Fail,
    Last,
}

impl Value for OnExhaust {
    const WANTED: &'static str = "`fail` or `last`";
    const EXAMPLE: &'static str = "last";

    fn read(expr: &Expr) -> Option<Self> {
        let path = Path::read(expr)?;
        match path.get_ident()?.to_string().as_str() {
            "fail" => Some(Self::Fail),
            "last" => Some(Self::Last),
            _ => None,
        }
    }

    fn meant(expr: &Expr) -> Option<&'static str> {
        word(expr).and_then(|word| closest(&word, ["fail", "last"]))
    }
}

/// Where the links that a pipeline's nodes read may come from besides the pipeline itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinksFrom {
    /// From the nodes before the one that the pipeline is in.
    Outer,
}

impl Value for LinksFrom {
    const WANTED: &'static str = "`outer`";
    const EXAMPLE: &'static str = "outer";

    fn read(expr: &Expr) -> Option<Self> {
        Path::read(expr)?.is_ident("outer").then_some(Self::Outer)
    }

    fn meant(expr: &Expr) -> Option<&'static str> {
        word(expr).and_then(|word| closest(&word, ["outer"]))
    }
}

/// The keys of the models of an ensemble's members. Whether they are good is checked later,
/// at the one that is not.
#[derive(Debug, Clone)]
pub(crate) struct Models(pub(crate) Vec<LitStr>);

impl Value for Models {
    const WANTED: &'static str = "a list of the keys under which the graph is given the models";
    const EXAMPLE: &'static str = "[\"small\", \"large\"]";

    fn read(expr: &Expr) -> Option<Self> {
        let Expr::Array(list) = expr else { return None };
        let text = |expr| match literal(ungroup(expr))? {
            Lit::Str(text) => Some(text.clone()),
            _ => None,
        };
        list.elems.iter().map(text).collect::<Option<_>>().map(Self)
    }
}

/// A word as it may be meant: alone, or in quotes.
fn word(expr: &Expr) -> Option<String> {
    let word = match expr {
        Expr::Path(path) => path.path.get_ident()?.to_string(),
        expr => LitStr::read(expr)?.value(),
    };
    Some(word.to_lowercase())
}
