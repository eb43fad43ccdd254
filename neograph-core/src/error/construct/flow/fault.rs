//! What is wrong, in the sentences of the macros.

use super::{super::words::apart, FlowFault};
use crate::error::compile::list;

impl FlowFault {
    #[expect(clippy::too_many_lines, reason = "a sentence for each fault")]
    pub(in super::super) fn fault(&self, node: &str) -> String {
        match self {
            Self::UnknownNode { by: "when", name, .. } => format!(
                "no node is named `{name}`, and `{node}` has no input or handle of that name"
            ),
            Self::UnknownNode { name, .. } => format!("no node is named `{name}`"),
            Self::ReadType { by, name, carries, takes } => {
                let (carries, takes) = apart(carries, takes);
                match *by {
                    "first_of" => {
                        format!("the edge carries `{carries}`, and the parameter takes `{takes}`")
                    }
                    _ => format!("`{name}` gives `{carries}`, and `{by}` takes `{takes}`"),
                }
            }
            Self::MayBeSkipped { by: "each", name, .. } => {
                format!("node `{name}` may be skipped, and then there are no items")
            }
            Self::MayBeSkipped { name, .. } => {
                format!("node `{name}` may be skipped, and then there is no `{name}`")
            }
            Self::NeverSkipped { name, .. } => {
                format!("node `{name}` always runs, so its edge is never empty")
            }
            Self::OptionOfOutput { name, .. } => {
                format!("node `{name}` always runs, and returns an `Option` itself")
            }
            Self::FewAlternatives { param } => {
                format!("`{param}` has a single node to come from")
            }
            Self::NeverAsks { name, .. } => {
                format!("`{name}` never asks a human, so there is no answer to it")
            }
            Self::AsksForItems { name, .. } => {
                format!("`{name}` asks once an item, so there is no one answer to it")
            }
            Self::FeedbackOutsideLoop { .. } => {
                format!("`{node}` asks when it is done, and it is no loop that goes on after that")
            }
            Self::NamedTwice { name, .. } => format!("`{name}` is named twice"),
            Self::NeverTaken { name, .. } => {
                format!("`{name}` is never taken, because one of the nodes before it always runs")
            }
            Self::AllSkipped { param, nodes } => {
                format!("all of {} may be skipped, and then there is no `{param}`", list(nodes))
            }
            Self::NeverEmpty { param, nodes } => {
                format!("one of {} always runs, so `{param}` is never empty", list(nodes))
            }
            Self::OtherwiseNever { name } => {
                format!("`{name}` is never skipped, so `{node}` would never run")
            }
            Self::OtherwiseEmpty => "`otherwise` names no nodes".to_owned(),
            Self::ReadsNothing => "a condition that reads nothing always says the same".to_owned(),
            Self::AsksLate { param } => {
                format!("`{param}` is there when `{node}` runs, and the condition is asked before")
            }
            Self::AsksEmpty { param } => {
                format!("`{param}` may be empty, and the condition is asked about a value")
            }
            Self::Exclude { one, other } => format!("`{one}` and `{other}` exclude each other"),
            Self::NoFanOut { key } => {
                format!("`{key}` on `{node}`, which does not run for each of a collection")
            }
            Self::NoConcurrency => "`concurrency` takes a whole number that is not zero".to_owned(),
            Self::ItemType { holds, takes, .. } => {
                let (holds, takes) = apart(holds, takes);
                format!("the collection holds `{holds}`, and the parameter takes `{takes}`")
            }
            Self::FanOutOfLoop { key } => {
                format!("`{key}` on `{node}`, which runs for each of a collection")
            }
            Self::LoopAndEnsemble => {
                format!("`{node}` is to be a loop and an ensemble: which of which?")
            }
            Self::FewIterations { max_iterations: 1 } => {
                "a loop of at most 1 iteration is no loop".to_owned()
            }
            Self::FewIterations { max_iterations } => {
                format!("a loop of at most {max_iterations} iterations is no loop")
            }
            Self::NoLoop { key } => format!("`{key}` on `{node}`, which is no loop"),
            Self::CarryOutsideLoop { param } => format!(
                "`{param}` is carried from one iteration to the next, and `{node}` is no loop"
            ),
            Self::CarryType { carries, takes, .. } => {
                let (carries, takes) = apart(carries, takes);
                format!("the loop carries `{carries}`, and the parameter takes `{takes}`")
            }
            Self::FunctionType { key: "merge", output, takes } => {
                let output = apart(output, takes).0;
                format!("`merge` needs a function from `Vec<{output}>` to `{output}`")
            }
            Self::FunctionType { key, output, takes } => {
                format!("`{key}` needs a function from `&{}` to `bool`", apart(output, takes).0)
            }
            Self::FewMembers { members } => format!("an ensemble of {members} is no ensemble"),
            Self::NoEnsemble => format!("`merge` on `{node}`, which is no ensemble"),
            Self::NotMerged => {
                format!("the members of `{node}` each give an output, and nothing merges them")
            }
            Self::ManyModels { models, members } => {
                format!("`{node}` has {models} models for {members} members")
            }
            Self::OfNodesInside { key } => {
                format!("`{key}` on `{node}`, which is a pipeline of its own")
            }
            Self::PipelineAndBody { pipeline } => {
                format!("the pipeline `{pipeline}` makes the output of `{node}`, so it has no body")
            }
            Self::NoPipelineInput { param } => {
                format!("`{param}` cannot be an input of a sub-pipeline")
            }
            Self::UnknownInput { param, .. } => {
                format!("the sub-pipeline of `{node}` takes no input `{param}`")
            }
            Self::MissingInputs { inputs } => match inputs.as_slice() {
                [input] => format!("the sub-pipeline of `{node}` needs the input `{input}`"),
                inputs => {
                    format!("the sub-pipeline of `{node}` needs the inputs {}", list(inputs))
                }
            },
            Self::InputMayBeNothing { param } => format!(
                "the sub-pipeline of `{node}` needs the input `{param}`, and the parameter of that name may be nothing"
            ),
            Self::InputType { reads, gives, .. } => {
                let (reads, gives) = apart(reads, gives);
                format!("the sub-pipeline reads `{reads}`, and the parameter gives `{gives}`")
            }
            Self::PipelineOutputSkipped { output } => {
                format!("`{output}` may be skipped, and then the pipeline has no output")
            }
            Self::PipelineOutputType { gives, returns, .. } => {
                let (gives, returns) = apart(gives, returns);
                format!("the sub-pipeline gives `{gives}`, and the node returns `{returns}`")
            }
        }
    }
}
