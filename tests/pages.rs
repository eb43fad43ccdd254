//! The pages of `docs/` lead to each other and to what is there.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The name of the idea, by which it is found.
const PATTERN: &str = "Typed Resource Manifest with Ephemeral Hydration";

/// The pages about the idea, which all lead to each other.
const PAGES: [&str; 5] =
    ["resource-hydration.md", "walkthrough.md", "lint.md", "errors.md", "drivers.md"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A page on one line, with single spaces.
fn page(path: &str) -> String {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Where a page's links lead that stay in this repository.
fn links(path: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(path).unwrap();
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let local = targets.map(|(target, _)| target.split('#').next().unwrap_or_default());
    let local = local.filter(|target| !target.is_empty() && !target.contains("://"));
    let is_path = |target: &&str| !target.contains(char::is_whitespace);
    local.filter(is_path).map(|target| path.parent().unwrap().join(target)).collect()
}

#[test]
fn the_pattern_is_named_where_one_looks_for_it() {
    for path in ["README.md", "docs/resource-hydration.md"] {
        assert!(page(path).contains(PATTERN), "{path}");
    }
    let source = page("neograph-core/src/resource/mod.rs");
    assert!(source.starts_with(&format!("//! {PATTERN}")), "the module's documentation");
    let hydration = page("docs/resource-hydration.md");
    for word in ["`ResourceRef`", "manifest", "hydration", "replay"] {
        assert!(hydration.contains(word), "{word}");
    }
}

#[test]
fn the_pages_about_the_pattern_lead_to_each_other() {
    for from in PAGES {
        let leads_to = links(&root().join("docs").join(from));
        for to in PAGES.iter().filter(|to| **to != from) {
            let found = leads_to.iter().any(|target| target.file_name().unwrap() == *to);
            assert!(found, "docs/{from} does not lead to {to}");
        }
    }
}

#[test]
fn every_link_of_every_page_leads_somewhere() {
    let docs = fs::read_dir(root().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let docs = docs.filter(|path| path.extension().is_some_and(|ending| ending == "md"));
    let mut followed = 0;
    for path in docs.chain([root().join("README.md")]) {
        for target in links(&path) {
            followed += 1;
            assert!(target.exists(), "{} leads to {}", path.display(), target.display());
        }
    }
    assert!(followed > 100, "only {followed} links were followed");
}

#[test]
fn the_summary_names_every_page() {
    let summary = page("docs/SUMMARY.md");
    for entry in fs::read_dir(root().join("docs")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_page = name.strip_suffix(".md").is_some_and(|page| page != "SUMMARY");
        assert!(!is_page || summary.contains(&format!("]({name})")), "{name}");
    }
}
