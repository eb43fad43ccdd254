//! The attributes by path, by glob and under other names of the crate.
#![deny(warnings, unused_qualifications)]

extern crate neograph as graphs;

#[graphs::pipeline(crate = graphs)]
mod flow {
    #[graphs::resource_reader(uri_template = "crm://deals/{deal}")]
    pub async fn deal(deal: u64) -> graphs::Result<String>;

    #[graphs::node(mode = act, model = "m", prompt = "p", tools = [deal, super::other])]
    pub async fn first(#[from_input] n: u64) -> graphs::Result<String>;

    #[graphs::node]
    pub async fn second(first: &str) -> graphs::Result<u64> {
        Ok(first.len() as u64)
    }
}

#[graphs::resource_reader(uri_template = "crm://{a}{?b}{&c}", crate = graphs)]
async fn other(a: String, b: Option<u64>, c: Option<String>) -> graphs::Result<u64>;

#[graphs::node(crate = graphs)]
async fn third(second: u64) -> graphs::Result<u64> {
    Ok(second)
}

fn main() {
    assert_eq!(flow::pipeline().nodes().len(), 2);
    let joined = graphs::compose!["joined", crate = graphs; flow::first, flow::second, third,];
    assert_eq!(joined.nodes().len(), 3);
}
