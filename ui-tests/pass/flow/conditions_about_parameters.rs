//! A condition may be asked about what its node takes itself, whether the node uses it or not.
#![deny(warnings)]

use std::sync::Arc;

use neograph::prelude::*;

pub struct Client;

mod elsewhere {
    use super::Client;

    pub fn many(limit: u64, name: &str, list: &[u8]) -> bool {
        limit > 1 && name.is_empty() && list.is_empty()
    }
    pub fn perhaps(limit: Option<&u64>, again: &Option<String>) -> bool {
        limit.is_none() && again.is_none()
    }
    pub fn handles(client: &Client, cache: Option<&Client>) -> bool {
        let _ = client;
        cache.is_some()
    }
    pub fn approved(verdict: Option<&bool>) -> bool {
        verdict.is_none_or(|verdict| *verdict)
    }
}

#[pipeline]
mod flow {
    use super::*;

    fn many(limit: &u64, name: &str, list: &[u8]) -> bool {
        elsewhere::many(*limit, name, list)
    }
    fn perhaps(limit: Option<u64>, again: &Option<String>) -> bool {
        elsewhere::perhaps(limit.as_ref(), again)
    }
    fn handles(client: &Client, cache: Option<Arc<Client>>) -> bool {
        elsewhere::handles(client, cache.as_deref())
    }
    fn approved(verdict: Option<bool>) -> bool {
        elsewhere::approved(verdict.as_ref())
    }
    #[node(interrupt_when = ask)]
    pub async fn start() -> Result<u8> {
        Ok(1)
    }

    #[node(when = many)]
    pub async fn first(
        #[from_input] limit: u64,
        #[from_input] name: String,
        #[from_input] list: &[u8],
    ) -> Result<u8> {
        Ok(1)
    }

    #[node(when = elsewhere::many(limit, name, list))]
    pub async fn first_by_name(
        #[from_input] limit: u64,
        #[from_input] name: String,
        #[from_input] list: &[u8],
    ) -> Result<u8> {
        Ok(1)
    }

    #[node(when = perhaps(optional, again))]
    pub async fn second(
        #[from_input] optional: Option<u64>,
        #[from_input] again: Option<String>,
    ) -> Result<u8> {
        Ok(1)
    }

    #[node(when = elsewhere::perhaps(optional, again))]
    pub async fn second_by_name(
        #[from_input] optional: Option<u64>,
        #[from_input] again: Option<&str>,
    ) -> Result<u8> {
        Ok(1)
    }

    #[node(when = handles)]
    pub async fn third(
        #[from_config] client: &Client,
        #[from_config] cache: Option<&Client>,
    ) -> Result<u8> {
        Ok(1)
    }

    #[node(when = elsewhere::handles(client, cache))]
    pub async fn third_by_name(
        #[from_config] client: Arc<Client>,
        #[from_config] cache: Option<Arc<Client>>,
    ) -> Result<u8> {
        Ok(1)
    }

    #[node(when = approved(verdict))]
    pub async fn fourth(#[human_feedback(start)] verdict: Option<bool>) -> Result<u8> {
        Ok(1)
    }

    #[node(when = elsewhere::approved(verdict))]
    pub async fn fourth_by_name(#[human_feedback(start)] verdict: Option<bool>) -> Result<u8> {
        Ok(1)
    }
}

#[node(when = elsewhere::approved(verdict), interrupt_when = ask)]
async fn alone(#[human_feedback(asker)] verdict: Option<bool>) -> Result<u8> {
    Ok(1)
}

#[node(interrupt_when = ask)]
async fn asker() -> Result<u8> {
    Ok(1)
}

fn ask(first: &u8) -> Option<u8> {
    Some(*first)
}

fn main() {
    let graph =
        |pipeline| Graph::builder(pipeline).checkpointer(MemorySaver::new()).compile().unwrap();
    let flow = graph(flow::pipeline());
    let input = Input::new().set("limit", 2).unwrap().set("name", "").unwrap();
    let input = input.set("list", Vec::<u8>::new()).unwrap();
    let config = || RunConfig::new().thread_id("t").with("client", Client);
    let paused = flow.run(input, &config()).unwrap();
    assert!(!paused.is_completed());
    let outcome = flow.run(Resume::new(false), &config()).unwrap();
    let skipped = ["third", "third_by_name", "fourth", "fourth_by_name"];
    for node in flow::pipeline().nodes() {
        let name = node.name();
        assert_eq!(outcome.output().is_skipped(name), skipped.contains(&name), "{name}");
    }

    let composed = graph(compose!["composed"; alone, asker]);
    let _ = composed.run(Input::new(), &RunConfig::new().thread_id("t")).unwrap();
    let outcome = composed.run(Resume::new(true), &RunConfig::new().thread_id("t")).unwrap();
    assert_eq!(outcome.interrupts()[0].node, "alone");
}
