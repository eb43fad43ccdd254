//! What a caller must supply.

use std::collections::BTreeMap;

use super::{LintIssue, LintKind, subject::Subject};
use crate::{
    pipeline::{NodeSpec, Param, Source},
    run::{Input, RunConfig},
};

/// One value that a caller supplies.
///
/// ```
/// use neograph_core::lint::Supplied;
///
/// fn describe(name: &str, value: &Supplied) -> String {
///     let Supplied { type_name, required, nodes, .. } = value;
///     format!("{name}: {type_name}{} for {}", if *required { "" } else { "?" }, nodes.join(", "))
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Supplied {
    /// The Rust path of its type, as the first node takes it.
    pub type_name: &'static str,
    /// Whether the pipeline cannot run without it.
    pub required: bool,
    /// The nodes that take it, by address.
    pub nodes: Vec<String>,
}

/// Everything that a caller of a pipeline supplies. [`input_contract`] lists it.
///
/// ```
/// use neograph_core::lint::InputContract;
///
/// fn needs_a_fetcher(contract: &InputContract) -> bool {
///     contract.resources.values().any(|resource| resource.required)
/// }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct InputContract {
    /// The values of the run's input, by name.
    pub inputs: BTreeMap<String, Supplied>,
    /// The handles of the run's configuration, by name.
    pub handles: BTreeMap<String, Supplied>,
    /// The parameters that are read from resources, as `node.parameter`: those that are required
    /// need a fetcher. What tools read is not among them.
    pub resources: BTreeMap<String, Supplied>,
}

/// Lists what a caller of a pipeline must supply: its inputs, its handles, and whether it needs
/// a fetcher.
///
/// ```
/// use neograph_core::{Node, Pipeline, lint::input_contract};
///
/// let greet = Node::scripted("greet").input::<String>("name").run(async |args| {
///     Ok(format!("hello, {}", args.get::<String>("name")?))
/// });
/// let pipeline = Pipeline::builder("greeting").node(greet).build()?;
/// let contract = input_contract(&pipeline);
/// assert!(contract.inputs["name"].required);
/// assert_eq!(contract.inputs["name"].nodes, ["greet"]);
/// # Ok::<_, neograph_core::Error>(())
/// ```
pub fn input_contract<'a>(subject: impl Into<Subject<'a>>) -> InputContract {
    let mut contract = InputContract::default();
    contract.take(subject.into(), "", true);
    contract
}

impl InputContract {
    fn take(&mut self, subject: Subject<'_>, path: &str, is_outermost: bool) {
        for (index, node) in subject.pipeline().nodes().iter().enumerate() {
            let place = format!("{path}{}", node.name());
            for param in params(node) {
                match param.source() {
                    // Inside a sub-pipeline they are the parameters of the node around it.
                    Source::Input if is_outermost => {
                        note(&mut self.inputs, param.name(), param, &place);
                    }
                    Source::Config => note(&mut self.handles, param.name(), param, &place),
                    Source::Resource(_) => {
                        let name = format!("{place}.{}", param.name());
                        note(&mut self.resources, &name, param, &place);
                    }
                    _ => {}
                }
            }
            // What only a graph knows of a tool is left out.
            let tools = subject.tools_of(index).into_iter().filter_map(|tool| tool.spec);
            for handle in tools.flat_map(|spec| spec.handles) {
                supplied(
                    &mut self.handles,
                    &handle.name,
                    handle.type_name,
                    handle.required,
                    &place,
                );
            }
            if let Some(inside) = subject.inside(index) {
                self.take(inside, &format!("{place}/"), false);
            }
        }
    }

    /// What a call supplies that nobody takes, and what it does not supply.
    ///
    /// ```
    /// use neograph_core::{Node, Pipeline, lint::{LintKind, input_contract}};
    /// use neograph_core::run::{Input, RunConfig};
    ///
    /// let greet = Node::scripted("greet").input::<String>("name").run(async |_| Ok(()));
    /// let pipeline = Pipeline::builder("greeting").node(greet).build()?;
    /// let call = Input::new().set("nmae", "you")?;
    /// let issues = input_contract(&pipeline).check(&call, &RunConfig::new());
    /// let kinds: Vec<LintKind> = issues.iter().map(|issue| issue.kind).collect();
    /// assert_eq!(kinds, [LintKind::ConfigKeyMissing, LintKind::ConfigKeyUnmatched]);
    /// # Ok::<_, neograph_core::Error>(())
    /// ```
    pub fn check(&self, input: &Input, config: &RunConfig) -> Vec<LintIssue> {
        let mut issues = Vec::new();
        let inputs: Vec<&str> = input.0.keys().map(String::as_str).collect();
        let handles: Vec<&str> = config.handles.keys().map(String::as_str).collect();
        compare(&self.inputs, &inputs, "input", "Input::set", &mut issues);
        compare(&self.handles, &handles, "handle", "RunConfig::with", &mut issues);
        let mut read = self.resources.iter().filter(|(_, resource)| resource.required);
        if let (Some((name, resource)), None) = (read.next(), &config.fetcher) {
            let message = format!(
                "`{name}` is read from a resource, and there is no fetcher; give one with \
                 `RunConfig::fetcher`"
            );
            let node = resource.nodes.first().cloned().unwrap_or_default();
            let param = name.strip_prefix(&*node).and_then(|name| name.strip_prefix('.'));
            let param = param.map(str::to_owned);
            issues.push(LintIssue::new(LintKind::ConfigKeyMissing, node, param, message));
        }
        issues
    }
}

fn params(node: &NodeSpec) -> impl Iterator<Item = &Param> {
    let condition = node.flow().and_then(|flow| flow.condition.as_ref());
    node.params().iter().chain(condition.map_or(&[][..], |condition| condition.params()))
}

fn note(known: &mut BTreeMap<String, Supplied>, name: &str, param: &Param, place: &str) {
    supplied(known, name, param.binding().type_name(), !param.is_optional(), place);
}

fn supplied(
    known: &mut BTreeMap<String, Supplied>,
    name: &str,
    type_name: &'static str,
    required: bool,
    place: &str,
) {
    let entry = known.entry(name.to_owned()).or_insert_with(|| Supplied {
        type_name,
        required: false,
        nodes: Vec::new(),
    });
    entry.required |= required;
    if entry.nodes.last().is_none_or(|last| last != place) {
        entry.nodes.push(place.to_owned());
    }
}

fn compare(
    wanted: &BTreeMap<String, Supplied>,
    given: &[&str],
    what: &str,
    with: &str,
    issues: &mut Vec<LintIssue>,
) {
    for (name, supplied) in wanted {
        if supplied.required && !given.contains(&name.as_str()) {
            let node = supplied.nodes.first().cloned().unwrap_or_default();
            let message = format!(
                "the {what} `{name}` (`{}`) is not given, and node `{node}` takes it; give it with \
                 `{with}`",
                supplied.type_name
            );
            issues.push(LintIssue::new(
                LintKind::ConfigKeyMissing,
                node,
                Some(name.clone()),
                message,
            ));
        }
    }
    for name in given.iter().filter(|name| !wanted.contains_key(**name)) {
        let known: Vec<String> = wanted.keys().map(|name| format!("`{name}`")).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        let message = format!("no node takes the {what} `{name}`; those that are taken: {known}");
        let param = Some((*name).to_owned());
        issues.push(LintIssue::new(LintKind::ConfigKeyUnmatched, "", param, message));
    }
}
