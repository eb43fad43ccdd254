//! The words of the faults. The sentences are those of the macros, which a test compares.

use super::{ConstructError, flow::Part};
use crate::error::compile::list;

impl ConstructError {
    /// What is wrong: the sentence that rustc says after `error:` for a `#[pipeline]`.
    ///
    /// ```
    /// # use neograph_core::error::ConstructError;
    /// let fault = ConstructError::DuplicateNode { node: "gate".to_owned() };
    /// assert_eq!(fault.fault(), "two nodes are named `gate`");
    /// ```
    pub fn fault(&self) -> String {
        match self {
            Self::UnknownUpstream { param, .. } => format!("no node is named `{param}`"),
            Self::EdgeType { carries, takes, .. } => {
                let (carries, takes) = apart(carries, takes);
                format!("the edge carries `{carries}`, and the parameter takes `{takes}`")
            }
            Self::Cycle { path } => {
                let arrows: Vec<String> = path.iter().map(|node| format!("`{node}`")).collect();
                let arrows = arrows.join(" → ");
                match path.as_slice() {
                    [node, _] => format!("`{node}` waits for itself: {arrows}"),
                    _ => format!("the nodes wait for each other: {arrows}"),
                }
            }
            Self::DuplicateNode { node } => format!("two nodes are named `{node}`"),
            Self::DuplicateParam { param, .. } => format!("two parameters are named `{param}`"),
            Self::InputNamedLikeNode { param, .. } => {
                format!("input `{param}` has the name of a node")
            }
            Self::KeptPrefix { node } => {
                format!("`{node}` begins with `neo_`, which is kept for neograph's own keys")
            }
            Self::ReservedName { node } => format!(
                "a node cannot be called `{node}`: `#[pipeline]` puts a function of that name beside it"
            ),
            Self::InvalidName { name, of } => format!("`{name}` cannot be the name of a {of}"),
            Self::EmptyText { key, .. } => format!("`{key}` takes a text that is not empty"),
            Self::Empty { pipeline } => format!("pipeline `{pipeline}` has no nodes"),
            Self::Missing { node, mode, key } => {
                format!("`{}` node `{node}` has no `{key}`", mode.name())
            }
            Self::NoBody { node } => format!("scripted node `{node}` has no body"),
            Self::BodyAndModel { node, mode } => format!(
                "a model makes the output of `{}` node `{node}`, so it has no body",
                mode.name()
            ),
            Self::AsksNoModel { node, key } => {
                format!("`{key}` on scripted node `{node}`, which asks no model")
            }
            Self::CallsNoTools { node } => format!("`think` node `{node}` calls no tools"),
            Self::SingleTurn { node } => format!("`think` node `{node}` has a single turn"),
            Self::NoTurns { .. } => "an agent needs at least one turn".to_owned(),
            Self::TwoPrompts { .. } => "`prompt` and `prompt_text` exclude each other".to_owned(),
            Self::GivenTwice { key, .. } => format!("`{key}` is given twice"),
            Self::ConditionType { output, takes, .. } => format!(
                "`interrupt_when` needs a function from `&{}` to `Option<_>`",
                apart(output, takes).0
            ),
            Self::Flow { node, fault } => fault.fault(node),
            Self::Inside { fault, .. } => fault.fault(),
        }
    }

