use neograph::prelude::*;

fn ask(text: &String) -> Option<String> {
    Some(text.clone())
}

#[pipeline]
mod flow {
    use super::*;

    #[node(interrupt_when = ask)]
    pub async fn brief(#[human_feedback(send)] approved: Option<bool>) -> Result<String> {
        Ok(approved.map(|it| it.to_string()).unwrap_or_default())
    }

    #[node(interrupt_when = ask)]
    pub async fn send(brief: &String) -> Result<String> {
        Ok(brief.clone())
    }
}

fn main() {
    drop(flow::pipeline());
}
