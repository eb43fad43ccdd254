//! What a node costs, beside boxed futures that do the same.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::{hint::black_box, sync::Arc};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use neograph::{
    BoxFuture, Graph, Pipeline,
    pipeline::Node,
    run::{Input, RunConfig},
};
use tokio::{runtime::Runtime, task::JoinSet};

fn name(node: usize) -> String {
    format!("n{node}")
}

/// Each node adds one to what the node before it gave.
fn chain(length: usize) -> Graph {
    let nodes = (0..length).map(|number| match number {
        0 => Node::scripted(name(0)).run(|_| async { Ok(0_u64) }),
        _ => Node::scripted(name(number))
            .edge::<u64>(name(number - 1))
            .run(|mut args| async move { Ok(*args.shared::<u64>(0)? + 1) }),
    });
    Graph::builder(Pipeline::builder("chain").nodes(nodes).build().unwrap()).compile().unwrap()
}

/// One node, many that read it, and one that reads them all.
fn fan(width: usize) -> Graph {
    let source = Node::scripted("source").run(|_| async { Ok(1_u64) });
    let middle = (0..width).map(|number| {
        Node::scripted(name(number)).edge::<u64>("source").run(|mut args| async move {
            tokio::task::yield_now().await;
            Ok(*args.shared::<u64>(0)? + 1)
        })
    });
    let join = (0..width).fold(Node::scripted("join"), |node, up| node.edge::<u64>(name(up)));
    let join = join.run(move |mut args| async move {
        let mut sum = 0;
        for index in 0..width {
            sum += *args.shared::<u64>(index)?;
        }
        Ok(sum)
    });
    let pipeline = Pipeline::builder("fan").node(source).nodes(middle).node(join).build();
    Graph::builder(pipeline.unwrap()).compile().unwrap()
}

fn chain_of_100(c: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let mut group = c.benchmark_group("chain of 100 nodes");
    group.throughput(Throughput::Elements(100));
    let (graph, config) = (chain(100), RunConfig::new());
    group.bench_function("neograph", |b| {
        b.to_async(&runtime).iter(async || graph.arun(Input::new(), &config).await.unwrap());
    });
    group.bench_function("floor: boxed futures that pass an `Arc`", |b| {
        b.to_async(&runtime).iter(async || {
            let mut value = Arc::new(0_u64);
            for _ in 0..100 {
                let given = Arc::clone(&value);
                let node: BoxFuture<'_, Arc<u64>> = Box::pin(async move { Arc::new(*given + 1) });
                value = black_box(node).await;
            }
            value
        });
    });
    group.finish();
}

fn fan_out(c: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    for width in [100, 1_000] {
        let mut group = c.benchmark_group(format!("fan-out of {width} and a join"));
        let (graph, config) = (fan(width), RunConfig::new());
        group.bench_function("neograph", |b| {
            b.to_async(&runtime).iter(async || graph.arun(Input::new(), &config).await.unwrap());
        });
        group.bench_function("floor: a `JoinSet`", |b| {
            b.to_async(&runtime).iter(async || {
                let source = Arc::new(1_u64);
                let mut set = JoinSet::new();
                for _ in 0..width {
                    let source = Arc::clone(&source);
                    set.spawn(async move {
                        tokio::task::yield_now().await;
                        Arc::new(*source + 1)
                    });
                }
                let mut sum = 0;
                while let Some(value) = set.join_next().await {
                    sum += *value.unwrap();
                }
                sum
            });
        });
        group.finish();
    }
}

criterion_group!(benches, chain_of_100, fan_out);
criterion_main!(benches);
