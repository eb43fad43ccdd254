//! What to do about it.

use super::{super::words::apart, FlowFault};
use crate::error::compile::list;

impl FlowFault {
    #[expect(clippy::too_many_lines, reason = "a sentence for each fault")]
    pub(in super::super) fn help(&self) -> String {
        match self {
            Self::UnknownNode { suggestion: Some(name), .. }
            | Self::UnknownInput { suggestion: Some(name), .. } => format!("did you mean `{name}`?"),
            Self::UnknownNode { nodes, .. } if nodes.is_empty() => "add the node".to_owned(),
            Self::UnknownNode { by: "pipeline", nodes, .. } => {
                format!("the nodes are {}", list(nodes))
            }
            Self::UnknownNode { nodes, .. } => format!("the other nodes are {}", list(nodes)),
            Self::ReadType { by, carries, takes, name } => {
                let carries = apart(carries, takes).0;
                match *by {
                    "first_of" => format!(
                        "all nodes of a `first_of` return what the parameter takes, and `{name}` returns `{carries}`"
                    ),
                    "each" => format!("write `.each::<{carries}, _>(\"{name}\", …)`"),
                    _ => format!("write `|{name}: &{carries}| …`"),
                }
            }
            Self::MayBeSkipped { by: "each", name, .. } => format!(
                "let a node without a condition take `{name}` as an `.optional_edge` and return the items"
            ),
            Self::MayBeSkipped { by: "when", .. } => {
                "ask about a node that always runs".to_owned()
            }
            Self::MayBeSkipped { name, takes, .. } => {
                let ty = apart(takes, "").0;
                format!(
                    "write `.optional_edge::<{ty}>(\"{name}\")`, or name what stands in for it: `.first_of::<{ty}>(…, [\"{name}\", …])`"
                )
            }
            Self::NeverSkipped { by: "when", .. } => "take it without `Option`".to_owned(),
            Self::NeverSkipped { name, .. } => {
                format!("make it an `.edge`, or give `{name}` a condition")
            }
            Self::OptionOfOutput { name, carries } => {
                format!("write `.edge::<{}>(\"{name}\")`", apart(carries, "").0)
            }
            Self::FewAlternatives { .. } => {
                "name another node, or make the parameter an `.edge`".to_owned()
            }
            Self::NeverAsks { name, .. } => format!("give `{name}` an `.interrupt_when(f)`"),
            Self::AsksForItems { .. } => {
                "ask in a node that reads the collection, or inside a sub-pipeline of the item"
                    .to_owned()
            }
            Self::FeedbackOutsideLoop { .. } => {
                "take the answer in a node that comes after, or add `.repeat_while(f, n)`".to_owned()
            }
            Self::NamedTwice { .. } | Self::Exclude { .. } => "keep one".to_owned(),
            Self::NeverTaken { .. } => {
                "put the nodes that may be skipped first, or remove this one".to_owned()
            }
            Self::AllSkipped { nodes, .. } => {
                let nodes: Vec<String> = nodes.iter().map(|node| format!("{node:?}")).collect();
                format!(
                    "make it an `.optional_first_of`, or name a node that runs `.otherwise([{}])`",
                    nodes.join(", ")
                )
            }
            Self::NeverEmpty { .. } => "make it a `.first_of`".to_owned(),
            Self::OtherwiseNever { name } => {
                format!("name nodes with a condition, or give `{name}` one")
            }
            Self::OtherwiseEmpty => {
                "write `.otherwise([\"refund\", \"bug\"])`: the node runs when all of these were skipped"
                    .to_owned()
            }
            Self::ReadsNothing => {
                "name a node that it is asked about, or remove the condition".to_owned()
            }
            Self::AsksLate { .. } => "ask about a node, an input or a handle".to_owned(),
            Self::AsksEmpty { .. } => {
                "ask about something that is always there, or let a node look and ask about that node"
                    .to_owned()
            }
            Self::NoFanOut { key: "item" } => "add `.each(…)`".to_owned(),
            Self::NoFanOut { key } => {
                format!("remove `.{key}`, or add `.each(\"node\", \"item\", |node: &_| …)`")
            }
            Self::NoConcurrency => "write `.concurrency(1)`, or remove it".to_owned(),
            Self::ItemType { holds, takes, .. } => {
                format!("take `{}`", apart(holds, takes).0)
            }
            Self::FanOutOfLoop { .. } => {
                "write the loop as a pipeline of its own and fan that out: `Node::pipeline(…)`"
                    .to_owned()
            }
            Self::LoopAndEnsemble => {
                "write the inner one as a pipeline of its own, and give this node that: `Node::pipeline(…)`"
                    .to_owned()
            }
            Self::FewIterations { .. } => {
                "allow 2 iterations or more, or remove `.repeat_while`".to_owned()
            }
            Self::NoLoop { key } => format!("add `.repeat_while(…)`, or remove `.{key}`"),
            Self::CarryOutsideLoop { .. } => {
                "add `.repeat_while(…)`, or remove the parameter".to_owned()
            }
            Self::CarryType { carries, takes, param } => format!(
                "what is carried is what the iteration before returned: `.carry::<{}>(\"{param}\")`",
                apart(carries, takes).0
            ),
            Self::FunctionType { key: "merge", output, takes } => {
                let (output, takes) = apart(output, takes);
                format!("this one takes `Vec<{takes}>`: write `|candidates: Vec<{output}>| …`")
            }
            Self::FunctionType { output, takes, .. } => {
                let (output, takes) = apart(output, takes);
                format!("this one takes `&{takes}`: write `|output: &{output}| …`")
            }
            Self::FewMembers { .. } => "write `.ensemble(2)` or more, or remove it".to_owned(),
            Self::NoEnsemble => "add `.ensemble(3)`, or remove `.merge`".to_owned(),
            Self::NotMerged => {
                "add `.merge(f)`, a function from `Vec<Output>` to `Output`".to_owned()
            }
            Self::ManyModels { .. } => {
                "raise `.ensemble`, or give fewer models: the members take them in turn".to_owned()
            }
            Self::OfNodesInside { key } => {
                format!("give it to a node of that pipeline, or remove `.{key}`")
            }
            Self::PipelineAndBody { .. } => {
                "remove `.run(…)`, or begin with `Node::scripted(…)`".to_owned()
            }
            Self::NoPipelineInput { .. } => {
                "remove the parameter: the nodes inside read the configuration and the resources of the run themselves"
                    .to_owned()
            }
            Self::UnknownInput { inputs, .. } if inputs.is_empty() => {
                "remove the parameter, or give a node of the sub-pipeline an input of this name"
                    .to_owned()
            }
            Self::UnknownInput { inputs, .. } => format!(
                "its inputs are {}; an input is what one of its nodes reads with `.input`",
                list(inputs)
            ),
            Self::MissingInputs { inputs } => format!(
                "give the node {}: an `.edge`, or an `.input`",
                match inputs.as_slice() {
                    [_] => "a parameter of this name",
                    _ => "parameters of these names",
                }
            ),
            Self::InputMayBeNothing { .. } => {
                "read the input as an `.optional_input` in the sub-pipeline, or give it a value that is always there"
                    .to_owned()
            }
            Self::InputType { reads, gives, .. } => format!(
                "a parameter of such a node is an input of its pipeline: give it a `{}`",
                apart(reads, gives).0
            ),
            Self::PipelineOutputSkipped { .. } => {
                "name a node that always runs, such as one that takes the first of several"
                    .to_owned()
            }
            Self::PipelineOutputType { gives, returns, .. } => format!(
                "the node's output is that of its pipeline: write `Node::pipeline::<{}>(…)`, or name another node of it",
                apart(gives, returns).0
            ),
        }
    }
}
