//! What may stand after the keys of control flow.

use syn::{Expr, Ident, Lit, LitStr, Path};

use super::value::{Value, literal, meant_word, ungroup};

/// What `when` says: a function, and the edges that are named for it.
#[derive(Debug, Clone)]
pub(crate) struct When {
    pub(crate) function: Path,
    /// The names between the parentheses, if there are any.
    pub(crate) asks: Option<Vec<Ident>>,
}

impl Value for When {
    const WANTED: &'static str = "a function, or a function with the names that it is asked about";
    const EXAMPLE: &'static str = "confident` or `when = confident(check)";

    fn read(expr: &Expr) -> Option<Self> {
        let Expr::Call(call) = expr else {
            return Some(Self { function: Path::read(expr)?, asks: None });
        };
        let asks = call.args.iter().map(|name| ident(ungroup(name)));
        Some(Self {
            function: Path::read(ungroup(&call.func))?,
            asks: Some(asks.collect::<Option<_>>()?),
        })
    }
}

/// Names of nodes.
#[derive(Debug, Clone)]
pub(crate) struct NodeNames(pub(crate) Vec<Ident>);

impl Value for NodeNames {
    const WANTED: &'static str = "a list of nodes";
    const EXAMPLE: &'static str = "[refund, bug]";

    fn read(expr: &Expr) -> Option<Self> {
        let Expr::Array(list) = expr else { return None };
        list.elems.iter().map(|name| ident(ungroup(name))).collect::<Option<_>>().map(Self)
    }
}

fn ident(expr: &Expr) -> Option<Ident> {
    Path::read(expr)?.get_ident().cloned()
}

/// What becomes of a fan-out when an item fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnError {
    Raise,
    Collect,
}

impl OnError {
    fn name(self) -> &'static str {
        match self {
            Self::Raise => "raise",
            Self::Collect => "collect",
        }
    }
}

impl Value for OnError {
    const WANTED: &'static str = "`raise` or `collect`";
    const EXAMPLE: &'static str = "collect";

    fn read(expr: &Expr) -> Option<Self> {
        let path = Path::read(expr)?;
        [Self::Raise, Self::Collect].into_iter().find(|one| path.is_ident(one.name()))
    }

    fn meant(expr: &Expr) -> Option<String> {
        meant_word(expr, [Self::Raise, Self::Collect].map(Self::name))
    }
}

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

    fn meant(expr: &Expr) -> Option<String> {
        meant_word(expr, ["fail", "last"])
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

    fn meant(expr: &Expr) -> Option<String> {
        meant_word(expr, ["outer"])
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
