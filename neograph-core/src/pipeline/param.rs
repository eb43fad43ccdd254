//! A parameter of a node: its name and where its value comes from.

use std::{borrow::Cow, time::Duration};

use serde::de::DeserializeOwned;

use super::{Binding, node::Name};
use crate::{
    __private::{Feedback, FromInput, FromResource, Handle, Rendered},
    BoxError,
    resource::ResourceContent,
    uri,
};

/// A parameter of a node.
#[derive(Debug, Clone)]
pub struct Param {
    pub(super) name: Name,
    source: Source,
    optional: bool,
    binding: Binding,
}

/// Where a parameter's value comes from.
#[derive(Debug, Clone)]
pub enum Source {
    /// The output of the node of the parameter's name.
    Upstream,
    /// The output of the first of these nodes that was not skipped.
    FirstOf(Vec<Cow<'static, str>>),
    /// An item of the collection that the node is run for each of.
    Item,
    /// What the iteration before gave.
    Carry,
    /// What a human answered when this node asked; of the node itself, in the iteration before.
    Feedback(Cow<'static, str>),
    /// The run's input, by the parameter's name.
    Input,
    /// A handle of the run's configuration, by the parameter's name.
    Config,
    /// A resource that is fetched and parsed when the node is entered.
    Resource(ResourceSpec),
}

/// How a resource parameter is found, capped and cached.
#[derive(Debug, Clone)]
pub struct ResourceSpec {
    /// By address or by kind.
    pub locator: Locator,
    /// The largest body the parameter takes, in decoded bytes.
    pub max_bytes: Option<u64>,
    /// The media type to assume when the server names none.
    pub mime: Option<&'static str>,
    /// The server to read a URI from, when several are configured.
    pub server: Option<&'static str>,
    /// How long one read may take; the run's fetch timeout when absent.
    pub timeout: Option<Duration>,
    /// Whether a read is shared with the other parameters of the run.
    pub cache: bool,
}

/// Which resource a parameter asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Locator {
    /// A URI template (RFC 6570) over the node's inputs and configuration.
    Uri(&'static str),
    /// The first link of this kind in the manifest.
    Ref(&'static str),
}

impl Param {
    /// The parameter's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where its value comes from.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Whether the parameter is an `Option` and may stay empty.
    pub fn is_optional(&self) -> bool {
        self.optional
    }

    /// The nodes that the parameter's value may come from.
    pub(crate) fn reads(&self) -> Vec<&str> {
        match &self.source {
            Source::Upstream => vec![&self.name],
            Source::FirstOf(nodes) => nodes.iter().map(AsRef::as_ref).collect(),
            _ => Vec::new(),
        }
    }

    /// The node whose questions the parameter has the answers to, unless it is the node itself.
    pub(crate) fn feedback_of(&self, node: &str) -> Option<&str> {
        match &self.source {
            Source::Feedback(asker) if asker != node => Some(asker),
            _ => None,
        }
    }

    /// Whether this is a resource whose URI names another parameter.
    pub(crate) fn uri_names(&self, param: &str) -> bool {
        let Some(Locator::Uri(template)) = self.resource().map(|spec| spec.locator) else {
            return false;
        };
        let names = uri::variables(template).unwrap_or_default();
        names.iter().any(|name| name.split('.').next() == Some(param))
    }

    pub(crate) fn binding(&self) -> &Binding {
        &self.binding
    }

    pub(crate) fn resource(&self) -> Option<&ResourceSpec> {
        match &self.source {
            Source::Resource(spec) => Some(spec),
            _ => None,
        }
    }
}

/// What the macros expand to.
#[doc(hidden)]
impl Param {
    pub fn __upstream<T: Send + Sync + 'static>(name: &'static str) -> Self {
        Self::new(name, Source::Upstream, Binding::opaque::<T>())
    }

    /// The output of the first of these nodes that was not skipped.
    pub fn __first_of<T: Send + Sync + 'static>(
        name: &'static str,
        nodes: &'static [&'static str],
    ) -> Self {
        let nodes = nodes.iter().copied().map(Cow::from).collect();
        Self::new(name, Source::FirstOf(nodes), Binding::opaque::<T>())
    }

