use neograph::prelude::*;

fn ask(text: &String) -> Option<String> {
    Some(text.clone())
}

fn is_approved(approved: &bool) -> bool {
    *approved
}

#[pipeline]
mod flow {
    use super::*;

    #[node(interrupt_when = ask)]
    pub async fn brief() -> Result<String> {
        Ok("brief".to_owned())
    }

    #[node(when = is_approved(approved))]
    pub async fn send(#[human_feedback(brief)] approved: Option<bool>) -> Result<bool> {
        Ok(approved.unwrap_or(true))
    }
}

fn main() {
    drop(flow::pipeline());
}
