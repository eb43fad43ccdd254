//! Links that can never be there. Kinds are known at run time only and are not compared.

use super::{LintIssue, LintKind, level::Level};
use crate::pipeline::Locator;

pub(super) fn check(level: &Level<'_>, node: usize, issues: &mut Vec<LintIssue>) {
    let spec = &level.nodes()[node];
    for param in spec.params() {
        let Some(Locator::Ref(kind)) = param.resource().map(|resource| resource.locator) else {
            continue;
        };
        if level.may_have_links(node) {
            continue;
        }
        let place = level.place(spec);
        let message = format!(
            "node `{place}`: parameter `{}` hydrates the manifest kind `{kind}`, and no agent or \
             act node before it has a tool that may emit a link; add such a node upstream, or \
             read what has a known address with `#[from_resource(uri = …)]` or a \
             `resource_reader` tool",
            param.name(),
        );
        let param_name = Some(param.name().to_owned());
        let issue =
            LintIssue::new(LintKind::ResourceHydrationKindUnmatched, place, param_name, message);
        issues.push(if param.is_optional() { issue.optional() } else { issue });
    }
}
