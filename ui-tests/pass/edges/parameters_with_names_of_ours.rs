//! Parameters may have the names that generated code might use.
#![deny(warnings)]

use neograph::prelude::*;

#[pipeline]
mod flow {
    use super::*;

    #[node]
    pub async fn args(#[from_input] ctx: u64, #[from_input] input: u64) -> Result<u64> {
        Ok(ctx + input)
    }

    #[node]
    pub async fn state(args: u64, #[from_config] value: &u64, #[from_config] output: Option<&u64>) -> Result<u64> {
        Ok(args + value + output.copied().unwrap_or(0))
    }

    #[node]
    pub async fn r#type(
        state: &u64,
        args: &u64,
        #[from_input] r#match: String,
        #[from_input] param: Option<u64>,
        #[from_input] neograph: u64,
        #[from_input] spec: u64,
    ) -> Result<u64> {
        Ok(state + args + r#match.len() as u64 + param.unwrap_or(0) + neograph + spec)
    }
}

fn main() {
    let pipeline = flow::pipeline();
    let names: Vec<_> = pipeline.nodes().iter().map(|node| node.name()).collect();
    assert_eq!(names, ["args", "state", "type"]);
    assert_eq!(compose!["joined"; flow::args, flow::state, flow::r#type].nodes().len(), 3);
}
