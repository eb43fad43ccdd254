//! Nodes inside may take one input in different ways, as long as it is one type; a pipeline by
//! itself may read one value as two types.
#![deny(warnings)]

use neograph::prelude::*;

type Name = String;

#[pipeline]
pub mod inside {
    use super::*;

    #[node]
    pub async fn first(#[from_input] name: &str) -> Result<usize> {
        Ok(name.len())
    }

    #[node]
    pub async fn second(
        first: usize,
        #[from_input] name: Option<std::string::String>,
    ) -> Result<usize> {
        Ok(first + name.map_or(0, |name| name.len()))
    }

    #[node]
    pub async fn third(second: usize, #[from_input] name: Name) -> Result<usize> {
        Ok(second + name.len())
    }
}

#[pipeline]
pub mod flow {
    use super::*;

    #[node]
    pub async fn name() -> Result<String> {
        Ok("abc".to_owned())
    }

    #[node(pipeline = inside)]
    pub async fn check(name: &str) -> Result<usize>;
}

#[pipeline]
pub mod two_types {
    use super::*;

    #[node]
    pub async fn first(#[from_input] number: u8) -> Result<u8> {
        Ok(number)
    }

    #[node]
    pub async fn second(first: u8, #[from_input] number: f64) -> Result<f64> {
        Ok(f64::from(first) + number)
    }
}

fn main() {
    let graph = Graph::builder(flow::pipeline()).compile().unwrap();
    let outcome = graph.run(Input::new(), &RunConfig::new()).unwrap();
    assert_eq!(*outcome.get::<flow::check>().unwrap(), 9);
    let graph = Graph::builder(two_types::pipeline()).compile().unwrap();
    let outcome = graph.run(Input::new().set("number", 2).unwrap(), &RunConfig::new()).unwrap();
    assert_eq!(*outcome.get::<two_types::second>().unwrap(), 4.0);
}
