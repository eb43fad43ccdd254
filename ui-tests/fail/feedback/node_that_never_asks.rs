use neograph::prelude::*;

fn ask(text: &String) -> Option<String> {
    Some(text.clone())
}

#[pipeline]
mod flow {
    use super::*;

    #[node]
    pub async fn brief() -> Result<String> {
        Ok("brief".to_owned())
    }

    #[node]
    pub async fn send(#[human_feedback(brief)] approved: Option<bool>) -> Result<bool> {
        Ok(approved.unwrap_or(ask(&String::new()).is_some()))
    }
}

fn main() {
    drop(flow::pipeline());
}
