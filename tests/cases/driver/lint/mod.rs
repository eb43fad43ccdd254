//! Small graphs, and what lint finds in them.

mod build;
mod case;

use neograph::lint::{LintIssue, Severity, Subject};
use serde::Deserialize;
use serde_json::Value;

use super::{Fault, all};
use case::NodeCase;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "about")]
    _about: String,
    considered_kinds: Vec<String>,
    cases: Vec<Lint>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "some fields are for people")]
struct Lint {
    id: String,
    group: String,
    title: String,
    nodes: Vec<NodeCase>,
    expect: Vec<Issue>,
    #[serde(default)]
    message_mentions: Vec<String>,
    contested: Option<String>,
    python_original_differs: Option<Value>,
}

/// An issue that is expected; an absent parameter is not compared.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Issue {
    kind: String,
    node: String,
    param: Option<String>,
    severity: Bad,
}

#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Bad {
    Error,
    #[serde(alias = "warning")]
    Warn,
}

pub fn run(text: &str) -> Result<usize, Vec<Fault>> {
    let file: File = serde_json::from_str(text).map_err(|error| vec![error.to_string()])?;
    all(&file.cases, |case| {
        one(case, &file.considered_kinds).map_err(|fault| format!("{}: {fault}", case.id))
    })
}

fn one(case: &Lint, considered: &[String]) -> Result<(), Fault> {
    let (pipeline, tools) = build::pipeline(&case.nodes)?;
    let mut found = neograph::lint(Subject::from(&pipeline).tools(&tools));
    found.retain(|issue| considered.iter().any(|kind| kind == issue.kind.name()));
    let mut rest: Vec<&LintIssue> = found.iter().collect();
    for expected in &case.expect {
        let Some(index) = rest.iter().position(|issue| expected.is(issue)) else {
            return Err(format!("expected {expected:?} among {found:#?}"));
        };
        rest.remove(index);
    }
    if !rest.is_empty() {
        return Err(format!("expected none of {rest:#?}"));
    }
    let said = |word: &String| found.iter().any(|issue| issue.message.contains(word.as_str()));
    match case.message_mentions.iter().find(|word| !said(word)) {
        Some(word) => Err(format!("expected `{word}` in the messages of {found:#?}")),
        None => Ok(()),
    }
}

impl Issue {
    /// A node goes by its address or by its name alone, a tool with its server or without.
    fn is(&self, found: &LintIssue) -> bool {
        let severity = match found.severity {
            Severity::Error => Bad::Error,
            Severity::Warning => Bad::Warn,
        };
        let last = |text: &str, by: &str| text.rsplit(by).next().map(str::to_owned);
        let param = found.param.as_deref();
        self.kind == found.kind.name()
            && (self.node == found.node || Some(&self.node) == last(&found.node, "/").as_ref())
            && (self.param.is_none()
                || self.param.as_deref() == param
                || self.param == param.and_then(|param| last(param, "::")))
            && self.severity == severity
            && found.required == (severity == Bad::Error)
    }
}
