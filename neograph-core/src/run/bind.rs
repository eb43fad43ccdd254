//! The parameters of a node, resolved: each by the rule of its source.

use std::sync::Arc;

use futures_util::future::try_join_all;
use neograph_uri::Template;
use serde_json::{Map, Value};

use super::{Recorded, RunContext, Unit, thread::Answered};
use crate::{
    AnyValue, Error,
    checkpoint::{Channel, Write},
    error::{ConfigurationError, ExecutionError},
    pipeline::{Locator, NodeSpec, Param, Source},
    resource::{self, ResourceRef},
    uri,
};

/// The values of a node's parameters, in declaration order.
pub(crate) type Bound = Vec<Option<AnyValue>>;

/// Resolves the parameters of a node that are not known yet: all but its resources. Whether
/// it has some.
pub(super) fn bind_given(
    context: &RunContext,
    unit: Unit,
    slots: &mut Bound,
) -> Result<bool, Error> {
    let spec = context.plan.spec(unit.node);
    let mut reads = false;
    for (index, param) in spec.params().iter().enumerate() {
        match param.source() {
            Source::Upstream | Source::FirstOf(_) | Source::Item | Source::Carry => {}
            Source::Input => slots[index] = Some(input(&context.input, spec, param)?),
            Source::Config => slots[index] = Some(config(context, spec, param)?),
            Source::Feedback(asker) => slots[index] = Some(feedback(context, unit, param, asker)?),
            Source::Resource(_) => reads = true,
        }
    }
    Ok(reads)
}

/// Reads the node's resources, all at the same time.
pub(super) async fn hydrate(
    context: &RunContext,
    unit: Unit,
    slots: &mut Bound,
    manifest: &[Arc<Recorded<Vec<ResourceRef>>>],
) -> Result<(), Error> {
    let params = context.plan.spec(unit.node).params().iter().enumerate();
    let reads: Vec<(usize, &Param)> =
        params.filter(|(_, param)| param.resource().is_some()).collect();
    let place = context.place(unit);
    let values = template_values(context, unit, slots, &reads)?;
    let read = try_join_all(reads.into_iter().map(async |(index, param)| {
        let value = resource::hydrate(context.reads(), &place, param, &values, manifest).await?;
        Ok::<_, Error>((index, value))
    }));
    let mut lifetimes = Vec::new();
    for (index, (value, lifetime)) in read.await? {
        slots[index] = Some(value);
        lifetimes.extend(lifetime);
    }
    if lifetimes.is_empty() {
        return Ok(());
    }
    let lifetimes = (0..).zip(&lifetimes);
    let key = context.key(unit);
    let write = |(index, lifetime)| Write::value(Channel::Lifetime, key.clone(), index, lifetime);
    context.append(lifetimes.map(write).collect()).await
}

/// Resolves all the parameters of a node that are not known yet.
pub(super) async fn bind(
    context: &RunContext,
    unit: Unit,
    mut slots: Bound,
    manifest: &[Arc<Recorded<Vec<ResourceRef>>>],
) -> Result<Bound, Error> {
    if bind_given(context, unit, &mut slots)? {
        hydrate(context, unit, &mut slots, manifest).await?;
    }
    Ok(slots)
}

/// An input parameter. Absent, it is `None` or an error.
pub(crate) fn input(
    given: &Map<String, Value>,
    spec: &NodeSpec,
    param: &Param,
) -> Result<AnyValue, Error> {
    let binding = param.binding();
    let value = given.get(param.name());
    if let (None, Some(absent)) = (value, binding.absent()) {
        return Ok(absent);
    }
    let missing = || ConfigurationError::MissingInput { names: vec![param.name().to_owned()] };
    let bound = value.and_then(|value| binding.bind_input(value)).ok_or_else(missing)?;
    bound.map_err(|error| {
        ConfigurationError::InputType {
            node: spec.name().to_owned(),
            param: param.name().to_owned(),
            expected: binding.type_name(),
            path: error.path().to_string(),
            message: error.inner().to_string(),
        }
        .into()
    })
}

/// What a human answered to a node; of the node itself, in the iteration before.
pub(crate) fn feedback(
    context: &RunContext,
    unit: Unit,
    param: &Param,
    asker: &str,
) -> Result<AnyValue, Error> {
    let spec = context.plan.spec(unit.node);
    let key;
    let given = if asker == spec.name() {
        let before = unit.iteration.and_then(|iteration| iteration.checked_sub(1));
        let before = before.map(|before| Unit { iteration: Some(before), ..unit });
        before.and_then(|before| context.past.answer(&context.key(before)))
    } else {
        key = context.key_of(asker);
        context.past.last_answer(&key)
    };
    answer(spec, param, given)
}

