//! The parameters of a node, resolved: each by the rule of its source.

use std::sync::Arc;

use futures_util::future::try_join_all;
use serde_json::{Map, Value};

use super::{Recorded, RunContext};
use crate::{
    AnyValue, Error,
    error::{ConfigurationError, ExecutionError},
    pipeline::{NodeSpec, Param, Source},
    resource::{self, ResourceRef},
};

/// The values of a node's parameters, in declaration order.
pub(crate) type Bound = Vec<Option<AnyValue>>;

/// Resolves the parameters of a node; its resources are read at the same time.
pub(crate) async fn bind(
    context: &RunContext,
    spec: &NodeSpec,
    upstream: Vec<Option<AnyValue>>,
    manifest: &[Arc<Recorded<Vec<ResourceRef>>>],
) -> Result<Bound, Error> {
    let mut slots = upstream;
    let mut reads = Vec::new();
    for (index, param) in spec.params().iter().enumerate() {
        match param.source() {
            Source::Upstream | Source::FirstOf(_) | Source::Item | Source::Carry => {}
            Source::Input => slots[index] = Some(input(&context.input, spec, param)?),
            Source::Config => slots[index] = Some(config(context, spec, param)?),
            Source::Resource(_) => reads.push((index, param)),
        }
    }
    if !reads.is_empty() {
        // Boxed, so that the future of a node without resources stays small.
        for (index, value) in Box::pin(hydrate(context, spec, reads, manifest)).await? {
            slots[index] = Some(value);
        }
    }
    Ok(slots)
}

async fn hydrate(
    context: &RunContext,
    spec: &NodeSpec,
    reads: Vec<(usize, &Param)>,
    manifest: &[Arc<Recorded<Vec<ResourceRef>>>],
) -> Result<Vec<(usize, AnyValue)>, Error> {
    let values = template_values(context, spec)?;
    try_join_all(reads.into_iter().map(async |(index, param)| {
        Ok((
            index,
            resource::hydrate(context.reads(), spec.name(), param, &values, manifest).await?,
        ))
    }))
    .await
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

/// The values that the node's URI templates may name.
fn template_values(context: &RunContext, spec: &NodeSpec) -> Result<Map<String, Value>, Error> {
    let mut values = Map::new();
    for param in spec.params() {
        let value = match param.source() {
            Source::Input => context.input.get(param.name()).cloned(),
            Source::Config => {
                let handle = config(context, spec, param)?;
                param.binding().render(&handle).transpose().map_err(|source| {
                    ExecutionError::ResourceUri {
                        node: spec.name().to_owned(),
                        param: param.name().to_owned(),
                        reason: source.to_string(),
                    }
                })?
            }
            Source::Upstream
            | Source::FirstOf(_)
            | Source::Item
            | Source::Carry
            | Source::Resource(_) => None,
        };
        if let Some(value) = value {
            values.insert(param.name().to_owned(), value);
        }
    }
    Ok(values)
}
