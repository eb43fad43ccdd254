//! Names of nodes and readers: unique, and not taken by something else.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Ident, ext::IdentExt};

use crate::{
    diag::Errors,
    model::{Node, Pipeline},
};

const PRIMITIVES: &[&str] = &[
    "bool", "char", "str", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64",
    "u128", "usize", "f16", "f32", "f64", "f128",
];

pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    if pipeline.nodes.is_empty() && pipeline.unread.is_empty() {
        errors.at(
            &pipeline.ident,
            format_args!("pipeline `{}` has no nodes", pipeline.name),
            "write an `async fn` under `#[node]` into the module",
        );
    }
    let mut by_name: BTreeMap<&str, Vec<&Node>> = BTreeMap::new();
    for node in &pipeline.nodes {
        check_node(node, errors);
        check_beside(node, errors);
        by_name.entry(&node.name).or_default().push(node);
    }
    for (name, nodes) in by_name.iter().filter(|(_, nodes)| nodes.len() > 1) {
        for node in nodes {
            errors.push(duplicate(node, name));
        }
    }
    check_readers(pipeline, errors);
}

fn duplicate(node: &Node, name: &str) -> syn::Error {
    crate::diag::fault_at(
        place(node),
        format_args!("two nodes are named `{name}`"),
        "a node's name is its address, so rename one",
    )
}

/// Where a node's name is written: in its attribute, or as the function's name.
fn place(node: &Node) -> TokenStream {
    match &node.args.name {
        Some(name) => name.value.to_token_stream(),
        None => node.ident().to_token_stream(),
    }
}

/// The function that `#[pipeline]` makes has a name, too.
fn check_beside(node: &Node, errors: &mut Errors) {
    if node.ident().unraw() == "pipeline" {
        errors.at(
            node.ident(),
            "a node cannot be called `pipeline`: `#[pipeline]` puts a function of that name beside it",
            "rename the node",
        );
    }
}

pub(super) fn check_node(node: &Node, errors: &mut Errors) {
    check_type_name(node.ident(), errors);
    check_name(&node.name, "node", &place(node), errors);
    if node.name.starts_with("neo_") {
        errors.at(
            place(node),
            format_args!(
                "`{}` begins with `neo_`, which is kept for neograph's own keys",
                node.name
            ),
            "rename the node",
        );
    }
}

/// A name is part of a checkpoint's keys and of what a model reads.
pub(super) fn check_name(name: &str, of: &str, place: &TokenStream, errors: &mut Errors) {
    let may_stand = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    if !name.chars().all(may_stand) || name.starts_with(|c: char| c.is_numeric()) {
        errors.at(
            place,
            format_args!("`{}` cannot be the name of a {of}", name.escape_debug()),
            "a name is letters, digits, `_` and `-`, and does not begin with a digit",
        );
    }
}

/// A node is a type too, and would hide the primitive type in its module.
pub(super) fn check_type_name(ident: &Ident, errors: &mut Errors) {
    if hides_primitive(ident) {
        errors.at(
            ident,
            format_args!(
                "`{}` is the name of a primitive type, which this would hide",
                ident.unraw()
            ),
            "choose another name",
        );
    }
}

/// Whether a type of this name would hide a primitive type.
pub(crate) fn hides_primitive(ident: &Ident) -> bool {
    let ident = ident.unraw();
    PRIMITIVES.iter().any(|name| ident == name)
}

fn check_readers(pipeline: &Pipeline, errors: &mut Errors) {
    let mut taken: BTreeSet<String> =
        pipeline.nodes.iter().map(|node| node.ident().unraw().to_string()).collect();
    for reader in &pipeline.readers {
        let ident = &reader.function.sig.ident;
        let name = ident.unraw();
        if !taken.insert(name.to_string()) {
            errors.at(
                ident,
                format_args!("`{name}` is already the name of a node or reader"),
                "rename one",
            );
        }
    }
}
