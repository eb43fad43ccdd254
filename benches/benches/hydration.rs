//! What hydration and lifting cost, beside serde alone.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use neograph::{
    __private::{Locator, NodeSpec, Param},
    Graph, Pipeline,
    pipeline::Node,
    resource::{ProducingCall, fetch_fn, lift},
    run::{Input, RunConfig},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::runtime::Runtime;

#[derive(Serialize, Deserialize)]
struct Mails {
    mails: Vec<String>,
}

fn body(bytes: usize) -> String {
    let mails = Mails { mails: (0..bytes / 104).map(|_| "m".repeat(101)).collect() };
    serde_json::to_string(&mails).unwrap()
}

/// A graph of one node with or without a resource, over the same body.
fn graph(hydrates: bool) -> Graph {
    let node = Node::scripted("n").run(move |mut args| async move {
        Ok(if hydrates { args.take::<Mails>(0)?.mails.len() } else { 0 })
    });
    let made = Pipeline::builder("p").node(node).build().unwrap();
    let mut spec: NodeSpec = made.nodes()[0].clone();
    if hydrates {
        spec = spec.__param(Param::__resource::<Mails>("mails", Locator::Uri("crm://mails")));
    }
    Graph::builder(Pipeline::__unchecked("p", vec![spec])).compile().unwrap()
}

fn hydration(c: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    for (size, bytes) in [("1 KiB", 1024), ("5 MiB", 5 * 1024 * 1024)] {
        let mut group = c.benchmark_group(format!("hydration of {size} of JSON"));
        let text = body(bytes);
        group.throughput(Throughput::Bytes(text.len() as u64));
        let served = text.clone();
        let config = RunConfig::new().fetcher(fetch_fn(move |_: String| {
            let served = served.clone();
            async move { Ok::<_, std::io::Error>((served, Some("application/json"))) }
        }));
        let with = graph(true);
        group.bench_function("a run of one node that hydrates", |b| {
            b.to_async(&runtime).iter(async || with.arun(Input::new(), &config).await.unwrap());
        });
        let without = graph(false);
        group.bench_function("the same run without the resource", |b| {
            b.to_async(&runtime).iter(async || without.arun(Input::new(), &config).await.unwrap());
        });
        group.bench_function("floor: a copy and `serde_json::from_slice`", |b| {
            b.iter_batched(
                || (),
                |()| serde_json::from_slice::<Mails>(text.clone().as_bytes()).unwrap(),
                BatchSize::SmallInput,
            );
        });
        group.finish();
    }
}

fn lifting(c: &mut Criterion) {
    let mut group = c.benchmark_group("lifting 1,000 links");
    group.throughput(Throughput::Elements(1_000));
    let links: Vec<Value> = (0..1_000)
        .map(|n| json!({ "type": "resource_link", "name": "mail", "uri": format!("crm://{n}") }))
        .collect();
    let result = json!({ "content": links });
    let call = ProducingCall::new("list", serde_json::Map::new(), true);
    group.bench_function("neograph", |b| b.iter(|| lift(&result, Some("crm"), &call)));
    group.finish();
}

criterion_group!(benches, hydration, lifting);
criterion_main!(benches);
