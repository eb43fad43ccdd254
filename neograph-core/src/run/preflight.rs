//! What can be known to fail before any node runs.

use serde_json::{Map, Value};

use super::{RunConfig, bind};
use crate::{Error, error::ConfigurationError, graph::Plan, pipeline::Source};

/// Checks that the nodes that are still to run have their inputs, handles and fetcher.
pub(crate) fn check(
    plan: &Plan,
    is_done: impl Fn(usize) -> bool,
    input: &Map<String, Value>,
    config: &RunConfig,
) -> Result<(), Error> {
    let mut missing: Vec<String> = Vec::new();
    for node in (0..plan.len()).filter(|node| !is_done(*node)) {
        let spec = plan.spec(node);
        for param in spec.params() {
            let name = param.name();
            match param.source() {
                Source::Upstream | Source::FirstOf(_) | Source::Item | Source::Carry => {}
                Source::Input => {
                    let absent = !input.contains_key(name) && !param.is_optional();
                    if absent && !missing.iter().any(|known| known == name) {
                        missing.push(name.to_owned());
                    } else if !absent {
                        bind::input(input, spec, param)?;
                    }
                }
                Source::Config => {
                    bind::handle(config, spec, param)?;
                }
                Source::Resource(_) => {
                    if config.fetcher.is_none() && !param.is_optional() {
                        return Err(ConfigurationError::MissingFetcher {
                            node: spec.name().to_owned(),
                            param: name.to_owned(),
                        }
                        .into());
                    }
                }
            }
        }
    }
    if missing.is_empty() {
        Ok(())
    } else {
        Err(ConfigurationError::MissingInput { names: missing }.into())
    }
}
