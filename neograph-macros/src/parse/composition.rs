//! The list of `compose!`, read entry by entry so that one fault hides no other.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    LitStr, MetaNameValue, Path,
    parse::{Parse, ParseStream},
};

use crate::diag::{Errors, closest};

/// What stands between the brackets of `compose!`.
#[derive(Debug, Default)]
pub(crate) struct Composition {
    pub(crate) name: Option<LitStr>,
    pub(crate) root: Option<Path>,
    pub(crate) nodes: Vec<Path>,
}

const FORM: &str = "write `compose![\"name\"; module::node, other::node]`";
/// More would make rustc's evaluation of the checks slow.
const MOST_NODES: usize = 1024;

impl Composition {
    pub(crate) fn read(tokens: TokenStream, errors: &mut Errors) -> Self {
        let mut composition = Self::default();
        let Some((head, tail)) = halves(tokens.clone()) else {
            match tokens.is_empty() {
                true => errors.at_span(
                    proc_macro2::Span::call_site(),
                    "a composition has a name and nodes",
                    FORM,
                ),
                false => errors.at(&tokens, "there is no `;` after the pipeline's name", FORM),
            }
            return composition;
        };
        composition.read_head(head, errors);
        let was_clean = errors.is_empty();
        for entry in entries(tail) {
            match syn::parse2::<NodePath>(entry.clone()) {
                Ok(NodePath(path, rest)) => {
                    if !rest.is_empty() {
                        errors.at(
                            rest,
                            format_args!(
                                "there is no `,` after `{}`",
                                plain(&path.to_token_stream())
                            ),
                            FORM,
                        );
                    }
                    composition.nodes.push(path);
                }
                Err(_) => errors.at(
                    &entry,
                    format_args!("`{}` is not the path of a node", plain(&entry)),
                    FORM,
                ),
            }
        }
        if let Some(name) = &composition.name
            && was_clean
            && errors.is_empty()
        {
            let name_text = name.value();
            if composition.nodes.is_empty() {
                let fault = format!("pipeline `{name_text}` has no nodes");
                errors.at(name, fault, FORM);
            } else if composition.nodes.len() > MOST_NODES {
                let fault = format!("pipeline `{name_text}` has more than {MOST_NODES} nodes");
                errors.at(name, fault, "write the nodes into a `#[pipeline]` module");
            }
        }
        composition
    }

    fn read_head(&mut self, head: TokenStream, errors: &mut Errors) {
        let mut entries = entries(head.clone()).into_iter();
        match entries.next().map(|entry| (syn::parse2::<LitStr>(entry.clone()), entry)) {
            Some((Ok(name), _)) if !name.value().trim().is_empty() => self.name = Some(name),
            Some((_, entry)) => errors.at(
                entry,
                "a composition begins with the pipeline's name, a text that is not empty",
                FORM,
            ),
            None => errors.at_span(
                proc_macro2::Span::call_site(),
                "a composition begins with the pipeline's name",
                FORM,
            ),
        }
        for entry in entries {
            match syn::parse2::<MetaNameValue>(entry.clone()) {
                Ok(pair) if pair.path.is_ident("crate") && self.root.is_none() => {
                    match syn::parse2::<NodePath>(pair.value.to_token_stream()) {
                        Ok(NodePath(path, rest)) if rest.is_empty() => self.root = Some(path),
                        _ => errors.at(
                            pair.value,
                            "`crate` takes the path of a module",
                            "write `crate = path::to::neograph`",
                        ),
                    }
                }
                Ok(pair) if pair.path.is_ident("crate") => {
                    errors.at(pair.path, "`crate` is given twice", "keep one");
                }
                Ok(pair) => {
                    let key = plain(&pair.path.to_token_stream());
                    let help = match closest(&key, ["crate"]) {
                        Some(near) => format!("did you mean `{near}`?"),
                        None => "the only key is `crate`".to_owned(),
                    };
                    errors.at(&pair.path, format_args!("unknown key `{key}`"), help);
                }
                Err(_) => errors.at(entry, "expected `crate = path` or `;`", FORM),
            }
        }
    }
}

/// A path, and what stands behind it. One from a `macro_rules!` fragment is in an
/// invisible group.
struct NodePath(Path, TokenStream);

impl Parse for NodePath {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let ty: syn::Type = input.parse()?;
        match crate::lower::ungroup(&ty) {
            syn::Type::Path(path) if path.qself.is_none() => {
                Ok(Self(path.path.clone(), input.parse()?))
            }
            ty => Err(syn::Error::new_spanned(ty, "expected a path")),
        }
    }
}

/// The tokens before and after the first `;`.
fn halves(tokens: TokenStream) -> Option<(TokenStream, TokenStream)> {
    let mut tokens = tokens.into_iter();
    let mut head = TokenStream::new();
    for token in tokens.by_ref() {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ';' => {
                return Some((head, tokens.collect()));
            }
            _ => head.extend([token]),
        }
    }
    None
}

/// The tokens between commas; a comma at the end is no entry.
pub(crate) fn entries(tokens: TokenStream) -> Vec<TokenStream> {
    let mut entries = Vec::new();
    let mut entry = TokenStream::new();
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => {
                if entry.is_empty() {
                    // Two commas in a row: the second one is what is wrong.
                    entry.extend([token]);
                }
                entries.push(std::mem::take(&mut entry));
            }
            _ => entry.extend([token]),
        }
    }
    if !entry.is_empty() {
        entries.push(entry);
    }
    entries
}

/// Tokens as they are written in paths.
fn plain(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}
