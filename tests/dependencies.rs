//! What the crates stand on, read from the lock file.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

const LOCK: &str = include_str!("../Cargo.lock");
const CORE: &str = include_str!("../neograph-core/Cargo.toml");

/// Each package with those it depends on, also those of its tests.
fn packages() -> BTreeMap<&'static str, BTreeSet<&'static str>> {
    let mut packages: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for package in LOCK.split("[[package]]\n").skip(1) {
        let quoted = |line: &'static str| line.split('"').nth(1).unwrap();
        let name = quoted(package.lines().next().unwrap());
        let dependencies = package.split_once("dependencies = [\n").map_or("", |(_, rest)| rest);
        let lines = dependencies.lines().take_while(|line| *line != "]");
        let names = lines.map(|line| quoted(line).split(' ').next().unwrap());
        packages.entry(name).or_default().extend(names);
    }
    packages
}

/// Everything that a package needs, however far down.
fn needs(package: &str) -> BTreeSet<&'static str> {
    let packages = packages();
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![package];
    while let Some(name) = open.pop() {
        for dependency in &packages[name] {
            if found.insert(*dependency) {
                open.push(dependency);
            }
        }
    }
    found
}

const HTTP: [&str; 5] = ["reqwest", "hyper", "ureq", "curl", "isahc"];

#[test]
fn the_core_knows_no_mcp_and_no_http_not_even_in_its_tests() {
    let needs = needs("neograph-core");
    assert!(needs.contains("serde_json") && needs.contains("sqlx"), "{needs:?}");
    for other in HTTP.iter().chain(&["rmcp", "neograph-mcp", "neograph", "neograph-macros"]) {
        assert!(!needs.contains(other), "neograph-core needs {other}");
    }
}

/// tokio opens connections and starts processes only with these features.
#[test]
fn the_core_opens_no_connection_and_starts_no_process() {
    let (_, own) = CORE.split_once("[dependencies]\n").unwrap();
    let (own, _) = own.split_once("[dev-dependencies]").unwrap();
    assert!(own.contains("tokio.workspace = true"), "without further features");
    let workspace = include_str!("../Cargo.toml");
    let tokio = workspace.lines().find(|line| line.starts_with("tokio = ")).unwrap();
    for feature in ["\"net\"", "\"process\"", "\"full\""] {
        assert!(!tokio.contains(feature), "{tokio}");
    }
    let mut dirs = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("neograph-core/src")];
    let mut files = 0;
    while let Some(dir) = dirs.pop() {
        for entry in std::fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                dirs.push(path);
                continue;
            }
            let source = std::fs::read_to_string(&path).unwrap();
            files += 1;
            for word in ["std::net", "tokio::net", "TcpStream", "UnixStream", "process::Command"] {
                assert!(!source.contains(word), "{} names {word}", path.display());
            }
        }
    }
    assert!(files > 100, "only {files} files were read");
}

/// With the features that it has by itself, so that nothing in it can speak HTTP.
#[test]
fn the_walkthrough_has_nothing_to_reach_a_network_with() {
    let tree = Command::new(env!("CARGO"))
        .args(["tree", "--package", "neograph", "--edges", "normal,build,dev"])
        .args(["--prefix", "none", "--format", "{p}", "--locked", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let tree = String::from_utf8(tree.stdout).unwrap();
    let names: BTreeSet<&str> = tree.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains("rmcp") && names.contains("neograph-core"), "{names:?}");
    for client in HTTP {
        assert!(!names.contains(client), "neograph needs {client}");
    }
}
