//! What an item of a fan-out costs, beside a `JoinSet` with a semaphore that does the same.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use neograph::{
    Graph, Pipeline,
    pipeline::Node,
    run::{Input, RunConfig},
};
use tokio::{runtime::Runtime, sync::Semaphore, task::JoinSet};

const ITEMS: u64 = 10_000;
const CONCURRENCY: u32 = 64;

fn squaring() -> Graph {
    let numbers = Node::scripted("numbers").run(|_| async { Ok((0..ITEMS).collect::<Vec<u64>>()) });
    let squares = Node::scripted("squares")
        .each("numbers", "number", |all: &Vec<u64>| all)
        .concurrency(CONCURRENCY)
        .run(|mut args| async move {
            tokio::task::yield_now().await;
            let number = args.shared::<u64>(0)?;
            Ok(*number * *number)
        });
    let pipeline = Pipeline::builder("squares").node(numbers).node(squares).build();
    Graph::builder(pipeline.unwrap()).compile().unwrap()
}

fn items(c: &mut Criterion) {
    let runtime = Runtime::new().unwrap();
    let mut group = c.benchmark_group("10,000 items, 64 at a time");
    group.throughput(Throughput::Elements(ITEMS));
    let (graph, config) = (squaring(), RunConfig::new());
    group.bench_function("neograph", |b| {
        b.to_async(&runtime).iter(async || graph.arun(Input::new(), &config).await.unwrap());
    });
    group.bench_function("floor: a `JoinSet` with a semaphore", |b| {
        b.to_async(&runtime).iter(async || {
            let permits = Arc::new(Semaphore::new(CONCURRENCY as usize));
            let mut set = JoinSet::new();
            for number in 0..ITEMS {
                let permit = Arc::clone(&permits).acquire_owned().await.unwrap();
                set.spawn(async move {
                    tokio::task::yield_now().await;
                    drop(permit);
                    (number, number * number)
                });
            }
            let mut squares = Vec::new();
            while let Some(square) = set.join_next().await {
                squares.push(square.unwrap());
            }
            squares.sort_unstable();
            squares
        });
    });
    group.finish();
}

criterion_group!(benches, items);
criterion_main!(benches);
