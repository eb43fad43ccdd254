//! An ensemble: a node runs several times at once, and one output is made of all.

use std::{fmt, sync::Arc};

use crate::{
    AnyValue, BoxError,
    pipeline::{OutputType, ValueType},
};

/// What a merging function returns: the output, or a `Result` of it.
///
/// ```
/// use neograph_core::{BoxError, pipeline::Merged};
///
/// fn longest(candidates: Vec<String>) -> Result<String, String> {
///     let longest = candidates.into_iter().max_by_key(String::len);
///     longest.ok_or_else(|| "there are no candidates".to_owned())
/// }
///
/// let merged: Result<String, BoxError> = longest(vec!["a".to_owned()]).into_merged();
/// assert_eq!(merged?, "a");
/// # Ok::<_, BoxError>(())
/// ```
pub trait Merged<O> {
    /// The output, or why there is none.
    fn into_merged(self) -> Result<O, BoxError>;
}

impl<O> Merged<O> for O {
    fn into_merged(self) -> Result<O, BoxError> {
        Ok(self)
    }
}

impl<O, E: Into<BoxError>> Merged<O> for Result<O, E> {
    fn into_merged(self) -> Result<O, BoxError> {
        self.map_err(Into::into)
    }
}

type Merge = Arc<dyn Fn(Vec<AnyValue>, &OutputType) -> Result<AnyValue, BoxError> + Send + Sync>;

/// An ensemble: how many members it has, and how their outputs become one.
#[derive(Clone)]
pub(crate) struct Ensemble {
    pub(crate) members: u32,
    /// What it merges.
    pub(crate) takes: ValueType,
    merge: Merge,
}

impl Ensemble {
    pub(crate) fn new<Leaf: Send + Sync + 'static, R: Merged<Leaf>>(
        members: u32,
        merge: impl Fn(Vec<Leaf>) -> R + Send + Sync + 'static,
    ) -> Self {
        let merge: Merge = Arc::new(move |values, unit| {
            let values = values.into_iter().map(|value| unit.own::<Leaf>(value));
            let merged = merge(values.collect::<Result<_, _>>()?).into_merged()?;
            Ok(Arc::new(merged))
        });
        Self { members, takes: ValueType::of::<Leaf>(), merge }
    }

    /// One output of those of the members, which are in their order.
    pub(crate) fn merge(
        &self,
        values: Vec<AnyValue>,
        unit: &OutputType,
    ) -> Result<AnyValue, BoxError> {
        (self.merge)(values, unit)
    }
}

impl fmt::Debug for Ensemble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ensemble").field("members", &self.members).finish_non_exhaustive()
    }
}
