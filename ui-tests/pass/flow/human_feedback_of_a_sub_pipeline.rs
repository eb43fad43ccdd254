//! What a human answered may be an input of a sub-pipeline, and a sub-pipeline may ask.
#![deny(warnings)]

use neograph::prelude::*;

#[pipeline]
pub mod inside {
    use super::*;

    #[node(interrupt_when = ask)]
    pub async fn count(#[from_input] said: Option<u64>) -> Result<u64> {
        Ok(said.unwrap_or_default())
    }

    #[node]
    pub async fn sum(count: u64, #[human_feedback(count)] more: Option<u64>) -> Result<u64> {
        Ok(count + more.unwrap_or_default())
    }

    pub fn ask(count: &u64) -> Option<u64> {
        (*count > 0).then_some(*count)
    }
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node(interrupt_when = inside::ask)]
    pub async fn start() -> Result<u64> {
        Ok(1)
    }

    #[node(pipeline = inside, interrupt_when = inside::ask)]
    pub async fn add(#[human_feedback(start)] said: Option<u64>) -> Result<u64>;

    #[node]
    pub async fn end(add: u64, #[human_feedback(add)] last: Option<&u64>) -> Result<u64> {
        Ok(add + last.copied().unwrap_or_default())
    }
}

fn main() {
    let graph =
        Graph::builder(flow::pipeline()).checkpointer(MemorySaver::new()).compile().unwrap();
    let config = RunConfig::new().thread_id("t");
    let mut outcome = graph.run(Input::new(), &config).unwrap();
    for (path, payload, answer) in [("start", 1, 10), ("add/count", 10, 100), ("add", 110, 1000)] {
        let interrupt = &outcome.interrupts()[0];
        assert_eq!((&*interrupt.path, &interrupt.payload), (path, &payload.into()));
        outcome = graph.run(Resume::new(answer), &config).unwrap();
    }
    assert_eq!(*outcome.get::<flow::end>().unwrap(), 1110);
}
