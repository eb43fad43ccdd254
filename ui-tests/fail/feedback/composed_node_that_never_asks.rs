use neograph::prelude::*;

fn ask(text: &String) -> Option<String> {
    Some(text.clone())
}

#[node]
async fn brief() -> Result<String> {
    Ok("brief".to_owned())
}

#[node]
async fn send(#[human_feedback(brief)] approved: Option<bool>) -> Result<bool> {
    Ok(approved.unwrap_or(ask(&String::new()).is_some()))
}

fn main() {
    drop(compose!["flow"; brief, send]);
}
