//! What prompts name, and what they leave out.

use std::{any::TypeId, collections::BTreeSet};

use super::{LintIssue, LintKind, level::Level};
use crate::{
    pipeline::{Locator, Mode, NodeSpec, Param, Pipeline, Source},
    prompt::Reading,
};

pub(super) fn check(level: &Level<'_>, node: usize, issues: &mut Vec<LintIssue>) {
    let spec = &level.nodes()[node];
    let place = level.place(spec);
    match level.prompt(spec).map(|text| Reading::of(&text)) {
        None => {}
        Some(Err(reason)) => {
            let message = format!("node `{place}`: the prompt does not parse: {reason}");
            let kind = LintKind::TemplatePlaceholderUnresolvable;
            issues.push(LintIssue::new(kind, place, None, message));
        }
        Some(Ok(reading)) => {
            named(spec, &place, &reading, issues);
            unreferenced(level, node, &reading, issues);
        }
    }
    unconsumed(level, node, issues);
}

/// What the prompt names must be there, and may need the async driver.
fn named(spec: &NodeSpec, place: &str, reading: &Reading, issues: &mut Vec<LintIssue>) {
    for variable in &reading.roots {
        let param = spec.params().iter().find(|param| param.name() == variable);
        let (kind, message) = match param.filter(|param| param.binding().is_rendered()) {
            None => (
                LintKind::TemplatePlaceholderUnresolvable,
                format!(
                    "node `{place}`: the prompt names `{variable}`, and the node has no such \
                     parameter that a prompt may name; add it, or mend the name"
                ),
            ),
            Some(param) if param.resource().is_some() => (
                LintKind::TemplateVarRequiresAsyncDriver,
                format!(
                    "node `{place}`: the prompt names `{variable}`, which is read from a resource, \
                     and the blocking `run` refuses that; drive the graph with `arun` or `astream`"
                ),
            ),
            Some(_) => continue,
        };
        issues.push(LintIssue::new(kind, place, Some(variable.clone()), message));
    }
}

/// What the node binds and the prompt does not name, unless it is there for something else.
fn unreferenced(level: &Level<'_>, node: usize, reading: &Reading, issues: &mut Vec<LintIssue>) {
    let spec = &level.nodes()[node];
    for param in spec.params().iter().filter(|param| param.binding().is_rendered()) {
        let variable = param.name();
        let in_uri = || spec.params().iter().any(|other| other.uri_names(variable));
        let in_flow = || decides(spec, variable);
        if reading.may_name(variable) || in_uri() || in_flow() || orders(level, node, param) {
            continue;
        }
        let place = level.place(spec);
        let message = format!(
            "node `{place}`: the prompt never names `{variable}`, so the model does not see it; \
             name it as `{{{{ {variable} }}}}`, or remove the parameter"
        );
        let kind = LintKind::TemplateInputUnreferenced;
        issues.push(LintIssue::new(kind, place, Some(variable.to_owned()), message));
    }
}

/// Whether the value decides if or over what the node runs.
fn decides(spec: &NodeSpec, variable: &str) -> bool {
    let Some(flow) = spec.flow() else { return false };
    let mut asked = flow.condition.iter().flat_map(|condition| condition.params());
    asked.any(|param| param.name() == variable)
        || flow.each.as_ref().is_some_and(|each| each.root == variable)
}

/// Whether an edge may be there for the order alone: the node before it gives nothing, pauses,
/// changes something, or leads to the links that this node reads.
fn orders(level: &Level<'_>, node: usize, param: &Param) -> bool {
    let asks_links = level.nodes()[node].params().iter().any(|param| {
        param.resource().is_some_and(|resource| matches!(resource.locator, Locator::Ref(_)))
    });
    level.named(&param.reads()).any(|up| {
        let spec = &level.nodes()[up];
        spec.output().id() == TypeId::of::<()>()
            || acts(spec)
            || asks_links && level.leads_to_links(up)
    })
}

/// Whether a node, or one inside it, pauses or changes something.
fn acts(spec: &NodeSpec) -> bool {
    let inside = || spec.sub_pipeline().into_iter().flat_map(Pipeline::nodes).any(acts);
    spec.interrupt_when().is_some() || spec.mode() == Mode::Act || inside()
}

/// Fields of a model's output that no prompt after it names. Whatever else may read them, a
/// body, a condition or a prompt that writes the whole value, may read them all.
fn unconsumed(level: &Level<'_>, node: usize, issues: &mut Vec<LintIssue>) {
    let spec = &level.nodes()[node];
    let seen_elsewhere = spec.interrupt_when().is_some() || level.gives_output(spec);
    if seen_elsewhere || !spec.is_plain() {
        return;
    }
    let Some(schema) = spec.unit().schema() else { return };
    let Some(fields) = schema.get("properties").and_then(|fields| fields.as_object()) else {
        return;
    };
    let mut read = BTreeSet::new();
    for reader in level.readers(node) {
        match fields_in_prompt(level, reader, spec.name()) {
            Some(named) => read.extend(named),
            None => return,
        }
    }
    // What no prompt names at all is there for the caller.
    let is_read = !read.is_empty();
    for field in fields.keys().filter(|field| is_read && !read.contains(*field)) {
        let place = level.place(spec);
        let message = format!(
            "node `{place}`: the model is asked for `{field}`, and no prompt after it names \
             `{}.{field}`; name it, or remove the field",
            spec.name()
        );
        let kind = LintKind::OutputFieldUnconsumed;
        issues.push(LintIssue::new(kind, place, Some(field.clone()), message));
    }
}

/// The fields of a node that the prompt of another names, when nothing but that prompt reads
/// the node there.
fn fields_in_prompt<'a>(
    level: &Level<'a>,
    reader: &'a NodeSpec,
    node: &str,
) -> Option<Vec<String>> {
    let by_name = reader
        .params()
        .iter()
        .any(|param| matches!(param.source(), Source::Upstream) && param.name() == node);
    let alone = reader.is_plain() && !reader.is_conditional();
    if !by_name || !alone {
        return None;
    }
    let reading = Reading::of(&level.prompt(reader)?).ok()?;
    let fields = reading.fields_of(node)?;
    Some(fields.into_iter().map(str::to_owned).collect())
}
