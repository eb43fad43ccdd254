//! The client scenarios of the official conformance suite, with the number of checks: a scenario
//! that checks nothing passes, too.

#![allow(clippy::unwrap_used, clippy::panic, reason = "this is how tests fail")]

use std::{collections::BTreeMap, fs, path::Path};

use interop_tests::conformance;
use serde_json::Value;

const CLIENT: &str = env!("CARGO_BIN_EXE_conformance-client");

const YEAR_OLD: &str = "2025-11-25";
const LATEST: &str = "2026-07-28";

/// The scenario, the revision, the checks that pass, and those that do not apply.
const SCENARIOS: &[(&str, &str, usize, usize)] = &[
    ("initialize", YEAR_OLD, 1, 0),
    ("tools_call", YEAR_OLD, 2, 0),
    ("tools_call", LATEST, 2, 0),
    ("sse-retry", YEAR_OLD, 3, 0),
    // Roots, sampling and elicitation, which are not offered.
    ("request-metadata", LATEST, 5, 3),
    // What is not sent: the greeting of the earlier era, prompts, a list of resources.
    ("http-standard-headers", LATEST, 6, 6),
    ("http-custom-headers", LATEST, 18, 0),
    ("http-invalid-tool-headers", LATEST, 12, 0),
    ("json-schema-ref-no-deref", LATEST, 1, 0),
    ("json-schema-2020-12-preservation", YEAR_OLD, 9, 0),
    ("json-schema-2020-12-preservation", LATEST, 9, 0),
];

#[test]
fn each_scenario_passes_every_check_that_it_has() {
    for (scenario, revision, passed, skipped) in SCENARIOS {
        let results = tempfile::tempdir().unwrap();
        let client = Path::new(CLIENT);
        let suite = conformance()
            .current_dir(client.parent().unwrap())
            .args(["client", "--command", "./conformance-client"])
            .args(["--scenario", scenario, "--spec-version", revision])
            .arg("--output-dir")
            .arg(results.path())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&suite.stdout);
        let checks = checks(results.path());
        let mut expected = BTreeMap::from([("SUCCESS".to_owned(), *passed)]);
        if *skipped > 0 {
            expected.insert("SKIPPED".to_owned(), *skipped);
        }
        assert_eq!(checks, expected, "{scenario} of {revision}: {said}");
        assert!(suite.status.success(), "{scenario} of {revision}: {said}");
    }
}

/// How many checks ended how, beside those that only inform.
fn checks(results: &Path) -> BTreeMap<String, usize> {
    let mut count = BTreeMap::new();
    for run in fs::read_dir(results).unwrap() {
        let checks = fs::read_to_string(run.unwrap().path().join("checks.json")).unwrap();
        let checks: Vec<Value> = serde_json::from_str(&checks).unwrap();
        for check in checks.iter().filter(|check| check["status"] != "INFO") {
            *count.entry(check["status"].as_str().unwrap().to_owned()).or_insert(0) += 1;
        }
    }
    count
}
