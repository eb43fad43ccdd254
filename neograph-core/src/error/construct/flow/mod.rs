//! Faults of a node's control flow.

mod fault;
mod help;

/// What is wrong with the control flow of a node, in
/// [`ConstructError::Flow`](super::ConstructError::Flow).
///
/// ```
/// use neograph_core::{Node, Pipeline, error::{ConstructError, FlowFault}};
///
/// let refused = Pipeline::builder("answers")
///     .node(Node::scripted("answer").run(async |_| Ok(42_u8)).carry::<u8>("previous"))
///     .build();
/// let error = refused.unwrap_err();
/// let ConstructError::Flow { node, fault } = &error.as_construct().unwrap()[0] else { panic!() };
/// assert_eq!((node.as_str(), fault), ("answer", &FlowFault::CarryOutsideLoop { param: "previous".to_owned() }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FlowFault {
    /// A name that is no node's.
    UnknownNode {
        /// Where it is written: `first_of`, `when`, `otherwise`, `each` or `pipeline`.
        by: &'static str,
        /// The name.
        name: String,
        /// The node whose name is closest.
        suggestion: Option<String>,
        /// The nodes that it could be.
        nodes: Vec<String>,
    },
    /// A node returns another type than what reads it takes.
    ReadType {
        /// Where the node is named: `first_of`, `when` or `each`.
        by: &'static str,
        /// The node, or the parameter that a condition asks about.
        name: String,
        /// What it returns.
        carries: &'static str,
        /// What is taken.
        takes: &'static str,
    },
    /// What reads the output of a node that may be skipped needs it always.
    MayBeSkipped {
        /// Where the node is named: `edge`, `when` or `each`.
        by: &'static str,
        /// The node.
        name: String,
        /// The type of its output.
        takes: &'static str,
    },
    /// An optional edge to a node that always runs.
    NeverSkipped {
        /// Where the node is named: `optional_edge` or `when`.
        by: &'static str,
        /// The node.
        name: String,
    },
    /// An optional edge to a node that itself returns an `Option`.
    OptionOfOutput {
        /// The node.
        name: String,
        /// What it returns.
        carries: &'static str,
    },
    /// Alternatives that are fewer than two.
    FewAlternatives {
        /// The parameter.
        param: String,
    },
    /// The answers to a node that asks nobody.
    NeverAsks {
        /// The parameter.
        param: String,
        /// The node.
        name: String,
    },
    /// The answers to a fan-out, which asks once an item.
    AsksForItems {
        /// The parameter.
        param: String,
        /// The fan-out.
        name: String,
    },
    /// The answers to the node itself, which runs once.
    FeedbackOutsideLoop {
        /// The parameter.
        param: String,
    },
    /// A list of nodes that names one twice.
    NamedTwice {
        /// Which list: `first_of` or `otherwise`.
        by: &'static str,
        /// The node.
        name: String,
    },
    /// An alternative after one that always runs.
    NeverTaken {
        /// The parameter.
        param: String,
        /// The node.
        name: String,
    },
    /// Alternatives that may all be skipped.
    AllSkipped {
        /// The parameter.
        param: String,
        /// The nodes.
        nodes: Vec<String>,
    },
    /// Alternatives of which one always runs, in a parameter that may be empty.
    NeverEmpty {
        /// The parameter.
        param: String,
        /// The nodes.
        nodes: Vec<String>,
    },
    /// `otherwise` names a node that is never skipped.
    OtherwiseNever {
        /// The node that it names.
        name: String,
    },
    /// `otherwise` names no nodes.
    OtherwiseEmpty,
    /// A condition without parameters.
    ReadsNothing,
    /// A condition asks about something that is there only once the node runs.
    AsksLate {
        /// The parameter.
        param: String,
    },
    /// A condition asks about a parameter that may be empty.
    AsksEmpty {
        /// The parameter.
        param: String,
    },
    /// Two things that exclude each other.
    Exclude {
        /// One.
        one: &'static str,
        /// The other.
        other: &'static str,
    },
    /// Something of a fan-out on a node that is none.
    NoFanOut {
        /// What it was given: `concurrency`, `collect_errors`, or `item`.
        key: &'static str,
    },
    /// A fan-out that runs no item at once.
    NoConcurrency,
    /// An item of another type than its parameter.
    ItemType {
        /// The parameter.
        param: String,
        /// What the collection holds.
        holds: &'static str,
        /// What the parameter takes.
        takes: &'static str,
    },
    /// A loop over a fan-out, or a parameter that it carries.
    FanOutOfLoop {
        /// What it was given: `repeat_while` or `carry`.
        key: &'static str,
    },
    /// A loop and an ensemble in one.
    LoopAndEnsemble,
    /// A loop that cannot run twice.
    FewIterations {
        /// Its bound.
        max_iterations: u32,
    },
    /// Something of a loop on a node that is none.
    NoLoop {
        /// What it was given.
        key: &'static str,
    },
    /// A carried parameter of a node that is no loop.
    CarryOutsideLoop {
        /// The parameter.
        param: String,
    },
    /// A carried parameter of another type than the node's output.
    CarryType {
        /// The parameter.
        param: String,
        /// What the node returns.
        carries: &'static str,
        /// What the parameter takes.
        takes: &'static str,
    },
    /// A function of another type than what the node returns.
    FunctionType {
        /// What it was given: `repeat_while` or `merge`.
        key: &'static str,
        /// What the node returns.
        output: &'static str,
        /// What the function takes.
        takes: &'static str,
    },
    /// An ensemble with fewer than two members.
    FewMembers {
        /// How many there are.
        members: u32,
    },
    /// `merge` on a node that is no ensemble.
    NoEnsemble,
    /// An ensemble that nothing merges.
    NotMerged,
    /// More models than members.
    ManyModels {
        /// How many models there are.
        models: usize,
        /// How many members there are.
        members: u32,
    },
    /// Something on a node that is a pipeline of its own.
    OfNodesInside {
        /// What it was given.
        key: &'static str,
    },
    /// A body of a node that is a pipeline of its own.
    PipelineAndBody {
        /// The pipeline.
        pipeline: String,
    },
    /// A parameter that cannot be an input of a sub-pipeline.
    NoPipelineInput {
        /// The parameter.
        param: String,
    },
    /// A parameter that is no input of the sub-pipeline.
    UnknownInput {
        /// The parameter.
        param: String,
        /// The input whose name is closest.
        suggestion: Option<String>,
        /// The inputs.
        inputs: Vec<String>,
    },
    /// Inputs of the sub-pipeline that no parameter gives.
    MissingInputs {
        /// The inputs.
        inputs: Vec<String>,
    },
    /// An input of the sub-pipeline that may be nothing and is needed.
    InputMayBeNothing {
        /// The input.
        param: String,
    },
    /// A parameter of another type than the input that it is.
    InputType {
        /// The parameter.
        param: String,
        /// What the sub-pipeline reads.
        reads: &'static str,
        /// What the parameter gives.
        gives: &'static str,
    },
    /// A sub-pipeline whose output may be skipped.
    PipelineOutputSkipped {
        /// The node inside.
        output: String,
    },
    /// A sub-pipeline whose output is of another type than the node's.
    PipelineOutputType {
        /// The node inside.
        output: String,
        /// What it returns.
        gives: &'static str,
        /// What the node returns.
        returns: &'static str,
    },
}

