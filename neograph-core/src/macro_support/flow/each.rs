//! Fan-out: the collection that is found in a node's output, and its items.

use std::fmt;

use crate::{
    __private::Handle,
    BoxError,
    pipeline::{Args, Collection, NodeSpec, Output},
};

/// A parameter's type, seen from the items of the collection: the same type.
#[diagnostic::on_unimplemented(
    message = "the collection holds `{I}`, and the parameter takes `{Self}`",
    label = "an item is of type `{I}`",
    note = "take `{I}`, `&{I}` or `Arc<{I}>`"
)]
pub trait ItemOf<I>: Sized {
    /// The item.
    fn same(item: &I) -> &Self;
}
impl<T> ItemOf<T> for T {
    fn same(item: &T) -> &T {
        item
    }
}

/// What a node can be run for each of.
#[diagnostic::on_unimplemented(
    message = "a node cannot run for each `{Self}`, which is not `Clone`",
    label = "every item is handed to a run of its own",
    note = "derive `Clone` for `{Self}`"
)]
pub trait Item: Clone + Send + Sync + 'static {}
#[diagnostic::do_not_recommend]
impl<T: Clone + Send + Sync + 'static> Item for T {}

/// The type that is written for a node, seen from what the node gives: the same type.
#[diagnostic::on_unimplemented(
    message = "the node gives `{O}`, and `of` says `{Self}`",
    label = "the node gives `{O}`",
    note = "write `of = {O}`, or leave it out where the node is in the same pipeline"
)]
pub trait RootOf<O> {}
impl<T> RootOf<T> for T {}

type Count<Root> = Box<dyn Fn(&Root) -> usize + Send + Sync>;
type Copied<Root, T> = Box<dyn Fn(&Root, usize) -> Option<T> + Send + Sync>;
type Find<Root, I> = Box<dyn for<'a> Fn(&'a Root, usize) -> Option<&'a I> + Send + Sync>;

/// The items of the collection that is found in a node's output.
pub struct Items<Root, I> {
    count: Count<Root>,
    find: Find<Root, I>,
}

impl<Root, I> fmt::Debug for Items<Root, I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items").finish_non_exhaustive()
    }
}

/// The items at the end of a way.
pub fn items<Root, C, F>(project: F) -> Items<Root, C::Item>
where
    C: Collection + 'static,
    F: for<'a> Fn(&'a Root) -> &'a C + Clone + Send + Sync + 'static,
{
    let counted = project.clone();
    Items {
        count: Box::new(move |root| counted(root).count()),
        find: Box::new(move |root, index| project(root).item(index)),
    }
}

impl<Root: 'static, I: 'static> Items<Root, I> {
    /// The type that is written for the node is that of its output, `O`.
    #[must_use]
    pub fn in_a<T: RootOf<O>, O>(self) -> Self {
        self
    }

    /// The items as the parameter takes them.
    pub fn taken_as<T>(self) -> Copies<Root, T>
    where
        T: ItemOf<I> + Item,
    {
        let Self { count, find } = self;
        let copy = move |root: &Root, index| find(root, index).map(T::same).cloned();
        Copies { count, copy: Box::new(copy) }
    }
}

/// Copies of the items.
pub struct Copies<Root, T> {
    count: Count<Root>,
    copy: Copied<Root, T>,
}

impl<Root, T> fmt::Debug for Copies<Root, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Copies").finish_non_exhaustive()
    }
}

impl<Root: Output, T: Send + Sync + 'static> Copies<Root, T> {
    /// The node run for each of them: `Leaf` is what one run gives.
    pub fn run<Leaf: Output>(
        self,
        spec: NodeSpec,
        root: &'static str,
        path: &'static str,
    ) -> NodeSpec {
        spec.__each_of::<Leaf, Root, T>(root, path, self.count, self.copy)
    }
}

#[doc(hidden)]
impl Args {
    /// A copy of an item.
    pub fn item<T: Item + Handle>(&mut self, index: usize) -> Result<T, BoxError> {
        self.shared::<T>(index).map(std::sync::Arc::unwrap_or_clone)
    }
}
