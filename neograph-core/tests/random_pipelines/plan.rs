//! What a random pipeline is made of.

use proptest::prelude::*;

/// A pipeline: a source, these steps, and a node that adds up all of them.
#[derive(Debug, Clone)]
pub struct Plan {
    pub steps: Vec<Step>,
}

/// A node.
#[derive(Debug, Clone)]
pub struct Step {
    pub work: Work,
    pub shape: Shape,
    /// It runs when the source's value is divisible by this.
    pub when: Option<i64>,
    /// It asks a human about what each call gives.
    pub gate: bool,
    /// Its body fails when it is called for the first time with a value.
    pub flaky: bool,
    /// Which of the nodes before it it reads, counted backwards.
    pub reads: usize,
}

/// What a node calls.
#[derive(Debug, Clone)]
pub enum Work {
    /// A body that adds this.
    Body(i64),
    Inside(Plan),
}

/// How often it calls that.
#[derive(Debug, Clone)]
pub enum Shape {
    Once,
    /// For each item of the source, with failures among the results or without.
    Each {
        collect: bool,
        concurrency: u32,
    },
    /// Until the value is divisible by this.
    Loop {
        until: i64,
    },
    Ensemble {
        members: u32,
    },
}

impl Plan {
    pub fn depth(&self) -> usize {
        let inside = self.steps.iter().map(|step| match &step.work {
            Work::Inside(plan) => plan.depth(),
            Work::Body(_) => 0,
        });
        1 + inside.max().unwrap_or(0)
    }
}

/// Pipelines of up to three levels.
pub fn plan() -> impl Strategy<Value = Plan> {
    let flat = prop::collection::vec(step(body().boxed()), 1..4).prop_map(|steps| Plan { steps });
    flat.prop_recursive(2, 12, 3, |inner| {
        let work = prop_oneof![body(), inner.prop_map(Work::Inside)];
        prop::collection::vec(step(work.boxed()), 1..4).prop_map(|steps| Plan { steps })
    })
}

fn body() -> impl Strategy<Value = Work> {
    (0..5_i64).prop_map(Work::Body)
}

fn step(work: BoxedStrategy<Work>) -> impl Strategy<Value = Step> {
    let when = prop::option::weighted(0.3, 2..4_i64);
    let (gate, flaky) = (prop::bool::weighted(0.25), prop::bool::weighted(0.25));
    (work, shape(), when, gate, flaky, 0..4_usize).prop_map(
        |(work, shape, when, gate, flaky, reads)| Step { work, shape, when, gate, flaky, reads },
    )
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        2 => Just(Shape::Once),
        3 => (any::<bool>(), 1..4_u32)
            .prop_map(|(collect, concurrency)| Shape::Each { collect, concurrency }),
        2 => (2..4_i64).prop_map(|until| Shape::Loop { until }),
        1 => (2..4_u32).prop_map(|members| Shape::Ensemble { members }),
    ]
}
