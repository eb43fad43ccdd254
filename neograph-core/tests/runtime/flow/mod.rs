//! Control flow: what runs, what does not, how often, and what a later run repeats.

mod conditions;
mod fan_out;
mod loops;
mod manifests;
mod memory;
mod panics;
mod sub_pipelines;

use std::sync::{Arc, Mutex};

use neograph_core::{
    __private::{Args, NodeSpec, NodeType, Param},
    BoxError, Error, Graph,
    checkpoint::MemorySaver,
    run::{Event, RunConfig},
};
use serde::{Deserialize, Serialize};

use super::support::{Doc, pipeline};

/// What fan-outs here run over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    pub docs: Vec<Doc>,
}

macro_rules! named {
    ($($name:ident),*) => {$(
        #[derive(Debug)]
        #[allow(non_camel_case_types)]
        pub struct $name {}
        impl NodeType for $name {
            type Output = Doc;
            const NAME: &'static str = stringify!($name);
        }
    )*};
}
named!(check, deep, shallow, last, batch, score, refine, vote, verify, total);

/// A node that gives these documents.
pub fn batch_of(values: impl IntoIterator<Item = i64>) -> NodeSpec {
    let docs: Vec<Doc> = values.into_iter().map(|v| Doc { v }).collect();
    NodeSpec::__scripted::<batch, _, _, _>(move |_: Args| {
        let docs = docs.clone();
        async move { Ok(Ok::<_, Error>(Batch { docs })) }
    })
}

/// A node with a body over what it takes by position.
pub fn body<N: NodeType>(
    params: Vec<Param>,
    run: impl Fn(Args) -> Result<i64, BoxError> + Clone + Send + Sync + 'static,
) -> NodeSpec {
    let node = NodeSpec::__scripted::<N, _, _, _>(move |args: Args| {
        let run = run.clone();
        async move { Ok(run(args).map(|v| Doc { v })) }
    });
    params.into_iter().fold(node, NodeSpec::__param)
}

/// Runs a node for each document of the batch.
pub fn over_batch(node: NodeSpec) -> NodeSpec {
    node.__each::<Doc, Batch, _>("batch", "batch.docs", |batch: &Batch| &batch.docs)
}

pub fn item() -> Param {
    Param::__item::<Doc>("doc").__rendered::<Doc>()
}

pub fn take(args: &mut Args, index: usize) -> i64 {
    args.shared::<Doc>(index).unwrap().v
}

/// A pipeline as a type.
pub trait Inner: 'static {
    fn nodes() -> Vec<NodeSpec>;
}

/// A node that is the pipeline of some nodes, the last of which is named `last`.
pub fn inside<N: NodeType, I: Inner>() -> NodeSpec {
    NodeSpec::__inside::<Doc>(N::NAME, pipeline(I::nodes()), "last")
}

pub fn stored(nodes: Vec<NodeSpec>) -> Graph {
    Graph::builder(pipeline(nodes)).checkpointer(MemorySaver::new()).compile().unwrap()
}

/// The addresses that were started, without those that are made of several calls, and the configuration that takes them down.
pub fn watched() -> (Arc<Mutex<Vec<String>>>, RunConfig) {
    let started: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&started);
    let config = RunConfig::new().thread_id("t").on_event(move |event| {
        if let Event::NodeStarted { node } = event {
            seen.lock().unwrap().push(node.clone());
        }
    });
    (started, config)
}

pub fn drain(started: &Mutex<Vec<String>>) -> Vec<String> {
    let mut started = std::mem::take(&mut *started.lock().unwrap());
    started.retain(|node| !["score", "refine", "vote"].contains(&node.as_str()));
    started.sort();
    started
}
