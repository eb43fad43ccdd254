use neograph::prelude::*;

fn ask(text: &String) -> Option<String> {
    Some(text.clone())
}

#[pipeline]
mod flow {
    use super::*;

    #[node(interrupt_when = ask)]
    pub async fn brief(#[human_feedback(brief)] said: Option<String>) -> Result<String> {
        Ok(said.unwrap_or_default())
    }
}

fn main() {
    drop(flow::pipeline());
}
