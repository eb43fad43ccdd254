//! A link needs an agent upstream, wherever that is written.
#![deny(warnings)]

use neograph::prelude::*;

mod agents {
    use neograph::prelude::*;

    #[resource_reader(uri_template = "crm://deals/{deal}")]
    pub async fn read(deal: String) -> Result<String>;

    #[node(mode = agent, model = "m", prompt = "p", tools = ["crm::list", read])]
    pub async fn scan(#[from_input] deal: &str) -> Result<String>;
}

#[node]
async fn between(scan: &str) -> Result<u64> {
    Ok(scan.len() as u64)
}

#[node(model = "m", prompt = "p")]
async fn brief(
    between: u64,
    #[from_resource(ref = "mails", max_bytes = 1_000)] mails: Vec<String>,
    #[from_resource(ref = "notes")] notes: Option<&str>,
) -> Result<String>;

#[node]
async fn optional(#[from_resource(ref = "notes")] notes: Option<String>) -> Result<usize> {
    Ok(notes.map_or(0, |notes| notes.len()))
}

fn main() {
    let joined = compose!["joined"; brief, optional, between, agents::scan];
    assert_eq!(joined.nodes().len(), 4);
    assert_eq!(compose!["alone"; optional].nodes().len(), 1);
}
