use neograph::prelude::*;

fn ask(text: &String) -> Option<String> {
    Some(text.clone())
}

#[pipeline]
mod flow {
    use super::*;

    #[node(interrupt_when = ask)]
    pub async fn brief() -> Result<String> {
        Ok("brief".to_owned())
    }

    #[node]
    pub async fn send(#[human_feedback(breif)] approved: Option<bool>) -> Result<bool> {
        Ok(approved.unwrap_or(true))
    }
}

fn main() {
    drop(flow::pipeline());
}