    /// What to do about it.
    ///
    /// ```
    /// # use neograph_core::error::ConstructError;
    /// let fault = ConstructError::DuplicateNode { node: "gate".to_owned() };
    /// assert_eq!(fault.help(), "a node's name is its address, so rename one");
    /// ```
    pub fn help(&self) -> String {
        match self {
            Self::UnknownUpstream { suggestion: Some(name), .. } => {
                format!("did you mean `{name}`?")
            }
            Self::UnknownUpstream { nodes, .. } if nodes.is_empty() => {
                "a pipeline of one node has no edges; make the parameter an `.input` or a `.handle`"
                    .to_owned()
            }
            Self::UnknownUpstream { nodes, .. } => format!(
                "the other nodes are {}; a parameter that is no edge is an `.input` or a `.handle`",
                list(nodes)
            ),
            Self::EdgeType { carries, takes, param, .. } => format!(
                "an edge's type is the upstream node's output: `.edge::<{}>(\"{param}\")`",
                apart(carries, takes).0
            ),
            Self::Cycle { path } if path.len() == 2 => {
                "remove the edge, or make it an `.input` if it is none".to_owned()
            }
            Self::Cycle { .. } => "data flows one way; remove one of these edges".to_owned(),
            Self::DuplicateNode { .. } => "a node's name is its address, so rename one".to_owned(),
            Self::DuplicateParam { .. } => "rename one".to_owned(),
            Self::InputNamedLikeNode { .. } => "rename the input, or make it an `.edge`".to_owned(),
            Self::KeptPrefix { .. } | Self::ReservedName { .. } => "rename the node".to_owned(),
            Self::InvalidName { .. } => {
                "a name is letters, digits, `_` and `-`, and does not begin with a digit".to_owned()
            }
            Self::EmptyText { node: Some(node), key: "name" } if node.is_empty() => {
                "name the node, and its parameters".to_owned()
            }
            Self::EmptyText { node: None, .. } => {
                "write `Pipeline::builder(\"…\")`; a thread remembers the name".to_owned()
            }
            Self::EmptyText { key: "name", .. } => {
                "a parameter's name says where its value comes from".to_owned()
            }
            Self::EmptyText { key: key @ ("tools" | "models"), .. } => {
                format!("write `.{key}([\"…\"])`")
            }
            Self::EmptyText { key, .. } => format!("write `.{key}(\"…\")`"),
            Self::Empty { .. } => "add one with `.node(Node::scripted(\"…\"))`".to_owned(),
            Self::Missing { key, .. } => missing(key).to_owned(),
            Self::NoBody { node } => {
                format!("add `.run(…)`, or begin with `Node::think(\"{node}\")`")
            }
            Self::BodyAndModel { node, .. } => {
                format!("remove `.run(…)`, or begin with `Node::scripted(\"{node}\")`")
            }
            Self::AsksNoModel { key: "output", .. } => {
                "remove `.output`: the body of `.run` says what it returns".to_owned()
            }
            Self::AsksNoModel { key, node } => format!(
                "remove `.{key}`, or begin with `Node::think(\"{node}\")`, `agent` or `act`"
            ),
            Self::CallsNoTools { node } => format!(
                "begin with `Node::agent(\"{node}\")`, or `act` for tools that change something"
            ),
            Self::SingleTurn { .. } => {
                "remove `.max_turns`, or use `.max_retries` for answers that do not fit the type"
                    .to_owned()
            }
            Self::NoTurns { .. } => "write `.max_turns(1)`".to_owned(),
            Self::TwoPrompts { .. } | Self::GivenTwice { .. } => "keep one".to_owned(),
            Self::ConditionType { output, takes, .. } => {
                let (output, takes) = apart(output, takes);
                format!("this one takes `&{takes}`: write `|output: &{output}| …`")
            }
            Self::Flow { fault, .. } => fault.help(),
            Self::Inside { fault, .. } => fault.help(),
        }
    }

    /// Where it is, unless the sentence says so itself. `path` leads to the pipeline.
    pub(super) fn place(&self, path: &str) -> Option<String> {
        match self {
            Self::Flow { node, fault } => Some(match fault.place() {
                Part::Said => return None,
                Part::Whole => format!("node `{path}{node}`"),
                Part::Param(param) => format!("parameter `{param}` of node `{path}{node}`"),
                Part::Key(key) => format!("`{key}` of node `{path}{node}`"),
            }),
            Self::Inside { node, fault } => {
                let inside = fault.place(&format!("{path}{node}/"));
                inside.or_else(|| Some(format!("inside node `{path}{node}`")))
            }
            Self::UnknownUpstream { node, param, .. }
            | Self::EdgeType { node, param, .. }
            | Self::InputNamedLikeNode { node, param } => {
                Some(format!("parameter `{param}` of node `{path}{node}`"))
            }
            Self::EmptyText { node: Some(node), .. } if node.is_empty() => {
                Some("a node without a name".to_owned())
            }
            Self::DuplicateParam { node, .. }
            | Self::EmptyText { node: Some(node), .. }
            | Self::NoTurns { node }
            | Self::TwoPrompts { node }
            | Self::GivenTwice { node, .. }
            | Self::ConditionType { node, .. } => Some(format!("node `{path}{node}`")),
            _ => None,
        }
    }
}

fn missing(key: &str) -> &'static str {
    match key {
        "model" => "add `.model(\"…\")`, the key under which the graph is given the model",
        "prompt" => "add `.prompt(\"…\")`, a template's name, or `.prompt_text(\"…\")`",
        "tools" => "add `.tools([\"server::tool\"])` or `.tool::<…>()`, or use `Node::think`",
        _ => "add `.output::<T>()`, the type that the model's answer is read as",
    }
}

/// Two types as rustc would name them: without paths, unless only the paths differ.
pub(super) fn apart(one: &str, other: &str) -> (String, String) {
    let (short, other_short) = (short(one), short(other));
    if short == other_short { (one.to_owned(), other.to_owned()) } else { (short, other_short) }
}

/// `alloc::vec::Vec<crm::Ack>` is `Vec<Ack>`.
fn short(name: &str) -> String {
    let mut short = String::with_capacity(name.len());
    let mut path = 0;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        if c == ':' && chars.peek() == Some(&':') {
            chars.next();
            short.truncate(path);
        } else {
            short.push(c);
            if !(c.is_alphanumeric() || c == '_') {
                path = short.len();
            }
        }
    }
    short
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_go_by_their_last_name() {
        assert_eq!(short("alloc::vec::Vec<crm::Ack>"), "Vec<Ack>");
        assert_eq!(short("(a::B, &[c::D; 3])"), "(B, &[D; 3])");
        assert_eq!(short("u64"), "u64");
    }

    #[test]
    fn types_of_one_name_keep_their_paths() {
        assert_eq!(apart("a::Ack", "b::Ack"), ("a::Ack".to_owned(), "b::Ack".to_owned()));
        assert_eq!(apart("a::Ack", "b::Deal"), ("Ack".to_owned(), "Deal".to_owned()));
    }
}
