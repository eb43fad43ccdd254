//! What prompts name, and what they leave out.

use std::collections::BTreeSet;

use super::{LintIssue, LintKind, subject::Level};
use crate::pipeline::{NodeSpec, Source};

pub(super) fn check(level: &Level<'_>, node: usize, issues: &mut Vec<LintIssue>) {
    let spec = &level.nodes()[node];
    let Some(named) = named(level, spec) else { return };
    let place = level.place(spec);
    let named = match named {
        Ok(named) => named,
        Err(reason) => {
            let message = format!("node `{place}`: the prompt does not parse: {reason}");
            let kind = LintKind::TemplatePlaceholderUnresolvable;
            issues.push(LintIssue::new(kind, place, None, message));
            return;
        }
    };
    for variable in &named.roots {
        let param = spec.params().iter().find(|param| param.name() == variable);
        let rendered = param.filter(|param| param.binding().is_rendered());
        match rendered {
            None => {
                let message = format!(
                    "node `{place}`: the prompt names `{variable}`, and the node has no such \
                     parameter that a prompt may name; add it, or mend the name"
                );
                let kind = LintKind::TemplatePlaceholderUnresolvable;
                issues.push(LintIssue::new(kind, place.clone(), Some(variable.clone()), message));
            }
            Some(param) if param.resource().is_some() => {
                let message = format!(
                    "node `{place}`: the prompt names `{variable}`, which is read from a resource, \
                     and the blocking `run` refuses that; drive the graph with `arun` or `astream`"
                );
                let kind = LintKind::TemplateVarRequiresAsyncDriver;
                issues.push(LintIssue::new(kind, place.clone(), Some(variable.clone()), message));
            }
            Some(_) => {}
        }
    }
    for param in spec.params().iter().filter(|param| param.binding().is_rendered()) {
        let variable = param.name();
        // An input may be there for a URI alone.
        let in_uri = spec.params().iter().any(|other| other.uri_names(variable));
        if !named.roots.contains(variable) && !in_uri {
            let message = format!(
                "node `{place}`: the prompt never names `{variable}`, so the model does not see \
                 it; name it as `{{{{ {variable} }}}}`, or remove the parameter"
            );
            let kind = LintKind::TemplateInputUnreferenced;
            let param = Some(variable.to_owned());
            issues.push(LintIssue::new(kind, place.clone(), param, message));
        }
    }
    unconsumed(level, spec, issues);
}

/// Fields of a model's output that no prompt after it names. A body may read them all, and so
/// may a prompt that writes the whole value.
fn unconsumed(level: &Level<'_>, spec: &NodeSpec, issues: &mut Vec<LintIssue>) {
    let Some(schema) = spec.unit().schema() else { return };
    let Some(fields) = schema.get("properties").and_then(|fields| fields.as_object()) else {
        return;
    };
    let readers: Vec<&NodeSpec> =
        level.nodes().iter().filter(|reader| reader.reads().contains(&spec.name())).collect();
    let mut read = BTreeSet::new();
    for reader in &readers {
        let by_name = reader
            .params()
            .iter()
            .any(|param| matches!(param.source(), Source::Upstream) && param.name() == spec.name());
        match named(level, reader) {
            Some(Ok(named)) if by_name && reader.is_plain() => match named.fields_of(spec.name()) {
                Some(fields) => read.extend(fields),
                None => return,
            },
            _ => return,
        }
    }
    if readers.is_empty() {
        return;
    }
    for field in fields.keys().filter(|field| !read.contains(*field)) {
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

/// The variables that a prompt names.
struct Named {
    roots: BTreeSet<String>,
    /// With the fields of those whose fields are named.
    paths: BTreeSet<String>,
}

impl Named {
    /// The fields of a variable that are named; `None` when the whole of it is.
    fn fields_of(&self, variable: &str) -> Option<BTreeSet<String>> {
        let mut fields = BTreeSet::new();
        for path in &self.paths {
            match path.split_once('.') {
                None if path == variable => return None,
                Some((root, rest)) if root == variable => {
                    fields.insert(rest.split('.').next().unwrap_or(rest).to_owned());
                }
                _ => {}
            }
        }
        Some(fields)
    }
}

/// What the prompt of a node names; `None` when it has none or only a graph knows it.
fn named(level: &Level<'_>, spec: &NodeSpec) -> Option<Result<Named, String>> {
    let variables = match level.templates() {
        Some(templates) => Ok(templates.variables(spec)?),
        None => crate::prompt::inline_variables(spec)?,
    };
    Some(variables.map(|paths| Named {
        roots: paths.iter().map(|path| first(path).to_owned()).collect(),
        paths,
    }))
}

fn first(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}
