//! The table in `docs/mcp.md` names a test for each row, and each test exists.

#![allow(clippy::unwrap_used, clippy::panic, reason = "this is how tests fail")]

use std::{fs, path::Path};

const ROWS: usize = 50;

/// The source of every test of the battery.
fn sources(dir: &Path) -> String {
    let entries = fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let sources = entries.map(|path| match path.extension() {
        _ if path.is_dir() => sources(&path),
        Some(extension) if extension == "rs" => fs::read_to_string(&path).unwrap(),
        _ => String::new(),
    });
    sources.collect()
}

/// The cells of a table's row.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split(" | ").map(str::trim).collect()
}

#[test]
fn every_row_has_a_test_that_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let book = fs::read_to_string(root.join("../docs/mcp.md")).unwrap();
    let tests = sources(&root.join("tests")) + &sources(&root.join("../interop-tests/tests"));
    let (_, tables) = book.split_once("## What people complain about").unwrap();
    let mut rows = Vec::new();
    for line in tables.lines().filter(|line| line.starts_with("| ")) {
        let cells = cells(line);
        let last = *cells.last().unwrap();
        if last == "test" || last.starts_with("---") {
            continue;
        }
        rows.extend(cells[0].parse::<usize>());
        let names: Vec<_> = last.split(", ").map(|name| name.trim_matches('`')).collect();
        for name in names {
            let test = format!("fn {name}(");
            let place = tests.find(&test);
            let Some(place) = place else { panic!("there is no test `{name}`, in: {line}") };
            let before = tests[..place].trim_end().trim_end_matches("async").trim_end();
            assert!(before.ends_with("test]"), "`{name}` is no test");
        }
    }
    assert_eq!(rows, (1..=ROWS).collect::<Vec<_>>());
}
