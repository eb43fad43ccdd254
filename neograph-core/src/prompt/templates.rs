//! The prompts of a graph, parsed and checked.

use minijinja::{
    Environment, Error, ErrorKind, Output, State, UndefinedBehavior, Value,
    value::{Serde, ValueKind},
};
use serde_json::Map;

use super::Prompts;
use crate::{
    BoxError, Pipeline,
    error::CompileError,
    pipeline::{NodeSpec, PromptSource},
};

/// The prompts of a graph's nodes.
#[derive(Debug)]
pub(crate) struct Templates(Environment<'static>);

impl Templates {
    /// Parses the prompt of every node and checks that it names only what the node has.
    pub(crate) fn compile(pipeline: &Pipeline, prompts: &Prompts) -> Result<Self, CompileError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
        environment.set_formatter(write_value);
        // Every prompt is there for `{% include %}`, also one that no node names.
        for (name, text) in &prompts.templates {
            let added = environment.add_template_owned(name.clone(), text.clone());
            let user = pipeline.nodes().iter().find(
                |node| matches!(node.prompt(), Some(PromptSource::Named(used)) if used == name),
            );
            if let (Err(error), Some(node)) = (added, user) {
                return Err(syntax(node, name, &error));
            }
        }
        for node in pipeline.nodes() {
            let Some(prompt) = node.prompt() else { continue };
            let name = name(node, prompt);
            if let PromptSource::Inline(text) = prompt {
                environment
                    .add_template_owned(name.clone(), text.to_owned())
                    .map_err(|error| syntax(node, &name, &error))?;
            }
            check(&environment, node, &name, prompts)?;
        }
        Ok(Self(environment))
    }

    /// The prompt of a node with its parameters' values.
    pub(crate) fn render(
        &self,
        node: &NodeSpec,
        values: Map<String, serde_json::Value>,
    ) -> Result<String, BoxError> {
        let prompt = node.prompt().ok_or("the node has no prompt")?;
        let template = self.0.get_template(&name(node, prompt))?;
        template.render(Value::from(Serde(values))).map_err(|error| chain(&error).into())
    }
}

impl Templates {
    /// The text of a prompt that nodes name.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.0.get_template(name).ok().map(|template| template.source().to_owned())
    }
}

/// The name of a node's prompt; an inline one goes by the node.
fn name(node: &NodeSpec, prompt: PromptSource<'_>) -> String {
    match prompt {
        PromptSource::Named(name) => name.to_owned(),
        PromptSource::Inline(_) => format!("{}.prompt_text", node.name()),
    }
}

fn check(
    environment: &Environment<'_>,
    node: &NodeSpec,
    name: &str,
    prompts: &Prompts,
) -> Result<(), CompileError> {
    let template = environment.get_template(name).map_err(|_| CompileError::MissingPrompt {
        node: node.name().to_owned(),
        prompt: name.to_owned(),
        known: prompts.templates.keys().cloned().collect(),
    })?;
    let known: Vec<&str> = node
        .params()
        .iter()
        .filter(|param| param.binding().is_rendered())
        .map(|param| param.name())
        .collect();
    let globals: Vec<&str> = environment.globals().map(|(name, _)| name).collect();
    let mut unknown: Vec<String> = template
        .undeclared_variables(false)
        .into_iter()
        .filter(|variable| {
            !known.contains(&variable.as_str()) && !globals.contains(&variable.as_str())
        })
        .collect();
    unknown.sort();
    match unknown.into_iter().next() {
        Some(variable) => Err(CompileError::UnknownPromptVariable {
            node: node.name().to_owned(),
            prompt: name.to_owned(),
            variable,
            known: known.into_iter().map(str::to_owned).collect(),
        }),
        None => Ok(()),
    }
}

/// An error with its causes: what is wrong in an included template stands in the last one.
fn chain(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

fn syntax(node: &NodeSpec, name: &str, error: &Error) -> CompileError {
    CompileError::PromptSyntax {
        node: node.name().to_owned(),
        prompt: name.to_owned(),
        reason: error.to_string(),
    }
}

/// Text as it is; everything with a structure as JSON, which models read well.
fn write_value(
    out: &mut Output<'_>,
    state: &mut State<'_, '_>,
    value: &Value,
) -> Result<(), Error> {
    match value.kind() {
        ValueKind::Map | ValueKind::Seq | ValueKind::Iterable => {
            let json = serde_json::to_string_pretty(value).map_err(|error| {
                Error::new(ErrorKind::BadSerialization, "the value has no JSON form")
                    .with_source(error)
            })?;
            out.write_str(&json).map_err(Error::from)
        }
        _ => minijinja::escape_formatter(out, state, value),
    }
}
