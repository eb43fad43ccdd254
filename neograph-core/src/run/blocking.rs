//! The blocking driver, for programs without a runtime.

use super::{Command, Outcome, RunConfig, driver};
use crate::{Error, Graph, error::ConfigurationError, graph::Plan};

/// Runs a graph on a runtime of its own, after checking that nothing in it waits for I/O of
/// the caller's.
pub(crate) fn run(graph: &Graph, command: Command, config: &RunConfig) -> Result<Outcome, Error> {
    let waiting = waiting(graph.plan());
    if !waiting.is_empty() {
        return Err(ConfigurationError::NeedsAsyncDriver { waiting }.into());
    }
    if tokio::runtime::Handle::try_current().is_ok() {
        return Err(ConfigurationError::InsideRuntime.into());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|source| ConfigurationError::NoRuntime { source })?;
    runtime.block_on(driver::arun(graph, command, config))
}

/// What needs the async driver, with its node.
fn waiting(plan: &Plan) -> Vec<String> {
    let mut waiting = Vec::new();
    for node in 0..plan.len() {
        let spec = plan.spec(node);
        let resources = spec.params().iter().filter(|param| param.resource().is_some());
        waiting.extend(resources.map(|param| {
            format!("the resource parameter `{}` of node `{}`", param.name(), spec.name())
        }));
        let tools = plan.tools(node).iter().filter(|tool| tool.spec().async_only);
        waiting.extend(tools.map(|tool| {
            format!("the tool `{}` of node `{}`", tool.spec().qualified_name(), spec.name())
        }));
        waiting.extend(plan.sub(node).into_iter().flat_map(|sub| self::waiting(&sub.plan)));
    }
    waiting
}
