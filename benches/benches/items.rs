//! What an item of a fan-out costs, beside a `JoinSet` with a semaphore that does the same.
#![allow(missing_docs, clippy::unwrap_used, reason = "a benchmark")]

use std::sync::Arc;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use neograph::{
    __private::{Args, NodeSpec, NodeType, Param},
    Error, Graph, Pipeline,
    run::{Input, RunConfig},
};
use tokio::{runtime::Runtime, sync::Semaphore, task::JoinSet};

const ITEMS: u64 = 10_000;
const CONCURRENCY: u32 = 64;

#[allow(non_camel_case_types)]
struct numbers {}
impl NodeType for numbers {
    type Output = Vec<u64>;
    const NAME: &'static str = "numbers";
}

#[allow(non_camel_case_types)]
struct squares {}
impl NodeType for squares {
    type Output = Vec<u64>;
    const NAME: &'static str = "squares";
}

fn squaring() -> Graph {
    let source = NodeSpec::__scripted::<numbers, _, _, _>(|_: Args| async {
        Ok(Ok::<_, Error>((0..ITEMS).collect::<Vec<u64>>()))
    });
    let square = NodeSpec::__scripted::<squares, _, _, _>(|mut args: Args| async move {
        tokio::task::yield_now().await;
        let number = args.shared::<u64>(0)?;
        Ok(Ok::<_, Error>(*number * *number))
    })
    .__param(Param::__item::<u64>("number"))
    .__each::<u64, Vec<u64>, _>("numbers", "numbers", |all: &Vec<u64>| all)
    .__concurrency(CONCURRENCY);
    Graph::builder(Pipeline::__unchecked("squares", vec![source, square])).compile().unwrap()
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
