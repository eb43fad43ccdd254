//! Lint as its users see it: the page shows the registry, and the walkthrough has no errors.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]
#![allow(missing_docs, dead_code, reason = "the pipeline is the walkthrough's")]

#[path = "../../examples/deal_research/domain.rs"]
mod domain;
#[path = "../../examples/deal_research/flow.rs"]
mod flow;

#[path = "../../examples/refine_loop/flow.rs"]
mod refine;

mod page;

use std::sync::Arc;

use neograph::{
    BoxFuture, input_contract,
    lint::{LintIssue, LintKind, Severity, Subject},
    prompt::Prompts,
    tool::{Tool, ToolCall, ToolError, ToolOutput, ToolSpec},
};

/// A tool of the CRM, to be looked at.
struct GetDeal(ToolSpec);

impl Tool for GetDeal {
    fn spec(&self) -> &ToolSpec {
        &self.0
    }

    fn call(&self, _: ToolCall) -> BoxFuture<'_, Result<ToolOutput, ToolError>> {
        Box::pin(async { panic!("lint runs nothing") })
    }
}

fn walkthrough() -> Vec<LintIssue> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let prompts = Prompts::dir(root.join("examples/deal_research/prompts")).unwrap();
    let tools: [Arc<dyn Tool>; 1] =
        [Arc::new(GetDeal(ToolSpec::new("get_deal").server("crm").idempotent(true)))];
    let pipeline = flow::deal_research::pipeline();
    neograph::lint(Subject::from(&pipeline).tools(&tools).prompts(&prompts))
}

#[test]
fn the_walkthrough_has_no_errors_and_warns_of_the_blocking_driver_alone() {
    let issues = walkthrough();
    let errors = issues.iter().filter(|issue| issue.severity == Severity::Error);
    assert_eq!(errors.collect::<Vec<_>>(), Vec::<&LintIssue>::new());
    let found: Vec<(LintKind, &str, &str)> = issues
        .iter()
        .map(|issue| (issue.kind, &*issue.node, issue.param.as_deref().unwrap_or_default()))
        .collect();
    assert_eq!(
        found,
        [
            (LintKind::ToolRequiresAsyncDriver, "research", "crm::get_deal"),
            (LintKind::ToolRequiresAsyncDriver, "research", "read_emails"),
            (LintKind::TemplateVarRequiresAsyncDriver, "research", "dossier"),
            (LintKind::TemplateVarRequiresAsyncDriver, "consume", "history"),
        ]
    );
}

#[test]
fn the_refine_loop_has_no_issues() {
    assert_eq!(neograph::lint(&refine::refine_loop::pipeline()), []);
}

#[test]
fn the_walkthrough_says_what_its_caller_supplies() {
    let contract = input_contract(&flow::deal_research::pipeline());
    assert_eq!(contract.inputs.keys().collect::<Vec<_>>(), ["deal_id"]);
    assert_eq!(contract.inputs["deal_id"].nodes, ["research", "parse_activity"]);
    assert!(contract.handles.is_empty());
    let resources = ["consume.history", "parse_activity.activity", "research.dossier"];
    assert_eq!(contract.resources.keys().collect::<Vec<_>>(), resources);
}
