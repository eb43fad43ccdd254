//! The golden cases: every file of a known format in `tests/cases/`, every case of it, through
//! the library. A new file of these formats that is put there runs without a change here.
#![allow(
    missing_docs,
    clippy::expect_used,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

#[path = "cases/driver/mod.rs"]
mod driver;

use std::{fs, path::Path};

#[test]
fn every_case_of_every_file_holds() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let mut files: Vec<_> = fs::read_dir(dir).unwrap().map(|file| file.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|ending| ending == "json"));
    files.sort();
    assert!(files.len() >= 7, "there is a file of each format: {files:?}");
    let mut failures = Vec::new();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match driver::run(&fs::read_to_string(&path).unwrap()) {
            Ok(cases) => println!("{name}: {cases} cases"),
            Err(faults) => {
                failures.extend(faults.into_iter().map(|fault| format!("{name}: {fault}")));
            }
        }
    }
    assert!(failures.is_empty(), "{} cases fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn what_is_no_case_file_is_refused() {
    for (text, words) in [
        ("{}", "format"),
        (r#"{"format": "neograph-cases/news/1", "about": "", "cases": []}"#, "unknown format"),
        (r#"{"format": "neograph-cases/size/1", "about": "", "cases": []}"#, "no cases"),
        (
            r#"{"format": "neograph-cases/size/1", "about": "", "cases": [{"id": "x", "group": "g",
            "title": "t", "content": {"text": ""}, "max_bytes": 1, "novelty": true,
            "expect": {"result": "pass"}}]}"#,
            "unknown field `novelty`",
        ),
        (
            r#"{"format": "neograph-cases/size/1", "about": "", "cases": [{"id": "x", "group": "g",
            "title": "t", "content": {"text": "ab"}, "max_bytes": 1, "expect": {"result": "pass"}}]}"#,
            "x: expected",
        ),
        (
            r#"{"format": "neograph-cases/lint/1", "about": "", "considered_kinds":
            ["act_mode_all_idempotent_tools"], "cases": [{"id": "x", "group": "g", "title": "t",
            "nodes": [{"name": "a", "mode": "act", "tools": [{"name": "t", "idempotent": true}]}],
            "expect": []}]}"#,
            "x: expected none of",
        ),
        (
            r#"{"format": "neograph-cases/cache/1", "about": "", "cases": [{"id": "x", "group": "g",
            "title": "t", "nodes": [{"name": "a", "mode": "scripted", "reads": [{"param": "d",
            "uri": "crm://a"}]}], "runs": [{"start": "input"}],
            "expect": {"fetches": [{"crm://a": 2}]}}]}"#,
            "x: run 0: expected the fetches",
        ),
        (
            r#"{"format": "neograph-cases/cache/1", "about": "", "cases": [{"id": "x", "group": "g",
            "title": "t", "nodes": [{"name": "a", "mode": "scripted"}], "runs":
            [{"start": "input", "novelty": 1}], "expect": {}}]}"#,
            "unknown field `novelty`",
        ),
    ] {
        let faults = driver::run(text).unwrap_err().join("\n");
        assert!(faults.contains(words), "`{words}` in `{faults}`");
    }
}
