//! A question to a human, asked in the middle of a tool call.

use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde_json::Value;

use super::ToolError;

tokio::task_local! {
    /// The answer to the call's question, until it is taken.
    static ANSWER: Mutex<Answer>;
}

/// What a call may be told.
enum Answer {
    /// It has asked nothing yet.
    Unasked,
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
/// The pause itself is an error that the tool passes on with `?`. Outside a tool call of an
/// agent it is [`ToolError::Fatal`], and so is a second question of one call.
pub async fn interrupt(payload: impl Serialize) -> Result<Value, ToolError> {
    let take = |answer: &Mutex<Answer>| {
        let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
        match *answer {
            Answer::Unasked => Answer::Unasked,
            _ => std::mem::replace(&mut *answer, Answer::Taken),
        }
    };
    match ANSWER.try_with(take) {
        Ok(Answer::Given(answer)) => Ok(answer),
        Ok(Answer::Taken) => Err(ToolError::Fatal(
            "a call of a tool asks once, and this one has had its answer; ask all in one question, \
             or in two tools"
                .into(),
        )),
        Ok(Answer::Unasked) => {
            let payload = serde_json::to_value(payload);
            Err(ToolError::Asked(payload.map_err(|error| ToolError::Fatal(error.into()))?))
        }
        Err(_) => Err(ToolError::Fatal(
            "`neograph::interrupt` asks from inside a tool call of an agent, and on the task of \
             that call"
                .into(),
        )),
    }
}

/// Makes a call in which [`interrupt`] knows its answer.
pub(crate) async fn with_answer<T>(answer: Option<Value>, call: impl Future<Output = T>) -> T {
    let answer = answer.map_or(Answer::Unasked, Answer::Given);
    ANSWER.scope(Mutex::new(answer), call).await
}
