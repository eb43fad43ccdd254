//! Whether a node runs.

use std::{fmt, sync::Arc};

use crate::{
    BoxError,
    pipeline::{Args, Param, node::Name},
};

type Holds = Arc<dyn Fn(Args) -> Result<bool, BoxError> + Send + Sync>;

/// Whether a node runs, once what it is asked about is there.
#[derive(Clone)]
pub(crate) enum Condition {
    /// A function of edges and inputs says so.
    When {
        /// The function's name, for pictures.
        name: Name,
        params: Vec<Param>,
        holds: Holds,
    },
    /// All of these nodes were skipped.
    Otherwise(Vec<Name>),
}

impl fmt::Debug for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::When { name, params, .. } => {
                f.debug_struct("When").field("name", name).field("params", params).finish()
            }
            Self::Otherwise(nodes) => f.debug_tuple("Otherwise").field(nodes).finish(),
        }
    }
}

impl Condition {
    /// The parameters of its function.
    pub(crate) fn params(&self) -> &[Param] {
        match self {
            Self::When { params, .. } => params,
            Self::Otherwise(_) => &[],
        }
    }

    /// The nodes that it asks whether they were skipped.
    pub(crate) fn skipped(&self) -> &[Name] {
        match self {
            Self::When { .. } => &[],
            Self::Otherwise(nodes) => nodes,
        }
    }
}
