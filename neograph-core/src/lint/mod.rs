//! What can be known of a pipeline before it runs, and is no error of rustc's.

mod contract;
mod drivers;
mod hydration;
mod kinds;
mod level;
mod mutating;
mod prompts;
mod subject;

use std::fmt;

pub use contract::{InputContract, Supplied, input_contract};
pub use kinds::{LintKind, Severity};
pub use subject::Subject;

use level::Level;

/// Something that lint found.
///
/// ```
/// use neograph_core::lint::{LintIssue, Severity};
///
/// /// Fails a build for errors, and prints warnings.
/// fn report(issues: &[LintIssue]) -> Result<(), String> {
///     issues.iter().for_each(|issue| eprintln!("{issue}"));
///     let errors = issues.iter().filter(|issue| issue.severity == Severity::Error).count();
///     if errors == 0 { Ok(()) } else { Err(format!("{errors} errors")) }
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LintIssue {
    /// What is wrong.
    pub kind: LintKind,
    /// How bad it is.
    pub severity: Severity,
    /// The node, by its address: `verify/check` is the node `check` in the sub-pipeline `verify`.
    pub node: String,
    /// The parameter, the tool or the field that it is about.
    pub param: Option<String>,
    /// Whether the node cannot run like this.
    pub required: bool,
    /// What is wrong and what to do.
    pub message: String,
}

impl LintIssue {
    fn new(
        kind: LintKind,
        node: impl Into<String>,
        param: impl Into<Option<String>>,
        message: String,
    ) -> Self {
        let severity = kind.severity();
        let (node, param) = (node.into(), param.into());
        Self { kind, severity, node, param, required: severity == Severity::Error, message }
    }

    /// The same where the node can do without.
    fn optional(self) -> Self {
        Self { severity: Severity::Warning, required: false, ..self }
    }
}

impl fmt::Display for LintIssue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.kind, self.message)
    }
}

/// Looks a pipeline over: which links can never be there, which tools a blocking driver refuses,
/// what prompts leave out. It runs nothing, and finds nothing in a pipeline that is right.
///
/// Given a [`Graph`](crate::Graph), it knows the tools and the prompts by name, too.
///
/// ```
/// use neograph_core::{Node, Pipeline, lint::{LintKind, lint}};
///
/// let pipeline = Pipeline::builder("jokes")
///     .node(Node::scripted("topic").run(async |_| Ok("tea".to_owned())))
///     .node(Node::think("joke").edge::<String>("topic").model("m").prompt_text("Tell a joke.").output::<String>())
///     .build()?;
/// let issues = lint(&pipeline);
/// assert_eq!(issues[0].kind, LintKind::TemplateInputUnreferenced);
/// assert_eq!(
///     issues[0].to_string(),
///     "warning[template_input_unreferenced]: node `joke`: the prompt never names `topic`, so the \
///      model does not see it; name it as `{{ topic }}`, or remove the parameter"
/// );
/// # Ok::<_, neograph_core::Error>(())
/// ```
pub fn lint<'a>(subject: impl Into<Subject<'a>>) -> Vec<LintIssue> {
    let mut issues = Vec::new();
    look_at(&Level::new(subject.into()), &mut issues);
    issues
}

fn look_at(level: &Level<'_>, issues: &mut Vec<LintIssue>) {
    for node in 0..level.nodes().len() {
        hydration::check(level, node, issues);
        drivers::check(level, node, issues);
        mutating::check(level, node, issues);
        prompts::check(level, node, issues);
        if let Some(inside) = level.inside(node) {
            look_at(inside, issues);
        }
    }
}
