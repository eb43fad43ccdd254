//! Control flow: the markers that name other nodes, and what only a whole module tells.

use std::cmp::Ordering;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, FnArg, Ident, Meta, Pat, Type, ext::IdentExt};

use super::{Slot, argument_of, is_unsized, lent, ungroup};
use crate::{
    args::NodeArgs,
    diag::{Errors, closest},
    model::{
        Asks, Each, Head, Held, Node, Param, Passing, Pipeline, Question, Source, Taken, Uneven,
    },
    parse::{self, Way, arguments},
};

/// `#[first_of(a, b)]`
pub(super) fn first_of(marker: &Attribute, errors: &mut Errors) -> Source {
    const HELP: &str =
        "write `#[first_of(shallow, deep)]`, in the order in which they are preferred";
    let names = parse::names(listed(marker));
    if names.as_ref().is_none_or(Vec::is_empty) {
        errors.at(marker, "`#[first_of]` takes the names of nodes", HELP);
    }
    Source::FirstOf(names.unwrap_or_default())
}

/// `#[each(node.field)]`
pub(super) fn each(marker: &Attribute, errors: &mut Errors) -> Source {
    let way = syn::parse2::<Way>(listed(marker)).ok();
    if way.is_none() {
        errors.at(
            marker,
            "`#[each]` takes the way to a collection: a node, or fields of what it returns",
            "write `#[each(node)]` or `#[each(node.field)]`",
        );
    }
    Source::Each(Box::new(Each { way }))
}

/// `#[human_feedback(node)]`
pub(super) fn feedback(marker: &Attribute, errors: &mut Errors) -> Source {
    let names = parse::names(listed(marker)).unwrap_or_default();
    if let Ok([asker]) = <[Ident; 1]>::try_from(names) {
        return Source::Feedback(asker);
    }
    errors.at(
        marker,
        "`#[human_feedback]` takes the name of the node that asks",
        "write `#[human_feedback(node)]`",
    );
    // What it was to say is not known, but an edge was not meant.
    Source::Config { in_prompt: false }
}

/// What stands between a marker's parentheses.
fn listed(marker: &Attribute) -> TokenStream {
    match &marker.meta {
        Meta::List(_) => arguments(marker),
        _ => TokenStream::new(),
    }
}

/// How an edge to a node that may be skipped is taken: what is in the `Option`, shared like
/// other edges.
pub(super) fn taken_or_none(ty: &Type) -> Option<Taken> {
    let inner = argument_of(ty, "Option")?;
    let (passing, held) = match ungroup(inner) {
        Type::Reference(reference) => (Passing::Borrowed, lent(&reference.elem)),
        inner => match argument_of(inner, "Arc").filter(|held| !is_unsized(held)) {
            Some(shared) => (Passing::Shared, Held::Plain(shared.clone())),
            None => (Passing::Value, Held::Plain(inner.clone())),
        },
    };
    Some(Taken { passing, optional: true, or_literal: false, held })
}

/// What `when` says by itself: the names that are written there.
pub(super) fn question(args: &NodeArgs, params: &[Param]) -> Option<Question> {
    let when = &args.when.as_ref()?.value;
    let asks = match &when.asks {
        None => Asks::Unknown(None),
        Some(names) => {
            Asks::Named(names.iter().map(|name| (name.clone(), asked(name, params))).collect())
        }
    };
    Some(Question { function: when.function.clone(), asks })
}

/// Where a condition finds what it asks about: where the node's own parameter of that name
/// finds it, if that is there before the node runs, and else at the node of that name.
fn asked(name: &Ident, params: &[Param]) -> Source {
    let name = name.unraw().to_string();
    match params.iter().find(|param| param.name == name).map(|param| &param.source) {
        Some(Source::Input) => Source::Input,
        Some(Source::Config { in_prompt }) => Source::Config { in_prompt: *in_prompt },
        Some(Source::Feedback(asker)) => Source::Feedback(asker.clone()),
        _ => Source::Upstream,
    }
}

/// A node whose upstream nodes are not known: an `Option` may stand for a node that was
/// skipped, or be what the node returns.
pub(crate) fn alone(node: &mut Node) {
    for param in node.params.iter_mut().filter(|param| matches!(param.source, Source::Upstream)) {
        if let Some(taken) = taken_or_none(&param.ty) {
            let or_literal = taken.passing != Passing::Borrowed;
            param.taken = Taken { or_literal, ..taken };
        }
    }
}

