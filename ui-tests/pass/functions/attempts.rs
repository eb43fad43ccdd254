//! A node may be tried again, and may be given a time limit.
#![deny(warnings)]

use neograph::prelude::*;

#[pipeline]
mod flow {
    use super::*;

    #[node(retry = 3, timeout = "30s")]
    pub async fn fetch(#[from_input] deal_id: String) -> Result<String> {
        Ok(deal_id)
    }

    #[node(model = "m", prompt_text = "{{ fetch }}", retry = 1, timeout = "250ms")]
    pub async fn brief(fetch: &str) -> Result<String>;
}

#[node(retry = 2)]
async fn alone(fetch: &str) -> Result<usize> {
    Ok(fetch.len())
}

fn main() {
    assert_eq!(flow::pipeline().nodes().len(), 2);
    assert_eq!(compose!["joined"; flow::fetch, alone].nodes().len(), 2);
}
