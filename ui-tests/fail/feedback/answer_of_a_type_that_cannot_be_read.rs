use neograph::prelude::*;

fn ask(text: &String) -> Option<String> {
    Some(text.clone())
}

struct Verdict;

#[pipeline]
mod flow {
    use super::*;

    #[node(interrupt_when = ask)]
    pub async fn brief() -> Result<String> {
        Ok("brief".to_owned())
    }

    #[node]
    pub async fn send(#[human_feedback(brief)] verdict: Option<&Verdict>) -> Result<bool> {
        Ok(verdict.is_some())
    }
}

fn main() {
    drop(flow::pipeline());
}
