//! What a lint case says of its graph.

use std::collections::BTreeMap;

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeCase {
    pub name: String,
    pub mode: ModeCase,
    /// The nodes whose outputs it takes.
    #[serde(default)]
    pub inputs: Vec<String>,
    #[serde(default)]
    pub resources: Vec<ResourceCase>,
    #[serde(default)]
    pub tools: Vec<ToolCase>,
    /// Those inside a `construct`.
    #[serde(default)]
    pub nodes: Vec<NodeCase>,
    /// The ways out of a `branch`.
    pub arms: Option<Arms>,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ModeCase {
    Scripted,
    Think,
    Agent,
    Act,
    Construct,
    Branch,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResourceCase {
    pub param: String,
    #[serde(rename = "ref")]
    pub kind: Option<String>,
    pub uri: Option<String>,
    #[serde(default)]
    pub optional: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(clippy::struct_excessive_bools, reason = "that is the format")]
pub struct ToolCase {
    pub name: String,
    #[serde(default)]
    pub idempotent: bool,
    pub kind: Option<ToolKind>,
    #[serde(default)]
    pub async_only: bool,
    /// It is made by something that waits for I/O, a server that is started, say.
    #[serde(default)]
    pub async_factory: bool,
    #[serde(default)]
    pub asks_human: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ToolKind {
    ResourceReader,
    ReadBlob,
    #[serde(alias = "ordinary")]
    Tool,
}

/// Arms by name or in order.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum Arms {
    Named(BTreeMap<String, Arm>),
    Listed(Vec<Arm>),
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum Arm {
    Node(Box<NodeCase>),
    Nodes(Vec<NodeCase>),
    Group(Group),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    #[serde(rename = "name", alias = "when")]
    pub _name: Option<String>,
    pub nodes: Vec<NodeCase>,
}

impl Arms {
    pub fn iter(&self) -> impl Iterator<Item = &[NodeCase]> {
        let arms: Vec<&Arm> = match self {
            Self::Named(arms) => arms.values().collect(),
            Self::Listed(arms) => arms.iter().collect(),
        };
        arms.into_iter().map(|arm| match arm {
            Arm::Node(node) => std::slice::from_ref(&**node),
            Arm::Nodes(nodes) | Arm::Group(Group { nodes, .. }) => nodes,
        })
    }
}