    /// An item of the node's fan-out.
    pub fn __item<T: Send + Sync + 'static>(name: &'static str) -> Self {
        Self::new(name, Source::Item, Binding::opaque::<T>())
    }

    /// What the iteration before gave; nothing in the first.
    pub fn __carry<T: Send + Sync + 'static>(name: &'static str) -> Self {
        Self::new(name, Source::Carry, Binding::opaque::<T>()).__optional::<T>()
    }

    /// What a model gives to a `#[tool]`.
    pub fn __argument<T: DeserializeOwned + Send + Sync + 'static>(name: &'static str) -> Self {
        Self::new(name, Source::Input, Binding::json::<T>())
    }

    /// What a human answered to a node; nothing when it did not ask.
    pub fn __feedback<T: Feedback>(name: &'static str, node: &'static str) -> Self {
        Self::new(name, Source::Feedback(node.into()), Binding::json::<Option<T>>())
            .__optional::<T>()
    }

    pub fn __input<T: FromInput>(name: &'static str) -> Self {
        Self::new(name, Source::Input, Binding::json::<T>())
    }

    pub fn __config<T: Handle>(name: &'static str) -> Self {
        Self::new(name, Source::Config, Binding::handle::<T>())
    }

    /// A resource parsed by its media type.
    pub fn __resource<T: FromResource>(name: &'static str, locator: Locator) -> Self {
        Self::new(name, Source::Resource(ResourceSpec::new(locator)), Binding::resource::<T>())
    }

    /// A resource parsed by a function of the user's.
    pub fn __resource_parsed<T, E>(
        name: &'static str,
        locator: Locator,
        parse: impl Fn(ResourceContent) -> Result<T, E> + Send + Sync + 'static,
    ) -> Self
    where
        T: Send + Sync + 'static,
        E: Into<BoxError> + 'static,
    {
        Self::new(name, Source::Resource(ResourceSpec::new(locator)), Binding::parsed(parse))
    }

    /// Makes the parameter an `Option<T>`: `T` is the type inside.
    #[must_use]
    pub fn __optional<T: Send + Sync + 'static>(self) -> Self {
        Self { optional: true, binding: self.binding.or_none::<T>(), ..self }
    }

    #[must_use]
    pub fn __max_bytes(self, max_bytes: u64) -> Self {
        self.with_resource(|spec| spec.max_bytes = Some(max_bytes))
    }

    #[must_use]
    pub fn __mime(self, mime: &'static str) -> Self {
        self.with_resource(|spec| spec.mime = Some(mime))
    }

    #[must_use]
    pub fn __server(self, server: &'static str) -> Self {
        self.with_resource(|spec| spec.server = Some(server))
    }

    #[must_use]
    pub fn __timeout(self, timeout: Duration) -> Self {
        self.with_resource(|spec| spec.timeout = Some(timeout))
    }

    #[must_use]
    pub fn __cache(self, cache: bool) -> Self {
        self.with_resource(|spec| spec.cache = cache)
    }

    /// Lets the value into templates: the node's prompt and its URIs.
    #[must_use]
    pub fn __rendered<T: Rendered>(self) -> Self {
        Self { binding: self.binding.rendered::<T>(), ..self }
    }

    /// The parameter of a link that is hydrated outside a pipeline.
    pub(crate) fn of_link<T: FromResource>(kind: &str) -> Self {
        let source = Source::Resource(ResourceSpec::new(Locator::Ref("")));
        Self::new(kind.to_owned(), source, Binding::resource::<T>())
    }

    pub(super) fn new(name: impl Into<Name>, source: Source, binding: Binding) -> Self {
        Self { name: name.into(), source, optional: false, binding }
    }

    fn with_resource(mut self, change: impl FnOnce(&mut ResourceSpec)) -> Self {
        if let Source::Resource(spec) = &mut self.source {
            change(spec);
        }
        self
    }
}

impl ResourceSpec {
    fn new(locator: Locator) -> Self {
        Self { locator, max_bytes: None, mime: None, server: None, timeout: None, cache: true }
    }
}
