//! Sub-pipelines: the node's parameters are its inputs, and one of its outputs is the node's.

use super::{Flow, NodeSpec, Param, Pipeline, Source, edges::closest};
use crate::{
    error::FlowFault,
    pipeline::{Condition, PromptSource, Sub, ValueType},
};

pub(super) fn check(node: &NodeSpec, flow: &Flow, faults: &mut Vec<FlowFault>) {
    let Some(sub) = &flow.sub else { return };
    given(node, flow, sub, faults);
    inputs(node, &sub.pipeline, faults);
    output(node, sub, faults);
}

/// How the nodes inside are run is said at them.
fn given(node: &NodeSpec, flow: &Flow, sub: &Sub, faults: &mut Vec<FlowFault>) {
    if node.body().is_some() {
        faults.push(FlowFault::PipelineAndBody { pipeline: sub.pipeline.name().to_owned() });
    }
    let prompt = |prompt| match prompt {
        PromptSource::Named(_) => "prompt",
        PromptSource::Inline(_) => "prompt_text",
    };
    let keys = [
        node.mode().uses_model().then_some("mode"),
        node.model().map(|_| "model"),
        node.prompt().map(prompt),
        (node.tools().len() > 0).then_some("tools"),
        node.max_turns().map(|_| "max_turns"),
        node.max_retries().map(|_| "max_retries"),
        node.retry().map(|_| "retry"),
        (!flow.models.is_empty()).then_some("models"),
    ];
    faults.extend(keys.into_iter().flatten().map(|key| FlowFault::OfNodesInside { key }));
}

/// An input of a pipeline, which several nodes may read.
struct Input<'a> {
    name: &'a str,
    is_required: bool,
    /// The types by which nodes read it.
    reads: Vec<ValueType>,
}

fn inputs_of(pipeline: &Pipeline) -> Vec<Input<'_>> {
    let mut inputs: Vec<Input<'_>> = Vec::new();
    for node in pipeline.nodes() {
        let condition = node.flow().and_then(|flow| flow.condition.as_ref());
        let asked = condition.map_or(&[][..], Condition::params);
        let read = node.params().iter().chain(asked);
        for param in read.filter(|param| matches!(param.source(), Source::Input)) {
            match inputs.iter_mut().find(|input| input.name == param.name()) {
                Some(input) => {
                    input.is_required |= !param.is_optional();
                    input.reads.push(param.binding().value_type());
                }
                None => inputs.push(Input {
                    name: param.name(),
                    is_required: !param.is_optional(),
                    reads: vec![param.binding().value_type()],
                }),
            }
        }
    }
    inputs
}

fn inputs(node: &NodeSpec, pipeline: &Pipeline, faults: &mut Vec<FlowFault>) {
    let inputs = inputs_of(pipeline);
    let find = |param: &Param| inputs.iter().find(|input| input.name == param.name());
    let mut is_misspelt = false;
    for param in node.params() {
        let name = || param.name().to_owned();
        match (param.source(), find(param)) {
            (Source::Config | Source::Resource(_), _) => {
                faults.push(FlowFault::NoPipelineInput { param: name() });
            }
            (_, None) => {
                is_misspelt = true;
                let names: Vec<&str> = inputs.iter().map(|input| input.name).collect();
                faults.push(FlowFault::UnknownInput {
                    param: name(),
                    suggestion: closest(param.name(), &names).map(str::to_owned),
                    inputs: names.into_iter().map(str::to_owned).collect(),
                });
            }
            (_, Some(input)) => {
                let gives = param.binding().value_type();
                if let Some(reads) = input.reads.iter().find(|reads| reads.id() != gives.id()) {
                    let (reads, gives) = (reads.name(), gives.name());
                    faults.push(FlowFault::InputType { param: name(), reads, gives });
                } else if input.is_required && param.is_optional() {
                    faults.push(FlowFault::InputMayBeNothing { param: name() });
                }
            }
        }
    }
    let given = |input: &&Input<'_>| node.params().iter().any(|param| param.name() == input.name);
    let missing = inputs.iter().filter(|input| input.is_required && !given(input));
    let missing: Vec<String> = missing.map(|input| input.name.to_owned()).collect();
    // What is misspelt may be the very one that is missing.
    if !missing.is_empty() && !is_misspelt {
        faults.push(FlowFault::MissingInputs { inputs: missing });
    }
}

fn output(node: &NodeSpec, sub: &Sub, faults: &mut Vec<FlowFault>) {
    let nodes = sub.pipeline.nodes();
    let Some(output) = nodes.iter().find(|inner| inner.name() == sub.output) else {
        let names: Vec<&str> = nodes.iter().map(NodeSpec::name).collect();
        faults.push(FlowFault::UnknownNode {
            by: "pipeline",
            name: sub.output.to_string(),
            suggestion: closest(&sub.output, &names).map(str::to_owned),
            nodes: names.into_iter().map(str::to_owned).collect(),
        });
        return;
    };
    let name = || output.name().to_owned();
    if output.is_conditional() {
        faults.push(FlowFault::PipelineOutputSkipped { output: name() });
    }
    let (gives, returns) = (output.output(), node.unit());
    if gives.id() != returns.id() && !gives.is_undeclared() && !returns.is_undeclared() {
        let (gives, returns) = (gives.name(), returns.name());
        faults.push(FlowFault::PipelineOutputType { output: name(), gives, returns });
    }
}
