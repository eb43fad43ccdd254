use neograph::prelude::*;

fn ask(text: &String) -> Option<String> {
    Some(text.clone())
}

#[pipeline]
mod flow {
    use super::*;

    #[node]
    pub async fn topics() -> Result<Vec<String>> {
        Ok(Vec::new())
    }

    #[node(interrupt_when = ask)]
    pub async fn brief(#[each(topics)] topic: String) -> Result<String> {
        Ok(topic)
    }

    #[node]
    pub async fn send(#[human_feedback(brief)] approved: Option<bool>) -> Result<bool> {
        Ok(approved.unwrap_or(true))
    }
}

fn main() {
    drop(flow::pipeline());
}
