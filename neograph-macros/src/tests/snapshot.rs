//! What the walkthrough expands to, to be read as code.

use std::{env, fs, path::Path};

use quote::ToTokens;
use syn::Item;

use super::{pipeline_of, walkthrough};
use crate::{
    attribute,
    parse::{OpaqueFn, arguments},
};

/// A file of items with our attributes expanded and everything else as it was.
fn expanded() -> String {
    let items = walkthrough();
    let tokens = items.iter().map(|item| match item {
        Item::Verbatim(tokens) => {
            let mut function: OpaqueFn = syn::parse2(tokens.clone()).unwrap();
            let reader = function
                .attrs
                .iter()
                .position(|attr| attr.path().is_ident("resource_reader"))
                .unwrap();
            let args = arguments(&function.attrs.remove(reader));
            attribute::resource_reader(args, &function.into_token_stream())
        }
        item => match pipeline_of(item) {
            Some((args, module)) => attribute::pipeline(args, &module),
            None => item.to_token_stream(),
        },
    });
    prettyplease::unparse(&syn::parse2(tokens.collect()).unwrap())
}

#[test]
fn the_walkthrough_expands_to_what_a_person_could_have_written() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/deal_research.rs");
    let expanded = expanded();
    if env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(&path, &expanded).unwrap();
    }
    let snapshot = fs::read_to_string(&path).unwrap_or_default();
    for (number, (is, was)) in expanded.lines().zip(snapshot.lines()).enumerate() {
        assert_eq!(is, was, "line {}; UPDATE_SNAPSHOTS=1 accepts what is new", number + 1);
    }
    assert_eq!(expanded.lines().count(), snapshot.lines().count());
}
