//! A question to a human, asked in the middle of a tool call.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;

use super::{ToolError, ToolOutput};

tokio::task_local! {
    /// The answer to the call's question, until it is taken.
    static ANSWER: Mutex<Answer>;
}

/// What a call may be told.
enum Answer {
    /// It has asked nothing yet.
    Unasked,
    /// It has asked, and is to end.
    Asking(Value),
    Given(Value),
    /// It has had its answer.
    Taken,
}

/// Asks a human from inside a tool call, and returns the answer.
///
/// The first time, the run pauses: the call ends here, and so does the process if the program
/// ends. When the interrupt is answered with [`Resume`](crate::run::Resume), the tool is called
/// again with the same arguments, and this returns the answer. What the tool does before it
/// asks is therefore done twice: ask first.
///
/// ```
/// # use neograph_core::{interrupt, tool::{ToolError, ToolOutput}};
/// # use serde_json::json;
/// async fn wire(amount: u64) -> Result<ToolOutput, ToolError> {
///     let answer = interrupt(json!({ "message": format!("really wire {amount} EUR?") })).await?;
///     Ok(ToolOutput::new(if answer["approved"] == true { "wired" } else { "not wired" }))
/// }
/// ```
///
/// # Errors
///
/// The pause itself is an error that the tool passes on with `?`, as it is or inside its own
/// error type. Outside a tool call of an
/// agent it is [`ToolError::Fatal`], and so is a second question of one call.
pub async fn interrupt(payload: impl Serialize) -> Result<Value, ToolError> {
    let payload = serde_json::to_value(payload).map_err(|error| ToolError::Fatal(error.into()))?;
    let ask = |answer: &Mutex<Answer>| {
        let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
        let (told, next) = match std::mem::replace(&mut *answer, Answer::Taken) {
            Answer::Given(answer) => (Ok(answer), Answer::Taken),
            Answer::Unasked => (Err(ToolError::Asked(payload.clone())), Answer::Asking(payload)),
            before => (Err(asked_twice()), before),
        };
        *answer = next;
        told
    };
    match ANSWER.try_with(ask) {
        Ok(told) => told,
        Err(_) => Err(ToolError::Fatal(
            "`neograph::interrupt` asks from inside a tool call of an agent, and on the task of \
             that call"
                .into(),
        )),
    }
}

fn asked_twice() -> ToolError {
    ToolError::Fatal(
        "a call of a tool asks once, and this one has asked; ask all in one question, or in two \
         tools"
            .into(),
    )
}

/// Makes a call in which [`interrupt`] knows its answer. A question is one even when the tool
/// has put it into an error of its own.
pub(crate) async fn with_answer(
    answer: Option<Value>,
    call: impl Future<Output = Result<ToolOutput, ToolError>>,
) -> Result<ToolOutput, ToolError> {
    let answer = answer.map_or(Answer::Unasked, Answer::Given);
    let call = async {
        let result = call.await;
        let asked = ANSWER.with(|answer| {
            let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
            match std::mem::replace(&mut *answer, Answer::Taken) {
                Answer::Asking(payload) => Some(payload),
                _ => None,
            }
        });
        match (result, asked) {
            (Err(ToolError::Failed(_)), Some(payload)) => Err(ToolError::Asked(payload)),
            (result, _) => result,
        }
    };
    ANSWER.scope(Mutex::new(answer), call).await
}