/// An answer as its parameter takes it. There may be none.
pub(crate) fn answer(
    spec: &NodeSpec,
    param: &Param,
    given: Option<&Answered>,
) -> Result<AnyValue, Error> {
    let binding = param.binding();
    let failed = |id: &str, message: String| {
        Error::from(ConfigurationError::FeedbackType {
            id: id.to_owned(),
            node: spec.name().to_owned(),
            param: param.name().to_owned(),
            expected: binding.type_name(),
            message,
        })
    };
    let Some(Answered { id, value }) = given else {
        return binding.absent().ok_or_else(|| failed("", "there is no answer".to_owned()));
    };
    let bound = binding.bind_input(value);
    let bound = bound.ok_or_else(|| failed(id, "the parameter takes no answer".to_owned()))?;
    bound.map_err(|error| failed(id, error.to_string()))
}

/// A handle of the configuration. Absent, it is `None` or an error.
pub(crate) fn config(
    context: &RunContext,
    spec: &NodeSpec,
    param: &Param,
) -> Result<AnyValue, Error> {
    handle(&context.config, spec, param)
}

pub(crate) fn handle(
    config: &super::RunConfig,
    spec: &NodeSpec,
    param: &Param,
) -> Result<AnyValue, Error> {
    let binding = param.binding();
    let (node, name) = (spec.name().to_owned(), param.name().to_owned());
    match config.handles.get(param.name()) {
        None => binding
            .absent()
            .ok_or_else(|| ConfigurationError::MissingConfig { node, param: name }.into()),
        Some(handle) => binding.bind_handle(&handle.value).ok_or_else(|| {
            ConfigurationError::ConfigType {
                node,
                param: name,
                expected: binding.type_name(),
                found: handle.type_name,
            }
            .into()
        }),
    }
}

/// The values that the node's URI templates may name: parameters, and fields of them.
fn template_values(
    context: &RunContext,
    unit: Unit,
    known: &[Option<AnyValue>],
    reads: &[(usize, &Param)],
) -> Result<Map<String, Value>, Error> {
    let spec = context.plan.spec(unit.node);
    let failed = |param: &Param, reason: String| {
        let (node, param) = (spec.name().to_owned(), param.name().to_owned());
        Error::from(ExecutionError::ResourceUri { node, param, reason })
    };
    let mut values = Map::new();
    for (param, known) in spec.params().iter().zip(known) {
        let value = match (param.source(), known) {
            // As its type spells it, which is how a reader spells its arguments.
            (Source::Input | Source::Config | Source::Item, Some(value)) => {
                let rendered = param.binding().render(value).transpose();
                rendered.map_err(|source| failed(param, source.to_string()))?
            }
            _ => None,
        };
        let given = || match param.source() {
            Source::Input => context.input.get(param.name()).cloned(),
            _ => None,
        };
        let value = value.or_else(given);
        if let Some(value) = value {
            values.insert(param.name().to_owned(), value);
        }
    }
    let may_be_holes = values.values().any(uri::is_undefined);
    for (_, param) in reads {
        let Some(Locator::Uri(template)) = param.resource().map(|spec| spec.locator) else {
            continue;
        };
        if !template.contains('.') && !may_be_holes {
            continue;
        }
        let parsed = Template::parse(template).map_err(|fault| failed(param, fault.reason))?;
        if let Some(name) = uri::hole(&parsed, &values) {
            return Err(failed(param, format!("`{name}` has no value, and stands in the path")));
        }
        for variable in parsed.variables.iter().filter(|variable| variable.name.contains('.')) {
            let name = &variable.name;
            match field(&values, name) {
                Some(field) if variable.leaves_hole && uri::is_undefined(field) => {
                    let reason = format!("`{name}` has no value, and stands in the path");
                    return Err(failed(param, reason));
                }
                Some(field) => {
                    let field = field.clone();
                    values.insert(name.clone(), field);
                }
                None if values.get(variable.root()).is_none_or(Value::is_null) => {}
                None => {
                    let reason = format!(
                        "`{name}` is not in the value as it is written; a template names fields \
                         as the program does, and serde writes this one under another name or \
                         not at all"
                    );
                    return Err(failed(param, reason));
                }
            }
        }
    }
    Ok(values)
}

/// The field that a name like `group.id` means.
fn field<'a>(values: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    let (first, rest) = name.split_once('.')?;
    rest.split('.').try_fold(values.get(first)?, |value, field| match value {
        Value::Array(items) => items.get(field.parse::<usize>().ok()?),
        value => value.get(field),
    })
}
