//! The resolved parameters of one call of a node's body.

use std::{any::type_name, sync::Arc};

use crate::{
    __private::{ByValue, Handle},
    AnyValue, BoxError,
};

/// The resolved parameters of one call, in declaration order.
///
/// The code that `#[node]` generates takes them out by position; each is taken once.
#[derive(Debug)]
pub struct Args {
    slots: Vec<Option<AnyValue>>,
}

impl Args {
    pub(crate) fn new(slots: Vec<Option<AnyValue>>) -> Self {
        Self { slots }
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
    fn a_handle_that_may_be_missing_is_bound_by_itself_or_as_none() {
        assert_eq!(args(7_u64).optional_cloned::<u64>(0).unwrap(), Some(7));
        assert_eq!(args(None::<u64>).optional_cloned::<u64>(0).unwrap(), None);
        assert!(args("7").optional::<u64>(0).is_err());
    }
}
