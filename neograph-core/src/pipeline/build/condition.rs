//! Whether a node runs: a function of what was there before, or what runs in its stead.

use std::sync::Arc;

use super::{Node, faults::once};
use crate::{
    __private::Handle,
    BoxError,
    error::FlowFault,
    pipeline::{
        Args, Binding, Condition, NodeSpec, Output, Param, Source, ValueType, flow::function_name,
        node::Name,
    },
};

/// A function that says whether a node runs: of `N` references to `bool`.
///
/// `T` is the tuple of their types. See [`Node::when_all`].
#[diagnostic::on_unimplemented(
    message = "a condition is a function of as many references as it has names, to `bool`",
    label = "not such a function",
    note = "write `[\"check\", \"plan\"], |check: &Check, plan: &Plan| …`; it has one to four names"
)]
pub trait Holds<T, const N: usize>: Send + Sync + 'static {
    #[doc(hidden)]
    fn __asked() -> [Asked; N];
    #[doc(hidden)]
    fn __holds(&self, args: Args) -> Result<bool, BoxError>;
}

/// A value that a condition is asked about.
#[doc(hidden)]
#[derive(Debug)]
pub struct Asked {
    takes: ValueType,
    edge: fn(Name) -> Param,
}

impl Asked {
    fn of<T: Handle>() -> Self {
        let edge = |name| Param::new(name, Source::Upstream, Binding::opaque::<T>());
        Self { takes: ValueType::of::<T>(), edge }
    }
}

macro_rules! holds {
    ($count:literal: $($value:ident $at:literal),*) => {
        #[diagnostic::do_not_recommend]
        impl<Function, $($value: Handle),*> Holds<($($value,)*), $count> for Function
        where
            Function: Fn($(&$value),*) -> bool + Send + Sync + 'static,
        {
            fn __asked() -> [Asked; $count] {
                [$(Asked::of::<$value>()),*]
            }

            fn __holds(&self, mut args: Args) -> Result<bool, BoxError> {
                Ok(self($(&*args.shared::<$value>($at)?),*))
            }
        }
    };
}
holds!(1: A 0);
holds!(2: A 0, B 1);
holds!(3: A 0, B 1, C 2);
holds!(4: A 0, B 1, C 2, D 3);

type Function = Arc<dyn Fn(Args) -> Result<bool, BoxError> + Send + Sync>;

/// A condition while its node is built.
pub(super) enum Asks {
    When { name: Name, asked: Vec<(Name, Asked)>, holds: Function },
    Otherwise(Vec<Name>),
}

impl Node {
    /// Runs the node only if this holds of the output of the node of this name; else it is
    /// skipped.
    ///
    /// What reads the node takes it with [`optional_edge`](Self::optional_edge), or as one of
    /// several with [`first_of`](Self::first_of). The name may also be that of an input or a
    /// handle of the node itself.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// # #[derive(serde::Serialize, serde::Deserialize)] struct Check { sure: bool }
    /// let node = Node::scripted("send")
    ///     .run(async |_| Ok(true))
    ///     .when("check", |check: &Check| check.sure);
    /// ```
    pub fn when<T: Output>(
        self,
        name: impl Into<Name>,
        holds: impl Fn(&T) -> bool + Send + Sync + 'static,
    ) -> Self {
        self.when_all([name], holds)
    }

    /// The same for a condition on several values, up to four.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// # #[derive(serde::Serialize, serde::Deserialize)] struct Check { sure: bool }
    /// let node = Node::scripted("send")
    ///     .input::<u64>("limit")
    ///     .run(async |_| Ok(true))
    ///     .when_all(["check", "price", "limit"], |check: &Check, price: &u64, limit: &u64| {
    ///         check.sure && price < limit
    ///     });
    /// ```
    pub fn when_all<T, F, const N: usize>(self, names: [impl Into<Name>; N], holds: F) -> Self
    where
        F: Holds<T, N>,
    {
        let asked = names.into_iter().map(Into::into).zip(F::__asked()).collect();
        let holds = Arc::new(move |args| holds.__holds(args));
        let asks = Asks::When { name: function_name::<F>(), asked, holds };
        self.condition("when", asks)
    }

    /// Runs the node when all of these nodes were skipped.
    ///
    /// ```
    /// # use neograph_core::Node;
    /// let node = Node::scripted("answer").run(async |_| Ok(42)).otherwise(["refund", "bug"]);
    /// ```
    pub fn otherwise(self, nodes: impl IntoIterator<Item = impl Into<Name>>) -> Self {
        let nodes = nodes.into_iter().map(Into::into).collect();
        self.condition("otherwise", Asks::Otherwise(nodes))
    }

    fn condition(mut self, key: &'static str, asks: Asks) -> Self {
        let is_other = match &self.flow.condition {
            Some(Asks::When { .. }) => key != "when",
            Some(Asks::Otherwise(_)) => key != "otherwise",
            None => false,
        };
        if is_other {
            self.faults.flow(FlowFault::Exclude { one: "when", other: "otherwise" });
        } else {
            once(&mut self.flow.condition, asks, key, &mut self.faults);
        }
        self
    }
}

impl Asks {
    /// The condition, once all parameters of its node are known.
    pub(super) fn finish(self, node: &NodeSpec, faults: &mut Vec<FlowFault>) -> Condition {
        match self {
            Self::Otherwise(nodes) => Condition::Otherwise(nodes),
            Self::When { name, asked, holds } => {
                let asked = asked.into_iter();
                let params = asked.map(|(name, asked)| param(node, name, &asked, faults));
                Condition::When { name, params: params.collect(), holds }
            }
        }
    }
}

/// What goes by the name: an input or a handle of the node, or the output of another one.
fn param(node: &NodeSpec, name: Name, asked: &Asked, faults: &mut Vec<FlowFault>) -> Param {
    let is_own = |param: &&Param| param.name == name && !matches!(param.source(), Source::Upstream);
    let Some(own) = node.params().iter().find(is_own) else { return (asked.edge)(name) };
    let is_given = matches!(own.source(), Source::Input | Source::Feedback(_));
    let carries = own.binding().whole();
    if own.is_optional() && !is_given {
        faults.push(FlowFault::AsksEmpty { param: name.into_owned() });
    } else if carries.id() != asked.takes.id() {
        let (carries, takes) = (carries.name(), asked.takes.name());
        faults.push(FlowFault::ReadType { by: "when", name: name.into_owned(), carries, takes });
    }
    own.clone()
}
