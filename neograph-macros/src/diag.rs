//! Errors, and the words that several of them share.

use std::{fmt::Display, ops::Range};

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::LitStr;

/// The faults of one macro call. All of them are reported, in the order they were found.
#[derive(Debug, Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    pub(crate) fn push(&mut self, error: syn::Error) {
        self.0.push(error);
    }

    /// A fault at some tokens, with the line that says what to do.
    pub(crate) fn at(&mut self, place: impl ToTokens, fault: impl Display, help: impl Display) {
        self.push(fault_at(place, fault, help));
    }

    /// A fault at a token that is only known by its place, such as a bracket.
    pub(crate) fn at_span(&mut self, place: Span, fault: impl Display, help: impl Display) {
        self.push(syn::Error::new(place, with_help(fault, help)));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn to_compile_errors(&self) -> TokenStream {
        self.0.iter().map(syn::Error::to_compile_error).collect()
    }

    #[cfg(test)]
    pub(crate) fn messages(&self) -> Vec<String> {
        self.0.iter().flatten().map(|error| error.to_string()).collect()
    }
}

/// A fault at some tokens, with the line that says what to do.
pub(crate) fn fault_at(
    place: impl ToTokens,
    fault: impl Display,
    help: impl Display,
) -> syn::Error {
    syn::Error::new_spanned(place, with_help(fault, help))
}

/// A fault inside a string literal: a caret line in the message stands in for the place,
/// because `Literal::subspan` gives it on nightly only.
pub(crate) fn fault_in(
    literal: &LitStr,
    place: &Range<usize>,
    fault: impl Display,
    help: impl Display,
) -> syn::Error {
    let text = literal.value();
    let before = text.get(..place.start).unwrap_or_default().chars().count();
    let width = text.get(place.clone()).unwrap_or_default().chars().count().max(1);
    let message = if text.contains(char::is_control) {
        with_help(fault, help)
    } else {
        with_help(format_args!("{fault}\n    {text}\n    {:before$}{:^<width$}", "", ""), help)
    };
    syn::Error::new(place_in(literal, &text, place).unwrap_or_else(|| literal.span()), message)
}

/// The place of a part of a literal, as far as the compiler can tell it.
pub(crate) fn place_of(literal: &LitStr, place: &Range<usize>) -> Span {
    place_in(literal, &literal.value(), place).unwrap_or_else(|| literal.span())
}

/// The exact place, where the compiler can tell it and the literal is written plainly.
fn place_in(literal: &LitStr, text: &str, place: &Range<usize>) -> Option<Span> {
    let token = literal.token();
    if token.to_string() != format!("\"{text}\"") {
        return None;
    }
    token.subspan((place.start + 1)..=place.end.max(place.start + 1))
}

fn with_help(fault: impl Display, help: impl Display) -> String {
    format!("{fault}\nhelp: {help}")
}

/// The candidate that a misspelt name most likely means.
pub(crate) fn closest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let allowed = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        // Of two that are as near, a name as long is the likelier one.
        .min_by_key(|(distance, candidate)| {
            (*distance, candidate.chars().count().abs_diff(name.chars().count()))
        })
        .map(|(_, candidate)| candidate)
}

/// Edits between two names: insertions, deletions, replacements and swaps of neighbours.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = rows[i][j] + usize::from(x != y);
            let mut edits = replaced.min(rows[i][j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                edits = edits.min(rows[i - 1][j - 1] + 1);
            }
            row.push(edits);
        }
        rows.push(row);
    }
    rows.last().and_then(|row| row.last()).copied().unwrap_or_default()
}

/// Names for a sentence: `` `a`, `b` ``.
pub(crate) fn list<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("`{name}`")).collect();
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_the_nearest_name_within_a_third_of_its_length() {
        assert_eq!(closest("reserch", ["gate", "research"]), Some("research"));
        assert_eq!(closest("gaet", ["gate", "research"]), Some("gate"));
        assert_eq!(closest("summary", ["gate", "research"]), None);
        assert_eq!(closest("modle", ["mode", "model"]), Some("model"));
        assert_eq!(closest("", ["gate"]), None);
    }

    #[test]
    fn draws_a_caret_line_under_the_place() {
        let literal: LitStr = syn::parse_quote!("mcp://ä/{deal}");
        let error = fault_in(&literal, &(10..14), "no `deal`", "add it");
        assert_eq!(
            error.to_string(),
            "no `deal`\n    mcp://ä/{deal}\n             ^^^^\nhelp: add it"
        );
    }
}
