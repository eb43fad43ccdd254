//! What the macros expand to for a node with control flow.

use std::sync::Arc;

use super::{
    Collection, Condition, Each, Ensemble, ItemError, Merged, OnError, OnExhaust, Repeat, Sub,
    function_name,
};
use crate::{
    BoxError,
    pipeline::{Args, Mode, NodeSpec, Output, OutputType, Param, Pipeline, node::Name},
};

#[doc(hidden)]
impl NodeSpec {
    /// The same node under a name that no type carries.
    #[must_use]
    pub fn __named(self, name: impl Into<Name>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// A node that is this pipeline, and whose output is that of this node of it.
    pub fn __inside<Leaf: Output>(
        name: impl Into<Name>,
        pipeline: Pipeline,
        output: impl Into<Name>,
    ) -> Self {
        let mut spec = Self::new(name.into(), Mode::Scripted, OutputType::__of::<Leaf>());
        let (pipeline, output) = (Arc::new(pipeline), output.into());
        spec.flow_mut().sub = Some(Sub { pipeline, output });
        spec
    }

    /// A condition that a function of these parameters is. Those that the node has itself come
    /// to it as to the node.
    #[must_use]
    pub fn __when(
        mut self,
        name: &'static str,
        params: Vec<Param>,
        holds: impl Fn(Args) -> Result<bool, BoxError> + Send + Sync + 'static,
    ) -> Self {
        let holds = Arc::new(holds);
        let params = params.into_iter().map(|param| match self.given(param.name()) {
            Some(own) => own.clone(),
            None => param,
        });
        let params = params.collect();
        self.flow_mut().condition = Some(Condition::When { name: name.into(), params, holds });
        self
    }

    /// The node runs when all of these were skipped.
    #[must_use]
    pub fn __otherwise(mut self, nodes: &'static [&'static str]) -> Self {
        let nodes = nodes.iter().copied().map(Name::from).collect();
        self.flow_mut().condition = Some(Condition::Otherwise(nodes));
        self
    }

    /// A fan-out over what `project` finds in the output of the node `root`.
    #[must_use]
    pub fn __each<Leaf, Root, C>(
        self,
        root: &'static str,
        path: &'static str,
        project: impl for<'a> Fn(&'a Root) -> &'a C + Clone + Send + Sync + 'static,
    ) -> Self
    where
        Leaf: Output,
        Root: Output,
        C: Collection + 'static,
        C::Item: Clone + Send + Sync + 'static,
    {
        let each = Each::new::<Root, C, Leaf>(root.into(), path.into(), project);
        self.with_each::<Leaf>(each)
    }

    /// The same by the number of the items and a copy of each.
    #[must_use]
    pub fn __each_of<Leaf, Root, Item>(
        self,
        root: &'static str,
        path: &'static str,
        count: impl Fn(&Root) -> usize + Send + Sync + 'static,
        item: impl Fn(&Root, usize) -> Option<Item> + Send + Sync + 'static,
    ) -> Self
    where
        Leaf: Output,
        Root: Output,
        Item: Send + Sync + 'static,
    {
        let each = Each::of_items::<Root, Item, Leaf>(root.into(), path.into(), count, item);
        self.with_each::<Leaf>(each)
    }

    /// A fan-out over what the node `root` gives, which `__over` says.
    #[must_use]
    pub fn __each_later<Leaf: Output>(self, root: &'static str) -> Self {
        self.with_each::<Leaf>(Each::empty::<Leaf>(root.into(), root.into()))
    }

    /// What the node of the fan-out gives.
    #[must_use]
    pub fn __over<C>(mut self) -> Self
    where
        C: Collection + Output,
        C::Item: Clone + Send + Sync + 'static,
    {
        let flow = self.flow_mut();
        let item = |items: &C, index| items.item(index).cloned();
        flow.each = flow.each.take().map(|each| each.over(C::count, item));
        self
    }

    pub(in crate::pipeline) fn with_each<Leaf: Output>(mut self, each: Each) -> Self {
        let unit = std::mem::replace(&mut self.output, OutputType::__of::<Vec<Leaf>>());
        let flow = self.flow_mut();
        flow.unit = Some(unit);
        flow.each = Some(each.gathering::<Leaf>());
        self
    }

    /// How many items run at once.
    #[must_use]
    pub fn __concurrency(mut self, items: u32) -> Self {
        self.flow_mut().concurrency = Some(items);
        self
    }

    /// The failure of an item is its result. Said after `__each`.
    #[must_use]
    pub fn __collect_errors<Leaf: Output>(mut self) -> Self {
        self.output = OutputType::__of::<Vec<Result<Leaf, ItemError>>>();
        let flow = self.flow_mut();
        flow.on_error = Some(OnError::Collect);
        flow.each = flow.each.take().map(Each::collecting::<Leaf>);
        self
    }

    /// A loop, at most this often.
    #[must_use]
    pub fn __repeat_while<Leaf: 'static>(
        mut self,
        max_iterations: u32,
        while_: impl Fn(&Leaf) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.flow_mut().repeat = Some(Repeat::new(max_iterations, while_));
        self
    }

    /// The loop's condition is this function, under a closure that calls it.
    pub(crate) fn named_loop<F>(mut self) -> Self {
        if let Some(repeat) = &mut self.flow_mut().repeat {
            repeat.name = function_name::<F>();
        }
        self
    }

    /// A loop that reached its bound gives its last output.
    #[must_use]
    pub fn __on_exhaust_last(mut self) -> Self {
        self.flow_mut().on_exhaust = Some(OnExhaust::Last);
        self
    }

    /// Several runs at once, merged into one output.
    #[must_use]
    pub fn __ensemble<Leaf: Send + Sync + 'static, R: Merged<Leaf>>(
        mut self,
        members: u32,
        merge: impl Fn(Vec<Leaf>) -> R + Send + Sync + 'static,
    ) -> Self {
        self.flow_mut().ensemble = Some(Ensemble::new(members, merge));
        self
    }

    /// The models of an ensemble's members, in turn.
    #[must_use]
    pub fn __models(mut self, models: &'static [&'static str]) -> Self {
        self.flow_mut().models = models.iter().copied().map(Name::from).collect();
        self
    }
}
