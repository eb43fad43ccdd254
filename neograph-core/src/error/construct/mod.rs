//! Faults of the wiring: what rustc says of a `#[pipeline]`, said at run time.

mod flow;
mod words;

use std::{fmt, ops::Deref};

pub use flow::FlowFault;

use crate::pipeline::Mode;

/// One fault of the wiring.
///
/// What rustc refuses in `#[pipeline]` is refused here with the same sentence
/// ([`fault`](Self::fault)), the place in words, and what to do ([`help`](Self::help)).
///
/// ```
/// use neograph_core::{Error, Node, Pipeline, error::ConstructError};
///
/// let refused = Pipeline::builder("digest")
///     .node(Node::scripted("research").run(async |_| Ok("found".to_owned())))
///     .node(Node::scripted("gate").edge::<String>("reserch").run(async |_| Ok(true)))
///     .build();
/// let Err(Error::Construct(faults)) = refused else { unreachable!() };
/// assert!(matches!(&faults[0], ConstructError::UnknownUpstream { param, .. } if param == "reserch"));
/// assert_eq!(faults[0].fault(), "no node is named `reserch`");
/// assert_eq!(faults[0].help(), "did you mean `research`?");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConstructError {
    /// A parameter names no node.
    UnknownUpstream {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
        /// The node whose name is closest.
        suggestion: Option<String>,
        /// The other nodes.
        nodes: Vec<String>,
    },
    /// A parameter of another type than its upstream node's output.
    EdgeType {
        /// The node.
        node: String,
        /// The parameter, which is the upstream node.
        param: String,
        /// The upstream node's output type.
        carries: &'static str,
        /// The parameter's type.
        takes: &'static str,
    },
    /// Nodes that wait for each other, or one for itself.
    Cycle {
        /// The nodes in the direction of the data; the first is also the last.
        path: Vec<String>,
    },
    /// Several nodes of one name.
    DuplicateNode {
        /// The name.
        node: String,
    },
    /// Two parameters of one name.
    DuplicateParam {
        /// The node.
        node: String,
        /// The parameter.
        param: String,
    },
    /// An input with the name of a node.
    InputNamedLikeNode {
        /// The node whose input it is.
        node: String,
        /// The input.
        param: String,
    },
    /// A node's name that begins like neograph's own keys.
    KeptPrefix {
        /// The node.
        node: String,
    },
    /// A node's name that `#[pipeline]` uses itself.
    ReservedName {
        /// The node.
        node: String,
    },
    /// A name with characters that a name cannot have.
    InvalidName {
        /// The name.
        name: String,
        /// What it names: `node` or `parameter`.
        of: &'static str,
    },
    /// A text that is empty.
    EmptyText {
        /// The node; `None` for the pipeline.
        node: Option<String>,
        /// What the text is, for example `model` or `name`.
        key: &'static str,
    },
    /// A pipeline without nodes.
    Empty {
        /// The pipeline.
        pipeline: String,
    },
    /// A node with a model that lacks its model, its prompt, its tools or its output type.
    Missing {
        /// The node.
        node: String,
        /// How it runs.
        mode: Mode,
        /// What it lacks.
        key: &'static str,
    },
    /// A scripted node that nothing runs.
    NoBody {
        /// The node.
        node: String,
    },
    /// A node with a model that has a body too.
    BodyAndModel {
        /// The node.
        node: String,
        /// How it runs.
        mode: Mode,
    },
    /// Something of models on a node that asks none.
    AsksNoModel {
        /// The node.
        node: String,
        /// What it was given.
        key: &'static str,
    },
    /// Tools of a node that calls none.
    CallsNoTools {
        /// The node.
        node: String,
    },
    /// A limit of turns on a node that has one.
    SingleTurn {
        /// The node.
        node: String,
    },
    /// An agent that may take no turn.
    NoTurns {
        /// The node.
        node: String,
    },
    /// A prompt by name and another as text.
    TwoPrompts {
        /// The node.
        node: String,
    },
    /// Something that a node has once, given twice.
    GivenTwice {
        /// The node.
        node: String,
        /// What it was given.
        key: &'static str,
    },
    /// An `interrupt_when` that looks at another type than the node returns.
    ConditionType {
        /// The node.
        node: String,
        /// The node's output type.
        output: &'static str,
        /// The type that the condition looks at.
        takes: &'static str,
    },
    /// A fault of a node's control flow.
    Flow {
        /// The node.
        node: String,
        /// What is wrong.
        fault: FlowFault,
    },
    /// A fault in the pipeline that a node is.
    Inside {
        /// The node.
        node: String,
        /// What is wrong inside.
        fault: Box<ConstructError>,
    },
}

impl std::error::Error for ConstructError {}

impl fmt::Display for ConstructError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = self.place("") {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}; {}", self.fault(), self.help())
    }
}

/// All faults of a pipeline; there is at least one.
///
/// It is a slice of [`ConstructError`]s.
///
/// ```
/// use neograph_core::{Error, Node, Pipeline};
///
/// let refused = Pipeline::builder("digest")
///     .node(Node::scripted("research"))
///     .node(Node::agent("brief").output::<String>())
///     .build();
/// let Err(Error::Construct(faults)) = refused else { unreachable!() };
/// assert_eq!(faults.pipeline(), "digest");
/// assert_eq!(faults.len(), 4);
/// assert!(faults.iter().any(|fault| fault.fault() == "`agent` node `brief` has no `tools`"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConstructErrors {
    pipeline: String,
    faults: Vec<ConstructError>,
}

impl ConstructErrors {
    /// An error if there are faults.
    pub(crate) fn none_of(pipeline: &str, faults: Vec<ConstructError>) -> Result<(), Self> {
        if faults.is_empty() {
            return Ok(());
        }
        Err(Self { pipeline: pipeline.to_owned(), faults })
    }

    /// The pipeline's name.
    pub fn pipeline(&self) -> &str {
        &self.pipeline
    }
}

impl Deref for ConstructErrors {
    type Target = [ConstructError];

    fn deref(&self) -> &Self::Target {
        &self.faults
    }
}

impl std::error::Error for ConstructErrors {}

impl fmt::Display for ConstructErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.faults.as_slice() {
            [fault] => write!(f, "pipeline `{}`: {fault}", self.pipeline),
            faults => {
                write!(f, "pipeline `{}` has {} faults:", self.pipeline, faults.len())?;
                faults.iter().try_for_each(|fault| write!(f, "\n- {fault}"))
            }
        }
    }
}
