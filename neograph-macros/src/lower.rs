//! From syntax to the model: takes our attributes off and decides what they mean.
//!
//! What cannot be read is reported and left out; the rest of the module is lowered all the
//! same, so that one fault hides no other.

mod flow;

pub(crate) use flow::alone;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    Attribute, Expr, ExprLit, FnArg, GenericArgument, Ident, Lit, Meta, Pat, Path, PathArguments,
    Type, ext::IdentExt, spanned::Spanned,
};

use crate::{
    args::{
        self, CarryArgs, ConfigArgs, InputArgs, Mode, NodeArgs, PipelineArgs, ReaderArgs,
        ResourceArgs, ToolArgs,
    },
    diag::{Errors, closest},
    model::{
        Argument, FunctionTool, Held, Locator, Node, Param, Passing, Pipeline, Reader, Resource,
        Source, Taken, Unread,
    },
    parse::{Attached, Hiding, Item, Module, OpaqueFn, Template, arguments, entries},
};

/// An item of the module, with its functions replaced by their places in the model.
#[derive(Debug)]
pub(crate) enum Slot {
    Node(usize),
    Reader(usize),
    Other(TokenStream),
}

/// Lowers a module. The slots keep the order of its items.
pub(crate) fn pipeline(
    ident: Ident,
    items: Vec<Item>,
    args: &PipelineArgs,
    errors: &mut Errors,
) -> (Pipeline, Vec<Slot>) {
    let name = match &args.name {
        Some(name) => name.value.value(),
        None => ident.unraw().to_string().replace('_', "-"),
    };
    let mut pipeline = Pipeline {
        name,
        ident,
        nodes: Vec::new(),
        readers: Vec::new(),
        unread: Vec::new(),
        output: args.output.as_ref().map(|output| output.value.0.clone()),
        reads_outer_links: args.links.is_some(),
    };
    let mut slots = Vec::new();
    for item in items {
        match item {
            Item::Function { attached: Attached::Node, path, args, function } => {
                slots.push(Slot::Node(pipeline.nodes.len()));
                pipeline.nodes.push(node(path, args, *function, errors));
            }
            Item::Function { attached: Attached::Reader, path, args, function } => {
                slots.push(Slot::Reader(pipeline.readers.len()));
                pipeline.readers.push(reader(path, args, *function, errors));
            }
            Item::Misplaced { attribute } => {
                let path = attribute.path().to_token_stream();
                errors.at(
                    &attribute,
                    format_args!("`#[{path}]` goes on an `async fn`"),
                    "move it to a function, or remove it",
                );
            }
            Item::Hidden { place, marker, name, by } => {
                let marker = marker.replace(' ', "");
                match by {
                    Hiding::CfgAttr => errors.at(
                        place,
                        format_args!(
                            "`#[{marker}]` inside `#[cfg_attr]` cannot be seen by the pipeline"
                        ),
                        "write it by itself, and put `#[cfg]` on the whole module",
                    ),
                    Hiding::Module => errors.at(
                        place,
                        format_args!(
                            "`#[{marker}]` in a module of its own cannot be seen by the pipeline"
                        ),
                        "move the function out of that module, or join nodes of several modules \
                         with `compose!`",
                    ),
                }
                pipeline.unread.extend(
                    name.map(|name| Unread { attribute: None, name: name.unraw().to_string() }),
                );
            }
            Item::Unread { attribute, function } => {
                pipeline.unread.push(Unread {
                    attribute: Some(attribute.path().clone()),
                    name: function.name.unraw().to_string(),
                });
                function.error.into_iter().for_each(|error| errors.push(error));
            }
            Item::Other(token) => match slots.last_mut() {
                Some(Slot::Other(tokens)) => tokens.extend([token]),
                _ => slots.push(Slot::Other(token.into())),
            },
        }
    }
    flow::resolve(&mut pipeline, &slots);
    (pipeline, slots)
}

pub(crate) fn module(
    module: Module,
    args: &PipelineArgs,
    errors: &mut Errors,
) -> (Pipeline, Vec<Slot>) {
    pipeline(module.ident, module.items, args, errors)
}

/// Lowers a function under `#[node]`.
pub(crate) fn node(
    attribute: Path,
    args: TokenStream,
    mut function: OpaqueFn,
    errors: &mut Errors,
) -> Node {
    let keys = keys(&args);
    let (args, args_are_clean) = args::read::<NodeArgs>(args, errors);
    let params = params(&mut function, errors);
    let name = match &args.name {
        Some(name) => name.value.value(),
        None => function.sig.ident.unraw().to_string(),
    };
    let question = flow::question(&args, &params);
    let mode = mode(&args);
    Node { name, attribute, args, args_are_clean, keys, mode, function, params, question }
}

/// A struct of arguments does not keep their order.
fn keys(args: &TokenStream) -> Vec<Ident> {
    let key = |entry: TokenStream| match entry.into_iter().next() {
        Some(TokenTree::Ident(key)) => Some(key),
        _ => None,
    };
    entries(args.clone()).into_iter().filter_map(key).collect()
}

