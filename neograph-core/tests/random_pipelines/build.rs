//! A plan as a pipeline.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex},
};

use neograph_core::{
    __private::{Args, NodeSpec, NodeType, Param},
    BoxError, Pipeline,
    pipeline::ItemError,
};
use serde::{Deserialize, Serialize};

use crate::plan::{Plan, Shape, Step, Work};

/// What every call gives: a number, and numbers to fan out over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Doc {
    v: i64,
    items: Vec<Doc>,
}

impl Doc {
    fn new(v: i64) -> Self {
        let v = v.rem_euclid(1_000);
        let items = (0..v % 4).map(|item| Self { v: v + item, items: Vec::new() });
        Self { v, items: items.collect() }
    }
}

/// What disturbs a run.
#[derive(Debug, Clone)]
pub struct Chaos {
    /// Whether nodes ask and fail.
    is_on: bool,
    /// The calls that have failed once.
    failed: Arc<Mutex<HashSet<String>>>,
}

impl Chaos {
    pub fn none() -> Self {
        Self { is_on: false, failed: Arc::default() }
    }

    pub fn some() -> Self {
        Self { is_on: true, failed: Arc::default() }
    }
}

macro_rules! named {
    ($($name:ident),*) => {$(
        #[derive(Debug)]
        #[allow(non_camel_case_types)]
        struct $name {}
        impl NodeType for $name {
            type Output = Doc;
            const NAME: &'static str = stringify!($name);
        }
    )*};
}
named!(source, even, odd, step_0, step_1, step_2, last);
const STEPS: [&str; 3] = ["step_0", "step_1", "step_2"];

/// How the output of a node is read.
#[derive(Debug, Clone, Copy)]
enum Kind {
    One,
    Many,
    Collected,
}

impl Kind {
    fn of(step: &Step) -> Self {
        match step.shape {
            Shape::Each { collect: true, .. } => Self::Collected,
            Shape::Each { collect: false, .. } => Self::Many,
            _ => Self::One,
        }
    }

    fn param(self, name: &'static str, optional: bool) -> Param {
        match self {
            Self::One => edge::<Doc>(name, optional),
            Self::Many => edge::<Vec<Doc>>(name, optional),
            Self::Collected => edge::<Vec<Result<Doc, ItemError>>>(name, optional),
        }
    }

    /// The sum of what is read; order counts.
    fn sum(self, args: &mut Args, index: usize) -> Result<i64, BoxError> {
        let fold = |sum: i64, v: i64| (sum * 7 + v).rem_euclid(1_000);
        Ok(match self {
            Self::One => args.optional::<Doc>(index)?.map_or(1, |doc| doc.v),
            Self::Many => args
                .optional::<Vec<Doc>>(index)?
                .map_or(2, |docs| docs.iter().map(|doc| doc.v).fold(0, fold)),
            Self::Collected => {
                args.optional::<Vec<Result<Doc, ItemError>>>(index)?.map_or(3, |docs| {
                    let value = |doc: &Result<Doc, ItemError>| match doc {
                        Ok(doc) => doc.v,
                        Err(error) => i64::from(error.item) + 500,
                    };
                    docs.iter().map(value).fold(0, fold)
                })
            }
        })
    }
}

fn edge<T: Send + Sync + 'static>(name: &'static str, optional: bool) -> Param {
    let param = Param::__upstream::<T>(name);
    if optional { param.__optional::<T>() } else { param }
}

/// The pipeline of a plan.
pub fn build(plan: &Plan, chaos: &Chaos) -> Pipeline {
    let mut nodes = begin();
    for (index, step) in plan.steps.iter().enumerate() {
        nodes.push(match index {
            0 => node::<step_0>(plan, index, step, chaos),
            1 => node::<step_1>(plan, index, step, chaos),
            _ => node::<step_2>(plan, index, step, chaos),
        });
    }
    nodes.push(end(plan));
    Pipeline::__unchecked("random", nodes)
}

/// The first nodes: what the input holds, and two of which one runs.
fn begin() -> Vec<NodeSpec> {
    let begun = NodeSpec::__scripted::<source, _, _, _>(|mut args: Args| async move {
        let seed = args.take::<Option<Doc>>(0)?;
        Ok(Ok::<_, BoxError>(Doc::new(seed.map_or(17, |doc| doc.v))))
    });
    let plus = |args: &mut Args, plus| -> Result<Doc, BoxError> {
        Ok(Doc::new(args.shared::<Doc>(0)?.v + plus))
    };
    let of_even = NodeSpec::__scripted::<even, _, _, _>(move |mut args: Args| async move {
        Ok(plus(&mut args, 2))
    });
    let of_odd = NodeSpec::__scripted::<odd, _, _, _>(move |mut args: Args| async move {
        Ok(plus(&mut args, 1))
    });
    let from_source = || Param::__upstream::<Doc>("source");
    let is_even = |mut args: Args| Ok(args.shared::<Doc>(0)?.v % 2 == 0);
    vec![
        begun.__param(Param::__input::<Option<Doc>>("seed").__optional::<Doc>()),
        of_even.__param(from_source()).__when("is_even", vec![from_source()], is_even),
        of_odd.__param(from_source()).__otherwise(&["even"]),
    ]
}

