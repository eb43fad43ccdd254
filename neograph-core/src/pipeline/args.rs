//! The resolved parameters of one call of a node's body.

use std::{any::type_name, sync::Arc};

use super::node::Name;
use crate::{
    __private::{ByValue, Handle},
    AnyValue, BoxError,
};

/// The resolved parameters of one call, in declaration order.
///
/// The body of a node that was built by hand takes them by name, with [`get`](Self::get) and
/// [`find`](Self::find). The code that `#[node]` generates takes them out by position; each
/// is taken once.
///
/// ```
/// use neograph_core::{Node, pipeline::Args};
///
/// let greet = Node::scripted("greet").edge::<String>("subject").run(|args: Args| async move {
///     let subject = args.get::<String>("subject")?;
///     Ok(format!("hello, {subject}"))
/// });
/// ```
#[derive(Debug)]
pub struct Args {
    /// The values, and for a node that was built by hand its [`Names`] behind them: other
    /// nodes are not to pay for a field that they do not use.
    slots: Vec<Option<AnyValue>>,
}

/// The names of the parameters, in declaration order.
pub(super) struct Names(pub(super) Vec<Name>);

impl Args {
    pub(crate) fn new(slots: Vec<Option<AnyValue>>) -> Self {
        Self { slots }
    }

    pub(super) fn named(mut self, names: Arc<Names>) -> Self {
        self.slots.push(Some(names));
        self
    }

    /// A parameter by its name, shared with whoever reads it too.
    ///
    /// An error names the parameter: there is none of the name, or it is of another type. An
    /// optional input is an `Option<T>`.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("double").input::<u64>("n").run(async |args| {
    ///     Ok(2 * *args.get::<u64>("n")?)
    /// });
    /// ```
    pub fn get<T: Send + Sync + 'static>(&self, name: &str) -> Result<Arc<T>, BoxError> {
        let value = self.by_name(name)?;
        let value = match AnyValue::clone(value).downcast::<T>() {
            Ok(value) => return Ok(value),
            Err(value) => value,
        };
        let nested = value.downcast::<Arc<T>>().map(Arc::unwrap_or_clone);
        nested.map_err(|_| format!("parameter `{name}` is no `{}`", type_name::<T>()).into())
    }

    /// A parameter by its name that may be empty: a handle that the run may not have, an edge
    /// to a node that was skipped, what the first iteration of a loop carries.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// # struct Cache; impl Cache { fn len(&self) -> u64 { 1 } }
    /// let node = Node::scripted("cached").optional_handle::<Cache>("cache").run(async |args| {
    ///     Ok(args.find::<Cache>("cache")?.map_or(0, |cache| cache.len()))
    /// });
    /// ```
    pub fn find<T: Send + Sync + 'static>(&self, name: &str) -> Result<Option<Arc<T>>, BoxError> {
        match self.by_name(name)?.downcast_ref::<Option<T>>() {
            Some(None) => Ok(None),
            _ => self.get::<T>(name).map(Some),
        }
    }

    fn by_name(&self, name: &str) -> Result<&AnyValue, BoxError> {
        let last = self.slots.last().and_then(Option::as_ref);
        let names = last.and_then(|last| last.downcast_ref::<Names>());
        let Names(names) = names.ok_or("this node's parameters go by position")?;
        let index = names.iter().position(|known| known == name);
        let index = index.ok_or_else(|| {
            let known: Vec<String> = names.iter().map(|known| format!("`{known}`")).collect();
            format!("the node has no parameter `{name}`; it has {}", known.join(", "))
        })?;
        let value = self.slots.get(index).and_then(Option::as_ref);
        value.ok_or_else(|| format!("parameter `{name}` was taken before").into())
    }

    pub(crate) fn value(&self, index: usize) -> Option<&AnyValue> {
        self.slots.get(index)?.as_ref()
    }

    /// The value as it travels: for `&T` and `Arc<T>` parameters.
    pub fn shared<T: Handle>(&mut self, index: usize) -> Result<Arc<T>, BoxError> {
        let value = self.slots.get_mut(index).and_then(Option::take);
        let value = value.ok_or_else(|| format!("parameter {index} is not bound"))?;
        let value = match value.downcast::<T>() {
            Ok(value) => return Ok(value),
            Err(value) => value,
        };
        // A handle given as `Arc<T>` and asked for as `T` is the same thing.
        value.downcast::<Arc<T>>().map(Arc::unwrap_or_clone).map_err(|_| mismatch::<T>(index))
    }

    /// The value by itself, for a parameter that nobody else reads (inputs, resources).
    pub fn take<T: Handle>(&mut self, index: usize) -> Result<T, BoxError> {
        let value = self.shared::<T>(index)?;
        Arc::try_unwrap(value).map_err(|_| format!("parameter {index} is shared").into())
    }

    /// A copy of the value: for upstream outputs and handles taken by value.
    pub fn cloned<T: ByValue + Handle>(&mut self, index: usize) -> Result<T, BoxError> {
        self.shared::<T>(index).map(Arc::unwrap_or_clone)
    }

    /// A handle that the run may not have: bound as `T`, absent as `None::<T>`.
    pub fn optional<T: Handle>(&mut self, index: usize) -> Result<Option<Arc<T>>, BoxError> {
        let slot = self.slots.get_mut(index);
        if slot.is_some_and(|slot| slot.as_ref().is_some_and(|value| value.is::<Option<T>>())) {
            return self
                .shared::<Option<T>>(index)
                .map(|absent| Arc::into_inner(absent)?.map(Arc::new));
        }
        self.shared::<T>(index).map(Some)
    }

    /// An edge that may lead to a node that was skipped, or to one that returns an `Option`.
    pub fn either_cloned<T: ByValue + Handle>(
        &mut self,
        index: usize,
    ) -> Result<Option<T>, BoxError> {
        if self.value(index).is_some_and(|value| value.is::<Option<T>>()) {
            return self.shared::<Option<T>>(index).map(Arc::unwrap_or_clone);
        }
        Ok(self.optional::<T>(index)?.map(Arc::unwrap_or_clone))
    }

    /// The same for an `Option<Arc<T>>`.
    pub fn either<T: Handle>(&mut self, index: usize) -> Result<Option<Arc<T>>, BoxError> {
        if self.value(index).is_some_and(|value| value.is::<Option<Arc<T>>>()) {
            return self.shared::<Option<Arc<T>>>(index).map(Arc::unwrap_or_clone);
        }
        self.optional::<T>(index)
    }

    /// A copy of a handle that the run may not have.
    pub fn optional_cloned<T: ByValue + Handle>(
        &mut self,
        index: usize,
    ) -> Result<Option<T>, BoxError> {
        Ok(self.optional::<T>(index)?.map(Arc::unwrap_or_clone))
    }
}

