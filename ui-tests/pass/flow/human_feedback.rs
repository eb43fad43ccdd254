//! Every form in which a node is handed what a human answered.
#![deny(warnings)]

use neograph::prelude::*;

#[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
pub struct Verdict {
    pub approved: bool,
    pub note: Option<String>,
}

#[allow(clippy::ptr_arg)]
fn ask(text: &String) -> Option<String> {
    (!text.is_empty()).then(|| text.clone())
}

fn is_short(text: &String) -> bool {
    text.len() < 10
}

#[pipeline]
mod flow {
    use super::*;

    #[node(repeat_while = is_short, max_iterations = 3, interrupt_when = ask)]
    pub async fn draft(
        #[carry] before: Option<String>,
        #[human_feedback(draft)] said: Option<Verdict>,
    ) -> Result<String> {
        let note = said.and_then(|said| said.note).unwrap_or_default();
        Ok(before.unwrap_or_default() + &note)
    }

    #[node]
    pub async fn send(
        draft: &String,
        #[human_feedback(draft)] verdict: Option<&Verdict>,
        #[human_feedback(draft)] text: Option<&str>,
        #[human_feedback(draft)] list: Option<Vec<u8>>,
        #[human_feedback(draft)] owned: Option<String>,
    ) -> Result<bool> {
        let _ = (text, list, owned);
        Ok(verdict.is_none_or(|verdict| verdict.approved) && !draft.is_empty())
    }

    #[node(model = "m", prompt_text = "Mind this: {{ verdict }}")]
    pub async fn reply(#[human_feedback(draft)] verdict: Option<&Verdict>) -> Result<String>;
}

#[node(interrupt_when = ask)]
async fn brief() -> Result<String> {
    Ok(String::new())
}

#[node]
async fn act(#[human_feedback(brief)] approved: Option<bool>) -> Result<bool> {
    Ok(approved.unwrap_or(true))
}

fn main() {
    let pipeline = flow::pipeline();
    assert!(pipeline.mermaid().contains("draft -. \"verdict\" .-> send"), "{}", pipeline.mermaid());
    assert_eq!(compose!["composed"; act, brief].nodes().len(), 2);
}
