//! `docs/checklist.md` names a proof for every row of the checklist, and each proof is there.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

const ROWS: u32 = 139;

/// Rows that lack a proof, or a part of it, with what is missing. It only ever gets shorter.
const OPEN: &[(u32, &str)] = &[];

/// What proves a row.
#[derive(Debug)]
enum Proof {
    /// Test functions of a file.
    Tests(PathBuf, Vec<String>),
    /// A program that rustc refuses or that runs.
    Program(PathBuf),
    /// Cases of a golden file, which `tests/cases.rs` runs.
    Cases(PathBuf, Vec<String>),
    /// The documentation test of an item.
    Documentation(PathBuf, String),
    /// What is missing.
    Missing(String),
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path))
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The rows of the page with their proofs, in its order.
fn rows() -> Vec<(u32, Vec<Proof>)> {
    let page = read(Path::new("docs/checklist.md"));
    let row = |line: &str| {
        let cells: Vec<&str> = line.strip_prefix("| M")?.strip_suffix(" |")?.split(" | ").collect();
        let [number, claim, proof] = cells[..] else { panic!("not three cells: {line}") };
        assert!(!claim.is_empty(), "M{number} claims nothing");
        Some((number.parse().unwrap(), proof.split("; ").map(parse).collect()))
    };
    page.lines().filter_map(row).collect()
}

/// A proof: `` `file`: `name`, `name` ``, `` `program` ``, or `— (what is missing)`.
fn parse(proof: &str) -> Proof {
    if let Some(missing) = proof.strip_prefix("— (") {
        return Proof::Missing(missing.strip_suffix(')').unwrap().to_owned());
    }
    let (file, names) = proof.split_once(": ").unwrap_or((proof, ""));
    let quoted = |text: &str| {
        let inner = text.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        inner.unwrap_or_else(|| panic!("no backticks: `{text}` in {proof}")).to_owned()
    };
    let file = PathBuf::from(quoted(file));
    if file.starts_with("ui-tests") {
        assert!(names.is_empty(), "{proof}");
        return Proof::Program(file);
    }
    if let Some(item) = names.strip_prefix("the example of ") {
        return Proof::Documentation(file, quoted(item));
    }
    let names: Vec<String> = names.split(", ").map(quoted).collect();
    if file.extension().is_some_and(|ending| ending == "json") {
        Proof::Cases(file, names)
    } else {
        Proof::Tests(file, names)
    }
}

/// Whether a source has a test function of the name.
fn has_test(source: &str, name: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let declares = |line: &str| {
        let rest = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
        rest.and_then(|rest| rest.strip_prefix(name)).is_some_and(|rest| rest.starts_with('('))
    };
    lines.iter().enumerate().filter(|(_, line)| declares(line)).any(|(index, _)| {
        let before = lines[..index].iter().rev();
        let mut attributes =
            before.take_while(|line| line.starts_with("#[") || line.starts_with("//"));
        attributes.any(|line| *line == "#[test]" || line.starts_with("#[tokio::test"))
    })
}

/// Whether an item has a code block in its documentation.
fn has_example(source: &str, item: &str) -> bool {
    let lines: Vec<&str> = source.lines().map(str::trim).collect();
    let kinds = ["struct", "enum", "trait", "fn", "async fn", "macro"];
    let is_item = |line: &&str| {
        kinds.iter().any(|kind| {
            let rest = line.strip_prefix(&*format!("pub {kind} {item}"));
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        })
    };
    let Some(index) = lines.iter().position(is_item) else { return false };
    let mut before = lines[..index]
        .iter()
        .rev()
        .take_while(|line| line.starts_with("#[") || line.starts_with("///"));
    before.any(|line| line.starts_with("/// ```"))
}

/// What is wrong with a proof.
fn fault(proof: &Proof) -> Option<String> {
    match proof {
        Proof::Tests(file, names) => {
            let source = read(file);
            let lacks = |name: &&String| !has_test(&source, name);
            Some(format!("{} has no test `{}`", file.display(), names.iter().find(lacks)?))
        }
        Proof::Program(file) => {
            let refused = root().join(file.with_extension("stderr")).is_file();
            let runs = file.starts_with("ui-tests/pass");
            let there = root().join(file).is_file() && (runs || refused);
            (!there).then(|| format!("{} (or its `.stderr`) is not there", file.display()))
        }
        Proof::Cases(file, ids) => {
            assert!(has_test(&read(Path::new("tests/cases.rs")), "every_case_of_every_file_holds"));
            let cases: serde_json::Value = serde_json::from_str(&read(file)).unwrap();
            let known: Vec<&str> = cases["cases"]
                .as_array()
                .unwrap()
                .iter()
                .map(|case| case["id"].as_str().unwrap())
                .collect();
            let missing = ids.iter().find(|id| !known.contains(&id.as_str()))?;
            Some(format!("{} has no case `{missing}`", file.display()))
        }
        Proof::Documentation(file, item) => {
            let example = has_example(&read(file), item);
            (!example).then(|| format!("`{item}` in {} has no example", file.display()))
        }
        Proof::Missing(_) => None,
    }
}

#[test]
fn every_row_is_there_once_in_its_order() {
    let numbers: Vec<u32> = rows().into_iter().map(|(number, _)| number).collect();
    assert_eq!(numbers, (1..=ROWS).collect::<Vec<_>>());
}

#[test]
fn every_proof_that_is_named_is_there() {
    let mut faults = Vec::new();
    for (number, proofs) in rows() {
        assert!(!proofs.is_empty(), "M{number} has no proof");
        faults.extend(proofs.iter().filter_map(fault).map(|fault| format!("M{number}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn what_is_missing_is_what_is_known_to_be() {
    let mut missing = BTreeMap::new();
    for (number, proofs) in rows() {
        for proof in proofs {
            if let Proof::Missing(what) = proof {
                assert!(!what.is_empty(), "M{number} does not say what is missing");
                assert!(missing.insert(number, what).is_none(), "M{number} says it twice");
            }
        }
    }
    let known: BTreeMap<u32, String> =
        OPEN.iter().map(|(number, what)| (*number, (*what).to_owned())).collect();
    assert_eq!(missing, known, "a row is open in the page and in `OPEN`, or in neither");
}

#[test]
fn a_function_that_is_no_test_proves_nothing() {
    let source =
        "#[test]\nfn a() {}\n\nfn b() {}\n#[tokio::test(start_paused = true)]\nasync fn c() {}";
    assert!(has_test(source, "a") && has_test(source, "c"));
    assert!(!has_test(source, "b") && !has_test(source, "d"));
    let source =
        "/// A.\n/// ```\n/// ```\n#[derive(Debug)]\npub struct A;\n\n/// B.\npub struct B;";
    assert!(has_example(source, "A") && !has_example(source, "B") && !has_example(source, "C"));
}
