//! A question to a human, asked in the middle of a tool call.

use serde::Serialize;
use serde_json::Value;

use super::ToolError;

tokio::task_local! {
    /// The answer to the call's question, if it has been given.
    static ANSWER: Option<Value>;
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
/// agent it is [`ToolError::Fatal`].
pub async fn interrupt(payload: impl Serialize) -> Result<Value, ToolError> {
    match ANSWER.try_with(Clone::clone) {
        Ok(Some(answer)) => Ok(answer),
        Ok(None) => {
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
    ANSWER.scope(answer, call).await
}