/// Says what only the whole module tells: the types that conditions ask about, and which
/// edges may stay empty.
pub(super) fn resolve(pipeline: &mut Pipeline, slots: &[Slot]) {
    let others = || {
        slots.iter().filter_map(|slot| match slot {
            Slot::Other(tokens) => Some(tokens),
            _ => None,
        })
    };
    let nodes: Vec<Ident> = pipeline.nodes.iter().map(|node| node.ident().unraw()).collect();
    for node in &mut pipeline.nodes {
        let Some(question) = &mut node.question else { continue };
        let Some(name) = in_module(&question.function) else { continue };
        if nodes.contains(&name.unraw()) {
            question.asks = Asks::Node;
        } else if let Some(head) = parse::Head::find(name, others()) {
            question.asks = typed(head, &question.asks, &node.params);
        } else if let Asks::Unknown(near) = &mut question.asks {
            let known = parse::Head::names(others());
            *near = closest(&name.to_string(), known.iter().map(String::as_str)).map(str::to_owned);
        }
    }
    // What could not be read, or is not there, may have been a node with a condition.
    let sure = sure(pipeline);
    let always_run: Vec<String> = pipeline
        .nodes
        .iter()
        .filter(|node| node.is_always_run())
        .map(|node| node.name.clone())
        .collect();
    for node in &mut pipeline.nodes {
        let asked = match &mut node.question {
            Some(Question { asks: Asks::Typed { params, .. }, .. }) => params.as_mut_slice(),
            _ => &mut [],
        };
        let edges = node.params.iter_mut().chain(asked);
        for param in edges.filter(|param| matches!(param.source, Source::Upstream)) {
            if !always_run.contains(&param.name)
                && let Some(taken) = taken_or_none(&param.ty)
            {
                param.taken = taken;
            }
        }
    }
    for (node, param) in sure {
        let param = pipeline.nodes.get_mut(node).and_then(|node| node.params.get_mut(param));
        if let Some(param) = param {
            param.taken = super::taken(&param.ty, &Source::Upstream);
        }
    }
}

/// The parameters of nodes that are an `Option` by value of several nodes of which one always
/// runs: that `Option` is the nodes' own, as on an edge.
fn sure(pipeline: &Pipeline) -> Vec<(usize, usize)> {
    let is_sure = |param: &Param| {
        let Source::FirstOf(nodes) = &param.source else { return false };
        let is_value = param.taken.passing == Passing::Value;
        param.taken.optional && is_value && pipeline.one_runs(nodes, false)
    };
    let places = pipeline.nodes.iter().enumerate().flat_map(|(at, node)| {
        let params = node.params.iter().enumerate().filter(|(_, param)| is_sure(param));
        params.map(move |(param, _)| (at, param)).collect::<Vec<_>>()
    });
    places.collect()
}

/// The name of a function that may stand in the module itself.
fn in_module(function: &syn::Path) -> Option<&Ident> {
    let mut segments = function.segments.iter();
    let first = segments.next()?;
    let last = match segments.next() {
        Some(second) if first.ident == "self" && segments.next().is_none() => second,
        None if function.leading_colon.is_none() => first,
        _ => return None,
    };
    last.arguments.is_none().then_some(&last.ident)
}

fn typed(head: parse::Head, asks: &Asks, own: &[Param]) -> Asks {
    let parse::Head { asyncness, generics, params: inputs } = head;
    let names: Option<Vec<&Ident>> = match asks {
        Asks::Named(names) => Some(names.iter().map(|(name, _)| name).collect()),
        _ => None,
    };
    let mut params = Vec::new();
    let mut nameless = Vec::new();
    let count = inputs.len();
    for (index, input) in inputs.into_iter().enumerate() {
        let written = names.as_ref().map(|names| names.get(index).copied());
        let (ident, ty) = match (&input, written) {
            // What is asked about is named where the function is, and not in the function.
            (FnArg::Typed(input), Some(Some(name))) => (name.clone(), &input.ty),
            // That the numbers differ is reported.
            (FnArg::Typed(_), Some(None)) => continue,
            (FnArg::Typed(input), None) => match &*input.pat {
                Pat::Ident(pattern) if pattern.subpat.is_none() => {
                    (pattern.ident.clone(), &input.ty)
                }
                pattern => {
                    nameless.push(pattern.to_token_stream());
                    continue;
                }
            },
            (FnArg::Receiver(receiver), _) => {
                nameless.push(receiver.self_token.to_token_stream());
                continue;
            }
        };
        let source = asked(&ident, own);
        params.push(Param {
            name: ident.unraw().to_string(),
            taken: super::taken(ty, &source),
            ty: (**ty).clone(),
            ident,
            source,
            marker: None,
            extra_markers: Vec::new(),
        });
    }
    let head = Head { asyncness, generics, nameless };
    let uneven = names.and_then(|names| match count.cmp(&names.len()) {
        Ordering::Less => Some(Uneven::Fewer),
        Ordering::Equal => None,
        Ordering::Greater => Some(Uneven::More),
    });
    Asks::Typed { params, head, uneven }
}