/// A model or a prompt without a mode makes a `think` node.
fn mode(args: &NodeArgs) -> Mode {
    let asks_a_model = args.model.is_some()
        || args.models.is_some()
        || args.prompt.is_some()
        || args.prompt_text.is_some();
    match &args.mode {
        // The modes of the nodes inside are not those of the node.
        _ if args.pipeline.is_some() => Mode::Scripted,
        Some(mode) => mode.value,
        None if asks_a_model => Mode::Think,
        None => Mode::Scripted,
    }
}

fn params(function: &mut OpaqueFn, errors: &mut Errors) -> Vec<Param> {
    let mut params = Vec::new();
    for input in &mut function.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let markers: Vec<Attribute> = input.attrs.extract_if(.., |attr| is_marker(attr)).collect();
        let Pat::Ident(pattern) = &*input.pat else { continue };
        let mut markers = markers.into_iter();
        let misspelt = misspelt_marker(&mut input.attrs, errors);
        let marker = markers.next();
        let source = match &marker {
            Some(marker) => source(marker.clone(), errors),
            // What the marker was to say is not known, but an edge was not meant.
            None if misspelt => Source::Config { in_prompt: false },
            None => Source::Upstream,
        };
        params.push(Param {
            ident: pattern.ident.clone(),
            name: pattern.ident.unraw().to_string(),
            taken: taken(&input.ty, &source),
            ty: (*input.ty).clone(),
            source,
            marker,
            extra_markers: markers.collect(),
        });
    }
    params
}

const MARKERS: [&str; 7] =
    ["from_input", "from_config", "from_resource", "first_of", "each", "carry", "human_feedback"];

fn marker_name(attribute: &Attribute) -> Option<&Ident> {
    attribute.path().segments.last().map(|segment| &segment.ident)
}

/// Whether an attribute is one of the parameter markers.
pub(crate) fn is_marker(attribute: &Attribute) -> bool {
    marker_name(attribute).is_some_and(|name| MARKERS.iter().any(|marker| name == marker))
}

/// Takes off an attribute that is nearly a marker, so that it is reported once and by us.
fn misspelt_marker(attrs: &mut Vec<Attribute>, errors: &mut Errors) -> bool {
    let nearest = |attribute: &Attribute| {
        let name = marker_name(attribute)?.to_string();
        closest(&name, MARKERS)
    };
    let Some(index) = attrs.iter().position(|attribute| nearest(attribute).is_some()) else {
        return false;
    };
    let attribute = attrs.remove(index);
    let marker = nearest(&attribute).unwrap_or_default();
    let path = attribute.path().to_token_stream();
    errors.at(
        attribute.path(),
        format_args!("unknown marker `{path}`"),
        format_args!("did you mean `{marker}`?"),
    );
    true
}

fn source(marker: Attribute, errors: &mut Errors) -> Source {
    let tokens = arguments(&marker);
    let name = marker_name(&marker).map(ToString::to_string);
    match name.as_deref() {
        Some("first_of") => flow::first_of(&marker, errors),
        Some("each") => flow::each(&marker, errors),
        Some("human_feedback") => flow::feedback(&marker, errors),
        Some("carry") => {
            args::read::<CarryArgs>(tokens, errors);
            Source::Carry
        }
        Some("from_config") => {
            let (args, _) = args::read::<ConfigArgs>(tokens, errors);
            Source::Config { in_prompt: args.prompt.0 }
        }
        Some("from_resource") => {
            let ref_is_first = ref_is_first(&tokens);
            let (args, args_are_clean) = args::read::<ResourceArgs>(tokens, errors);
            let locator = match (&args.uri, &args.kind) {
                (Some(uri), _) => Some(Locator::Uri {
                    literal: uri.value.clone(),
                    template: Template::parse(&uri.value.value()),
                }),
                (None, Some(kind)) => Some(Locator::Ref(kind.value.clone())),
                (None, None) => None,
            };
            Source::Resource(Box::new(Resource {
                marker,
                args,
                args_are_clean,
                ref_is_first,
                locator,
            }))
        }
        _ => {
            args::read::<InputArgs>(tokens, errors);
            Source::Input
        }
    }
}

/// A struct of arguments does not keep their order; a URI without its key comes first.
fn ref_is_first(tokens: &TokenStream) -> bool {
    let mut tokens = tokens.clone().into_iter().peekable();
    matches!(tokens.peek(), Some(TokenTree::Ident(_)))
        && tokens
            .take_while(|token| token.to_string() != "uri")
            .any(|token| token.to_string() == "ref")
}

