//! Paths by what they lead to: a function, a pipeline's module, a node.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Expr, LitStr, Path};

use super::value::{Value, ungroup};

/// A function that stands somewhere.
#[derive(Debug, Clone)]
pub(crate) struct Function(pub(crate) Path);

impl ToTokens for Function {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.0.to_tokens(tokens);
    }
}

impl Value for Function {
    const WANTED: &'static str = "the name of a `fn`";
    const EXAMPLE: &'static str = "path::to::function";

    fn read(expr: &Expr) -> Option<Self> {
        Path::read(expr).map(Self)
    }

    fn meant(expr: &Expr) -> Option<String> {
        meant(expr).map(|path| said(&path))
    }
}

/// The module of a pipeline.
#[derive(Debug, Clone)]
pub(crate) struct ModulePath(pub(crate) Path);

impl Value for ModulePath {
    const WANTED: &'static str = "the name of a `#[pipeline]` module";
    const EXAMPLE: &'static str = "path::to::module";

    fn read(expr: &Expr) -> Option<Self> {
        let is_plain = |path: &Path| path.segments.iter().all(|one| one.arguments.is_none());
        Path::read(expr).filter(is_plain).map(Self)
    }

    fn meant(expr: &Expr) -> Option<String> {
        let path = meant(expr)?;
        Some(module_of(&path).unwrap_or_else(|| said(&path)))
    }
}

/// The module in which a path finds what `#[pipeline]` puts there, a function and a type.
pub(crate) fn module_of(path: &Path) -> Option<String> {
    said(path).strip_suffix("::pipeline").map(str::to_owned)
}

/// A node of the same pipeline.
#[derive(Debug, Clone)]
pub(crate) struct NodeName(pub(crate) Path);

impl Value for NodeName {
    const WANTED: &'static str = "the name of a node, without quotes";
    const EXAMPLE: &'static str = "node";

    fn read(expr: &Expr) -> Option<Self> {
        Path::read(expr).map(Self)
    }

    fn meant(expr: &Expr) -> Option<String> {
        meant(expr).map(|path| said(&path))
    }
}

/// The path in quotes, or that of a call.
fn meant(expr: &Expr) -> Option<Path> {
    match expr {
        Expr::Call(call) => Path::read(ungroup(&call.func)),
        expr => LitStr::read(expr)?.parse().ok(),
    }
}

/// A path as it is written.
pub(crate) fn said(path: &Path) -> String {
    path.to_token_stream().to_string().replace(' ', "")
}
