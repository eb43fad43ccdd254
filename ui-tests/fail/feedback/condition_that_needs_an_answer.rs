use neograph::prelude::*;

fn ask(text: &String) -> Option<String> {
    Some(text.clone())
}

#[pipeline]
mod flow {
    use super::*;

    fn is_approved(approved: &bool) -> bool {
        *approved
    }

    #[node(interrupt_when = ask)]
    pub async fn brief() -> Result<String> {
        Ok("brief".to_owned())
    }

    #[node(when = is_approved)]
    pub async fn send(#[human_feedback(brief)] approved: Option<bool>) -> Result<u8> {
        Ok(1)
    }
}

fn main() {
    drop(flow::pipeline());
}