/// How the body takes the value, by the spelling of the type: `Option`, `&` and `Arc` are
/// looked through, and an alias of one of them is a type like any other.
fn taken(ty: &Type, source: &Source) -> Taken {
    let optional = match source {
        // An item is there, and an edge too, unless it turns out to lead to a condition.
        Source::Upstream | Source::Each(_) => None,
        _ => argument_of(ty, "Option"),
    };
    let inner = optional.unwrap_or(ty);
    let shareable = optional.is_none() || is_shared(source);
    let (passing, held) = match ungroup(inner) {
        Type::Reference(reference) => (Passing::Borrowed, lent(&reference.elem)),
        inner => match argument_of(inner, "Arc").filter(|held| shareable && !is_unsized(held)) {
            Some(shared) => (Passing::Shared, Held::Plain(shared.clone())),
            None => (Passing::Value, Held::Plain(inner.clone())),
        },
    };
    Taken { passing, optional: optional.is_some(), or_literal: false, held }
}

/// Whether others hold the value too, so that it travels as it is and an `Option` is put
/// around it only for the body.
pub(crate) fn is_shared(source: &Source) -> bool {
    !matches!(source, Source::Input | Source::Feedback(_) | Source::Resource(_))
}

/// What only a pointer can hold: `Arc<dyn Client>` is a value of its own.
fn is_unsized(ty: &Type) -> bool {
    match ungroup(ty) {
        Type::TraitObject(_) | Type::Slice(_) => true,
        Type::Path(path) => path.path.is_ident("str"),
        _ => false,
    }
}

fn lent(ty: &Type) -> Held {
    match ungroup(ty) {
        Type::Path(path) if path.path.is_ident("str") => Held::Str(path.span()),
        Type::Slice(slice) => Held::Slice((*slice.elem).clone()),
        ty => Held::Plain(ty.clone()),
    }
}

/// Types that come through a `macro_rules!` fragment are wrapped in an invisible group.
pub(crate) fn ungroup(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungroup(&group.elem),
        Type::Paren(paren) => ungroup(&paren.elem),
        ty => ty,
    }
}

/// The `T` of `Wrapper<T>`, under whatever path the wrapper is named.
pub(crate) fn argument_of<'a>(ty: &'a Type, wrapper: &str) -> Option<&'a Type> {
    let Type::Path(path) = ungroup(ty) else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == wrapper)?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if arguments.args.len() == 1 => Some(ty),
        _ => None,
    }
}

/// Lowers a function under `#[resource_reader]`.
pub(crate) fn reader(
    attribute: Path,
    args: TokenStream,
    function: OpaqueFn,
    errors: &mut Errors,
) -> Reader {
    let (args, args_are_clean) = args::read::<ReaderArgs>(args, errors);
    let name = match &args.name {
        Some(name) => name.value.value(),
        None => function.sig.ident.unraw().to_string(),
    };
    let template = args.uri_template.as_ref().map(|uri| Template::parse(&uri.value.value()));
    let arguments = function
        .sig
        .inputs
        .iter()
        .filter_map(|input| {
            let FnArg::Typed(input) = input else { return None };
            let Pat::Ident(pattern) = &*input.pat else { return None };
            let inner = argument_of(&input.ty, "Option");
            Some(Argument {
                ident: pattern.ident.clone(),
                name: pattern.ident.unraw().to_string(),
                held: inner.unwrap_or(&input.ty).clone(),
                optional: inner.is_some(),
                ty: (*input.ty).clone(),
            })
        })
        .collect();
    Reader { name, attribute, args, args_are_clean, template, function, arguments }
}

/// Lowers a function under `#[tool]`.
pub(crate) fn tool(args: TokenStream, mut function: OpaqueFn, errors: &mut Errors) -> FunctionTool {
    let (args, _) = args::read::<ToolArgs>(args, errors);
    let docs = docs(&mut function);
    let mut params = params(&mut function, errors);
    for param in params.iter_mut().filter(|param| matches!(param.source, Source::Upstream)) {
        param.source = Source::Input;
        param.taken = taken(&param.ty, &param.source);
    }
    let name = match &args.name {
        Some(name) => name.value.value(),
        None => function.sig.ident.unraw().to_string(),
    };
    FunctionTool { name, args, function, params, docs }
}

/// Takes the doc comments off the parameters that have names, where rustc would refuse them.
fn docs(function: &mut OpaqueFn) -> Vec<Option<String>> {
    let mut docs = Vec::new();
    for input in &mut function.sig.inputs {
        let FnArg::Typed(input) = input else { continue };
        let comment: Vec<Attribute> =
            input.attrs.extract_if(.., |attr| attr.path().is_ident("doc")).collect();
        if matches!(&*input.pat, Pat::Ident(_)) {
            docs.push(doc_comment(&comment));
        }
    }
    docs
}

/// The text of a doc comment.
pub(crate) fn doc_comment(attrs: &[Attribute]) -> Option<String> {
    let lines: Vec<String> = attrs
        .iter()
        .filter(|attr| attr.path().is_ident("doc"))
        .filter_map(|attr| match &attr.meta {
            Meta::NameValue(pair) => match &pair.value {
                Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
                _ => None,
            },
            _ => None,
        })
        .map(|line| line.strip_prefix(' ').map_or(line.clone(), ToOwned::to_owned))
        .collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

#[cfg(test)]
mod tests;
