//! `fail/` must be refused with the words beside each case; `pass/` must compile and run.

#[test]
fn wrongly_wired_pipelines_are_refused() {
    trybuild::TestCases::new().compile_fail("fail/**/*.rs");
}

#[test]
fn rightly_wired_pipelines_compile_and_run() {
    trybuild::TestCases::new().pass("pass/**/*.rs");
}
