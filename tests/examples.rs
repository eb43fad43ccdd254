//! The examples of control flow run, say what they are for, and look like their pictures in
//! `docs/control-flow.md`.
#![allow(missing_docs, dead_code, reason = "the pipelines are those of the examples")]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

#[path = "../examples/claims/flow.rs"]
mod claims_example;
#[path = "../examples/map_reduce/flow.rs"]
mod map_reduce_example;
#[path = "../examples/refine_loop/flow.rs"]
mod refine_loop_example;
#[path = "../examples/router/flow.rs"]
mod router_example;

use std::{path::PathBuf, process::Command, sync::OnceLock};

const PAGE: &str = include_str!("../docs/control-flow.md");

/// Where the examples are built, which they are once.
fn built() -> &'static PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--examples", "--locked", "--package", "neograph"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status()
            .expect("cargo runs");
        assert!(built.success(), "the examples do not compile");
        let test = std::env::current_exe().expect("a path");
        let target = test.ancestors().find(|dir| dir.join("examples").is_dir());
        target.expect("the target directory").join("examples")
    })
}

/// What an example prints.
fn run(example: &str) -> String {
    let output = Command::new(built().join(example)).output().expect("the example runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "`{example}` failed: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn map_reduce_sums_up_the_notes_of_all_chunks_in_order() {
    assert_eq!(
        run("map_reduce"),
        "A harbour in 3 points\n\
         - The harbour opened in 1842\n\
         - A third pier was built for coal in 1901\n\
         - Today the harbour is a museum\n"
    );
}

#[test]
fn the_refine_loop_ends_when_the_judge_is_content() {
    let printed = run("refine_loop");
    assert!(printed.contains("refine#2/verdict\n"), "{printed}");
    assert!(printed.contains("refine#3\n") && !printed.contains("refine#4"), "{printed}");
    assert!(printed.ends_with("\nTea that is warm (8 of 10)\n"), "{printed}");
}

#[test]
fn the_router_answers_each_ticket_by_its_arm() {
    assert_eq!(
        run("router"),
        "Dear Ada, your money is on its way.\n\
         Dear Bo, we are looking into it.\n\
         Dear Cy, thank you for writing to us.\n"
    );
}

#[test]
fn a_claim_that_cannot_be_verified_does_not_fail_the_others() {
    let printed = run("claims");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(lines[0], "The tower is 300 m high: so says the guide book");
    assert_eq!(lines[1], "It was built in 1889: so says the city archive");
    assert!(lines[2].starts_with("unknown: item 2: "), "{printed}");
    assert_eq!(lines.last(), Some(&"for the first claim: 1 search"));
}

#[test]
fn the_pictures_of_the_page_are_drawn_from_the_pipelines() {
    let pipelines = [
        ("map_reduce", map_reduce_example::map_reduce::pipeline()),
        ("refine_loop", refine_loop_example::refine_loop::pipeline()),
        ("router", router_example::router::pipeline()),
        ("claims", claims_example::claims::pipeline()),
    ];
    for (name, pipeline) in pipelines {
        let picture = format!("```mermaid\n{}```", pipeline.mermaid());
        let shown = format!("<!-- picture: {name} -->\n\n{picture}");
        assert!(PAGE.contains(&shown), "draw `{name}` anew:\n{picture}");
    }
}
