//! Values of the keys that say when a node runs and over what.

use syn::{Expr, Ident, Path};

use super::value::{Value, ungroup};
use crate::diag::closest;

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

    fn meant(expr: &Expr) -> Option<&'static str> {
        let word = match expr {
            Expr::Path(path) => path.path.get_ident()?.to_string(),
            expr => syn::LitStr::read(expr)?.value(),
        };
        closest(&word.to_lowercase(), [Self::Raise, Self::Collect].map(Self::name))
    }
}
