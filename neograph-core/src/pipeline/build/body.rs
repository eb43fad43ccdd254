//! What runs: a node's body, and the condition to pause after it.

use std::{
    any::{TypeId, type_name},
    sync::Arc,
};

use serde::Serialize;

use super::{Node, faults::once, node::Leaf};
use crate::{
    AnyValue, BoxError,
    error::ConstructError,
    pipeline::{
        Args, NodeSpec, Output,
        args::Names,
        node::{Body, InterruptWhen},
    },
};

/// Makes the body once the names of all parameters are known.
pub(super) type MakeBody = Box<dyn FnOnce(Arc<Names>) -> Body + Send + Sync>;

/// A condition with the type that it looks at.
pub(super) struct Condition {
    id: TypeId,
    takes: &'static str,
    pub(super) call: InterruptWhen,
}

impl Node {
    /// The body of a scripted node; what it returns is the node's output type.
    ///
    /// It takes its parameters by name. Its error is a [`BoxError`], so `?` takes any error.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("parse").input::<String>("n").run(async |args| {
    ///     Ok(args.get::<String>("n")?.parse::<u64>()?)
    /// });
    /// ```
    ///
    /// A closure that captures something is written with a block:
    ///
    /// ```
    /// # use neograph_core::Node;
    /// fn times(factor: u64) -> Node {
    ///     Node::scripted(format!("times_{factor}")).edge::<u64>("parse").run(move |args| async move {
    ///         Ok(factor * *args.get::<u64>("parse")?)
    ///     })
    /// }
    /// ```
    pub fn run<F, Fut, O>(mut self, body: F) -> Self
    where
        F: Fn(Args) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<O, BoxError>> + Send + 'static,
        O: Output,
    {
        let make: MakeBody = Box::new(|names| {
            Arc::new(move |args| {
                let call = body(args.named(Arc::clone(&names)));
                Box::pin(async move { Ok(Arc::new(call.await?) as AnyValue) })
            })
        });
        once(&mut self.body, (Leaf::of::<O>(), make), "run", &mut self.faults);
        self
    }

    /// Pauses the run after the node when the condition gives a payload for a human.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("offer")
    ///     .run(async |_| Ok(120_u64))
    ///     .interrupt_when(|price: &u64| (*price > 100).then_some("is that not too much?"));
    /// ```
    pub fn interrupt_when<O, P>(
        mut self,
        condition: impl Fn(&O) -> Option<P> + Send + Sync + 'static,
    ) -> Self
    where
        O: Output,
        P: Serialize,
    {
        let call: InterruptWhen = Arc::new(move |value| {
            let output = value.downcast_ref::<O>().ok_or("the output has another type")?;
            Ok(condition(output).map(serde_json::to_value).transpose()?)
        });
        let condition = Condition { id: TypeId::of::<O>(), takes: type_name::<O>(), call };
        once(&mut self.condition, condition, "interrupt_when", &mut self.faults);
        self
    }
}

impl Condition {
    /// A condition must look at what the node returns.
    pub(super) fn fault(&self, spec: &NodeSpec) -> Option<ConstructError> {
        let output = spec.output();
        let fits = output.id() == self.id || output.is_undeclared();
        (!fits).then(|| ConstructError::ConditionType {
            node: spec.name().to_owned(),
            output: output.name(),
            takes: self.takes,
        })
    }
}