impl FlowFault {
    /// Where in the node it is, if the sentence does not say so itself.
    pub(super) fn place(&self) -> Part<'_> {
        match self {
            Self::UnknownNode { by, .. }
            | Self::ReadType { by, .. }
            | Self::NamedTwice { by, .. }
            | Self::MayBeSkipped { by: by @ ("when" | "each"), .. }
            | Self::NeverSkipped { by: by @ "when", .. } => Part::Key(by),
            Self::MayBeSkipped { name, .. }
            | Self::NeverSkipped { name, .. }
            | Self::OptionOfOutput { name, .. } => Part::Param(name),
            Self::FewAlternatives { param }
            | Self::NeverTaken { param, .. }
            | Self::NeverAsks { param, .. }
            | Self::AsksForItems { param, .. }
            | Self::FeedbackOutsideLoop { param }
            | Self::AllSkipped { param, .. }
            | Self::NeverEmpty { param, .. }
            | Self::ItemType { param, .. }
            | Self::CarryType { param, .. }
            | Self::InputType { param, .. } => Part::Param(param),
            Self::OtherwiseEmpty
            | Self::ReadsNothing
            | Self::AsksEmpty { .. }
            | Self::Exclude { .. }
            | Self::NoConcurrency
            | Self::FewIterations { .. }
            | Self::FunctionType { .. }
            | Self::FewMembers { .. }
            | Self::NoPipelineInput { .. }
            | Self::PipelineOutputSkipped { .. }
            | Self::PipelineOutputType { .. } => Part::Whole,
            _ => Part::Said,
        }
    }
}

/// A part of a node that is at fault.
pub(super) enum Part<'a> {
    /// The sentence says so.
    Said,
    Whole,
    Param(&'a str),
    Key(&'a str),
}