fn mismatch<T>(index: usize) -> BoxError {
    format!("parameter {index} holds another type than `{}`", type_name::<T>()).into()
}

#[cfg(test)]
mod tests {
    use std::any::Any;

    use super::*;

    fn args(value: impl Any + Send + Sync) -> Args {
        Args::new(vec![Some(Arc::new(value))])
    }

    #[test]
    fn a_handle_given_as_an_arc_is_found_as_what_it_holds() {
        let handle = Arc::new(7_u64);
        assert_eq!(args(handle.clone()).shared::<u64>(0).unwrap(), handle);
        assert_eq!(args(handle.clone()).optional::<u64>(0).unwrap(), Some(handle));
    }

    #[test]
    fn an_edge_may_be_empty_or_lead_to_an_option() {
        assert_eq!(args(7_u64).either_cloned::<u64>(0).unwrap(), Some(7));
        assert_eq!(args(Some(7_u64)).either_cloned::<u64>(0).unwrap(), Some(7));
        assert_eq!(args(None::<u64>).either_cloned::<u64>(0).unwrap(), None);
        let shared = Arc::new(7_u64);
        assert_eq!(args(Some(shared.clone())).either::<u64>(0).unwrap(), Some(shared));
        assert_eq!(args(None::<u64>).either::<u64>(0).unwrap(), None);
    }

    #[test]
    fn a_handle_that_may_be_missing_is_bound_by_itself_or_as_none() {
        assert_eq!(args(7_u64).optional_cloned::<u64>(0).unwrap(), Some(7));
        assert_eq!(args(None::<u64>).optional_cloned::<u64>(0).unwrap(), None);
        assert!(args("7").optional::<u64>(0).is_err());
    }
}
