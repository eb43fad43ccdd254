//! Fan-out: a node runs once for each item of a collection.

use std::{collections::VecDeque, fmt, sync::Arc};

use serde::{Deserialize, Serialize};

use crate::{
    AnyValue, BoxError,
    pipeline::{Output, OutputType, ValueType, node::Name},
};

/// What a node can be fanned out over.
///
/// ```
/// use neograph_core::pipeline::Collection;
///
/// assert_eq!(vec!["a", "b"].item(1), Some(&"b"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a collection, so there is nothing to run a node for each of",
    label = "not a collection",
    note = "`#[each(…)]` takes a `Vec`, a `VecDeque`, an array or a boxed slice; name a field that is one, as in `#[each(node.field)]`"
)]
pub trait Collection {
    /// What it holds.
    type Item;

    /// How many items there are.
    fn count(&self) -> usize;

    /// The item at a place, counted from 0.
    fn item(&self, index: usize) -> Option<&Self::Item>;
}

impl<T> Collection for Vec<T> {
    type Item = T;

    fn count(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> Option<&T> {
        self.get(index)
    }
}

impl<T> Collection for VecDeque<T> {
    type Item = T;

    fn count(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> Option<&T> {
        self.get(index)
    }
}

impl<T> Collection for Box<[T]> {
    type Item = T;

    fn count(&self) -> usize {
        self.len()
    }

    fn item(&self, index: usize) -> Option<&T> {
        self.get(index)
    }
}

impl<T, const N: usize> Collection for [T; N] {
    type Item = T;

    fn count(&self) -> usize {
        N
    }

    fn item(&self, index: usize) -> Option<&T> {
        self.get(index)
    }
}

/// Why an item of a fan-out with `on_error = collect` has no value.
///
/// ```
/// use neograph_core::pipeline::ItemError;
///
/// fn failures(scores: &[Result<f64, ItemError>]) -> Vec<String> {
///     scores.iter().filter_map(|score| score.as_ref().err()).map(ToString::to_string).collect()
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("item {item}: {message}")]
#[non_exhaustive]
pub struct ItemError {
    /// The item's place in the collection, counted from 0.
    pub item: u32,
    /// What failed, with its causes.
    pub message: String,
}

impl ItemError {
    pub(crate) fn new(item: u32, message: String) -> Self {
        Self { item, message }
    }
}

/// What becomes of a fan-out when an item fails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum OnError {
    /// The node fails.
    #[default]
    Raise,
    /// The item's failure is its result.
    Collect,
}

type Count = Arc<dyn Fn(&AnyValue) -> Option<usize> + Send + Sync>;
type Item = Arc<dyn Fn(&AnyValue, usize) -> Option<AnyValue> + Send + Sync>;
type Gather = fn(Vec<Result<AnyValue, ItemError>>, &OutputType) -> Result<AnyValue, BoxError>;

/// A fan-out: where its items come from, and how their results are put together.
#[derive(Clone)]
pub(crate) struct Each {
    /// The node whose output holds the collection.
    pub(crate) root: Name,
    /// The way to it, as it is written.
    pub(crate) path: Name,
    /// The type of the root's output.
    pub(crate) of: OutputType,
    /// The type of what the collection holds.
    pub(crate) holds: ValueType,
    count: Count,
    item: Item,
    gather: Gather,
}

impl Each {
    pub(crate) fn new<Root, C, Leaf>(
        root: Name,
        path: Name,
        project: impl for<'a> Fn(&'a Root) -> &'a C + Clone + Send + Sync + 'static,
    ) -> Self
    where
        Root: Output,
        C: Collection + 'static,
        C::Item: Clone + Send + Sync + 'static,
        Leaf: Output,
    {
        let counted = project.clone();
        let count = move |root: &Root| counted(root).count();
        let item = move |root: &Root, index| project(root).item(index).cloned();
        Self::of_items::<Root, C::Item, Leaf>(root, path, count, item)
    }

    pub(crate) fn of_items<Root, Item, Leaf>(
        root: Name,
        path: Name,
        count: impl Fn(&Root) -> usize + Send + Sync + 'static,
        item: impl Fn(&Root, usize) -> Option<Item> + Send + Sync + 'static,
    ) -> Self
    where
        Root: Output,
        Item: Send + Sync + 'static,
        Leaf: Output,
    {
        Self::empty::<Leaf>(root, path).over(count, item)
    }

    /// A fan-out whose items are said later: only a list of nodes tells their collection.
    pub(crate) fn empty<Leaf: Output>(root: Name, path: Name) -> Self {
        Self {
            root,
            path,
            of: OutputType::undeclared(),
            holds: ValueType::of::<()>(),
            count: Arc::new(|_| None),
            item: Arc::new(|_, _| None),
            gather: gather::<Leaf>,
        }
    }

    /// The same over these items.
    pub(crate) fn over<Root: Output, Item: Send + Sync + 'static>(
        self,
        count: impl Fn(&Root) -> usize + Send + Sync + 'static,
        item: impl Fn(&Root, usize) -> Option<Item> + Send + Sync + 'static,
    ) -> Self {
        Self {
            of: OutputType::__of::<Root>(),
            holds: ValueType::of::<Item>(),
            count: Arc::new(move |root| Some(count(root.downcast_ref()?))),
            item: Arc::new(move |root, index| Some(Arc::new(item(root.downcast_ref()?, index)?))),
            ..self
        }
    }

    /// The same with results of this type.
    pub(crate) fn gathering<Leaf: Output>(self) -> Self {
        Self { gather: gather::<Leaf>, ..self }
    }

    /// The same with the failures among the results.
    pub(crate) fn collecting<Leaf: Output>(self) -> Self {
        Self { gather: gather_results::<Leaf>, ..self }
    }

    /// How many items the root's output has.
    pub(crate) fn count(&self, root: &AnyValue) -> Option<usize> {
        (self.count)(root)
    }

    /// A copy of one of them.
    pub(crate) fn item(&self, root: &AnyValue, index: usize) -> Option<AnyValue> {
        (self.item)(root, index)
    }

    /// The results of all items as the node's output.
    pub(crate) fn gather(
        &self,
        results: Vec<Result<AnyValue, ItemError>>,
        unit: &OutputType,
    ) -> Result<AnyValue, BoxError> {
        (self.gather)(results, unit)
    }
}

impl fmt::Debug for Each {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Each")
            .field("root", &self.root)
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

fn gather<Leaf: Output>(
    results: Vec<Result<AnyValue, ItemError>>,
    unit: &OutputType,
) -> Result<AnyValue, BoxError> {
    let values = results.into_iter().map(|result| unit.own::<Leaf>(result?));
    Ok(Arc::new(values.collect::<Result<Vec<Leaf>, _>>()?))
}

fn gather_results<Leaf: Output>(
    results: Vec<Result<AnyValue, ItemError>>,
    unit: &OutputType,
) -> Result<AnyValue, BoxError> {
    let results = results.into_iter().map(|result| match result {
        Ok(value) => unit.own::<Leaf>(value).map(Ok),
        Err(error) => Ok(Err(error)),
    });
    Ok(Arc::new(results.collect::<Result<Vec<Result<Leaf, ItemError>>, BoxError>>()?))
}
