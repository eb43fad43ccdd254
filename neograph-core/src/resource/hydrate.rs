//! Hydration: a resource parameter gets its value when its node is entered.
//!
//! Read, and on any failure of a link: the idempotency gate, one replay of the producing
//! call, one read of the fresh link, or fail loud.

use std::sync::Arc;

use serde_json::{Map, Value};

use super::{
    Lifetime, Lifetimes, ResourceRef,
    cache::FetchCache,
    site::{Reads, Site},
};
use crate::{
    __private::FromResource,
    AnyValue, Environment, Error, SystemEnvironment,
    error::{ConfigurationError, ExecutionError},
    pipeline::{Locator, Param},
    run::{Events, Recorded, RunConfig},
    uri,
};

/// The value of a resource parameter, and how long the link that it was read from stays fresh, if
/// the server said so.
pub(crate) async fn hydrate(
    reads: Reads<'_>,
    node: &str,
    param: &Param,
    values: &Map<String, Value>,
    manifest: &[Arc<Recorded<Vec<ResourceRef>>>],
) -> Result<(AnyValue, Option<Lifetime>), Error> {
    let Some(site) = Site::new(reads, node, param)? else {
        let (node, param_name) = (node.to_owned(), param.name().to_owned());
        let missing = ConfigurationError::MissingFetcher { node, param: param_name };
        let absent = param.binding().absent().ok_or_else(|| missing.into());
        return absent.map(|absent| (absent, None));
    };
    let (read, lifetime) = match site.spec.locator {
        Locator::Uri(template) => {
            let uri =
                uri::expand(template, values).map_err(|error| ExecutionError::ResourceUri {
                    node: site.node(),
                    param: site.param(),
                    reason: error.to_string(),
                })?;
            (site.read_uri(&uri).await?, None)
        }
        Locator::Ref(kind) => match site.find(kind, manifest)? {
            Some(link) => {
                let read = site.read_link(&link).await?;
                let ttl = read.fetched.ttl;
                let lifetime =
                    ttl.and_then(|ttl| Lifetime::new(link.server(), link.uri(), read.at, ttl));
                (read, lifetime)
            }
            None => match site.absent() {
                Some(absent) => return Ok((absent, None)),
                None => return Err(site.kind_missing(kind, manifest)?),
            },
        },
    };
    Ok((site.parse(&read)?, lifetime))
}

/// Hydrates one reference outside a run, as a node's parameter would be: read, and if the
/// link has died, the idempotency gate, one replay of the producing call, one further read.
///
/// Errors name the reference's kind as the parameter.
///
/// ```
/// # use neograph_core::{Result, resource::{ResourceRef, hydrate_resource_ref}, run::RunConfig};
/// # async fn show(link: &ResourceRef, config: &RunConfig) -> Result<()> {
/// let subjects: Vec<String> = hydrate_resource_ref(link, config).await?;
/// # Ok(()) }
/// ```
///
/// # Errors
///
/// [`Error::Configuration`] without a fetcher, and the resource errors of
/// [`ExecutionError`].
pub async fn hydrate_resource_ref<T: FromResource>(
    link: &ResourceRef,
    config: &RunConfig,
) -> Result<T, Error> {
    const NODE: &str = "hydrate_resource_ref";
    let environment: Arc<dyn Environment> = Arc::new(SystemEnvironment);
    let (cache, events) = (FetchCache::default(), Events::default());
    let (stats, lifetimes) = (Arc::default(), Lifetimes::default());
    let param = Param::of_link::<T>(link.kind());
    let reads = Reads {
        run_id: None,
        config,
        environment: &environment,
        cache: &cache,
        events: &events,
        stats: &stats,
        lifetimes: &lifetimes,
    };
    let missing = || ConfigurationError::MissingFetcher {
        node: NODE.to_owned(),
        param: link.kind().to_owned(),
    };
    let site = Site::new(reads, NODE, &param)?.ok_or_else(missing)?;
    let value = site.parse(&*site.read_link(link).await?)?;
    let value = value.downcast::<T>().ok().and_then(Arc::into_inner);
    Ok(value.ok_or_else(missing)?)
}
