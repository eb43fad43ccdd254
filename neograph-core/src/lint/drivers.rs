//! What a blocking driver refuses.

use super::{LintIssue, LintKind, level::Level};

pub(super) fn check(level: &Level<'_>, node: usize, issues: &mut Vec<LintIssue>) {
    let spec = &level.nodes()[node];
    for tool in level.tools(node) {
        if tool.spec.as_ref().is_some_and(|spec| spec.async_only) {
            let place = level.place(spec);
            let message = format!(
                "node `{place}`: tool `{}` waits for I/O, and the blocking `run` refuses it; \
                 drive the graph with `arun` or `astream`",
                tool.name
            );
            let kind = LintKind::ToolRequiresAsyncDriver;
            issues.push(LintIssue::new(kind, place, Some(tool.name.clone()), message));
        }
    }
}