/// The last node: everything, in order.
fn end(plan: &Plan) -> NodeSpec {
    let kinds: Vec<Kind> = plan.steps.iter().map(Kind::of).collect();
    let node = NodeSpec::__scripted::<last, _, _, _>(move |mut args: Args| {
        let kinds = kinds.clone();
        async move {
            let mut sum = 0;
            for (index, kind) in kinds.iter().enumerate() {
                sum = (sum * 11 + kind.sum(&mut args, index)?).rem_euclid(1_000);
            }
            Ok(Ok::<_, BoxError>(Doc::new(sum)))
        }
    });
    plan.steps.iter().zip(STEPS).fold(node, |node, (step, name)| {
        node.__param(Kind::of(step).param(name, step.when.is_some()))
    })
}

fn node<N: NodeType<Output = Doc>>(
    plan: &Plan,
    index: usize,
    step: &Step,
    chaos: &Chaos,
) -> NodeSpec {
    let mut spec = match &step.work {
        Work::Body(plus) => body::<N>(plan, index, *plus, step, chaos),
        Work::Inside(inner) => inside::<N>(inner, step, chaos),
    };
    if let Some(divisor) = step.when {
        let params = vec![Param::__upstream::<Doc>("source")];
        spec = spec.__when("divides", params, move |mut args: Args| {
            Ok(args.shared::<Doc>(0)?.v % divisor == 0)
        });
    }
    spec = match step.shape {
        Shape::Once => spec,
        Shape::Each { collect, concurrency } => {
            let each = spec.__each::<Doc, Doc, _>("source", "source.items", |doc: &Doc| &doc.items);
            let each = each.__concurrency(concurrency);
            if collect { each.__collect_errors::<Doc>() } else { each }
        }
        Shape::Loop { until } => {
            spec.__repeat_while::<Doc>(4, move |doc: &Doc| doc.v % until != 0).__on_exhaust_last()
        }
        Shape::Ensemble { members } => spec.__ensemble::<Doc, _>(members, |docs: Vec<Doc>| {
            Doc::new(docs.iter().map(|doc| doc.v).sum())
        }),
    };
    if step.gate && chaos.is_on {
        spec = spec.__interrupt_when::<Doc, _, _>(|doc: &Doc| Some(doc.v));
    }
    spec
}

/// A body over the item, the carried value, and one node before.
fn body<N: NodeType<Output = Doc>>(
    plan: &Plan,
    index: usize,
    plus: i64,
    step: &Step,
    chaos: &Chaos,
) -> NodeSpec {
    let collects = matches!(step.shape, Shape::Each { collect: true, .. });
    // A failure that is collected is the same in every run.
    let flaky = (step.flaky && !collects && chaos.is_on).then(|| Arc::clone(&chaos.failed));
    let before = index.checked_sub(1 + step.reads % (index + 1));
    let before = before.map(|before| (&plan.steps[before], STEPS[before]));
    let kind = before.map_or(Kind::One, |(step, _)| Kind::of(step));
    let is_item = matches!(step.shape, Shape::Each { .. });
    let spec = NodeSpec::__scripted::<N, _, _, _>(move |mut args: Args| {
        let flaky = flaky.clone();
        async move {
            let given = if is_item {
                args.cloned::<Doc>(0)?.v
            } else {
                args.optional::<Doc>(0)?.map_or(0, |doc| doc.v)
            };
            let sum = given + plus + kind.sum(&mut args, 1)?;
            tokio::task::yield_now().await;
            if collects && sum % 3 == 0 {
                return Ok(Err("divisible by three".into()));
            }
            let fails = |failed: Arc<Mutex<HashSet<String>>>| {
                failed.lock().unwrap().insert(format!("{} {sum}", N::NAME))
            };
            if flaky.is_some_and(fails) {
                return Ok(Err::<Doc, BoxError>("for the first time".into()));
            }
            Ok(Ok(Doc::new(sum)))
        }
    });
    let first = match step.shape {
        Shape::Each { .. } => Param::__item::<Doc>("item"),
        Shape::Loop { .. } => Param::__carry::<Doc>("carried"),
        _ => Param::__upstream::<Doc>("source"),
    };
    let second = match before {
        Some((step, name)) => kind.param(name, step.when.is_some()),
        None => Param::__first_of::<Doc>("begun", &["even", "odd"]),
    };
    spec.__param(first).__param(second)
}

/// A pipeline inside, which begins with the item, the carried value, or the source's.
fn inside<N: NodeType<Output = Doc>>(inner: &Plan, step: &Step, chaos: &Chaos) -> NodeSpec {
    let collects = matches!(step.shape, Shape::Each { collect: true, .. });
    let calm = Chaos { is_on: false, ..chaos.clone() };
    // A failure inside would be collected, and be another one in another run.
    let chaos = if collects { &calm } else { chaos };
    let seed = match step.shape {
        Shape::Each { .. } => Param::__item::<Doc>("seed").__rendered::<Doc>(),
        Shape::Loop { .. } => Param::__carry::<Doc>("seed").__rendered::<Doc>(),
        _ => Param::__first_of::<Doc>("seed", &["even", "odd"]).__rendered::<Doc>(),
    };
    NodeSpec::__inside::<Doc>(N::NAME, build(inner, chaos), "last").__param(seed)
}
