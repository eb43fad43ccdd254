//! The pages of `docs/` lead to each other, and none is left out of the summary.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::{collections::BTreeMap, fs, path::Path};

/// The pages by their file names.
fn pages() -> BTreeMap<String, String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let files = fs::read_dir(docs).expect("the pages").map(|file| file.expect("a file").path());
    files
        .filter(|file| is_page(file))
        .map(|file| {
            let name = file.file_name().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(file).expect("text"))
        })
        .collect()
}

fn is_page(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "md")
}

/// The pages that a page links to.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    let is_page = |target: &&str| !target.contains('/') && is_page(Path::new(target));
    targets.filter(is_page).collect()
}

#[test]
fn the_pages_about_resources_lead_to_each_other() {
    let pages = pages();
    let five = ["resource-hydration.md", "walkthrough.md", "lint.md", "errors.md", "drivers.md"];
    for from in five {
        let links = links(&pages[from]);
        for to in five {
            assert!(from == to || links.contains(&to), "{from} does not link to {to}");
        }
    }
}

#[test]
fn every_link_leads_to_a_page_and_every_page_is_in_the_summary() {
    let pages = pages();
    for (name, text) in &pages {
        for link in links(text) {
            assert!(pages.contains_key(link), "{name} links to {link}, which is not there");
        }
    }
    let summary = links(&pages["SUMMARY.md"]);
    for name in pages.keys().filter(|name| *name != "SUMMARY.md") {
        assert!(summary.contains(&name.as_str()), "{name} is not in the summary");
    }
}
