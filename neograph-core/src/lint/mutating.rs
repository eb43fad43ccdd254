//! Nodes that may change the world.

use super::{LintIssue, LintKind, level::Level, subject::KnownTool};
use crate::pipeline::Mode;

pub(super) fn check(level: &Level<'_>, node: usize, issues: &mut Vec<LintIssue>) {
    let spec = &level.nodes()[node];
    if spec.mode() != Mode::Act {
        return;
    }
    let (place, tools) = (level.place(spec), level.tools(node));
    let idempotent = |tool: &KnownTool| tool.spec.as_ref().is_some_and(|spec| spec.idempotent);
    if !tools.is_empty() && tools.iter().all(idempotent) {
        let message = format!(
            "node `{place}`: all tools of this `act` node are idempotent, so it changes nothing; \
             make it `mode = agent`"
        );
        issues.push(LintIssue::new(
            LintKind::ActModeAllIdempotentTools,
            place.clone(),
            Some("mode".to_owned()),
            message,
        ));
    }
    for tool in tools {
        if tool.spec.as_ref().is_some_and(|spec| spec.asks_human) {
            let message = format!(
                "node `{place}`: tool `{}` asks a human in a node that changes something; ask in a \
                 node of its own before it, with `interrupt_when`",
                tool.name
            );
            let kind = LintKind::AskHumanInMutatingNode;
            issues.push(LintIssue::new(kind, place.clone(), Some(tool.name.clone()), message));
        }
    }
}
