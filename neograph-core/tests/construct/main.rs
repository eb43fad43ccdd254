//! Pipelines built by hand: they run like others, and what rustc refuses in `#[pipeline]`
//! is refused when they are built, in the same words.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod all_at_once;
mod draw;
mod flow;
mod flow_rules;
mod inside;
mod resources;
mod rules;
mod runs;

use neograph_core::{
    Error, Node, Pipeline,
    error::{ConstructError, ConstructErrors},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The types of the UI cases, by the same names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Summary {
    deal_id: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Ack;

/// The node that most UI cases begin with.
fn research() -> Node {
    Node::scripted("research")
        .input::<String>("deal_id")
        .run(async |args| Ok(Summary { deal_id: args.get::<String>("deal_id")?.to_string() }))
}

/// A scripted node that returns an [`Ack`].
fn ack(name: &'static str) -> Node {
    Node::scripted(name).run(async |_| Ok(Ack))
}

/// A node that lacks nothing, as it was begun.
fn whole(begun: Node) -> Node {
    begun.model("m").prompt("p").output::<Ack>()
}

fn refused(nodes: impl IntoIterator<Item = Node>) -> ConstructErrors {
    match Pipeline::builder("flow").nodes(nodes).build() {
        Err(Error::Construct(faults)) => *faults,
        other => panic!("faults were expected, not {other:?}"),
    }
}

/// The one fault of these nodes.
fn fault(nodes: impl IntoIterator<Item = Node>) -> ConstructError {
    let faults = refused(nodes);
    assert_eq!(faults.len(), 1, "{faults}");
    faults[0].clone()
}
