//! A model that says what it is told to.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    BoxError, BoxFuture,
    model::{ChatModel, ChatRequest, ChatResponse, Message},
};

type Script = Arc<dyn Fn(&ChatRequest) -> Result<ChatResponse, BoxError> + Send + Sync>;

/// A [`ChatModel`] that follows a script and keeps what it was asked.
///
/// Which turn comes next is read off the conversation, not counted, so that a script goes
/// on in the right place when a run is resumed, also by another process. Clones share what
/// they were asked.
///
/// ```
/// use neograph_core::{model::ChatResponse, testing::ScriptedModel};
/// use serde_json::json;
///
/// let model = ScriptedModel::turns([
///     ChatResponse::call("crm::get_deal", json!({ "deal_id": "D1" })),
///     ChatResponse::json(&json!({ "headline": "D1 is on track" })),
/// ]);
/// assert!(model.requests().is_empty());
/// ```
#[derive(Clone)]
pub struct ScriptedModel {
    script: Script,
    requests: Arc<Mutex<Vec<ChatRequest>>>,
}

impl ScriptedModel {
    /// Takes these turns in each conversation, the first turn first. A turn after the last
    /// is an error that says so.
    pub fn turns(turns: impl IntoIterator<Item = ChatResponse>) -> Self {
        let turns: Vec<ChatResponse> = turns.into_iter().collect();
        Self::from_fn(move |request| {
            let taken = request
                .messages
                .iter()
                .filter(|message| matches!(message, Message::Assistant(_)))
                .count();
            turns.get(taken).cloned().ok_or_else(|| {
                format!(
                    "the script has {} turns, and turn {} was asked for",
                    turns.len(),
                    taken + 1
                )
                .into()
            })
        })
    }

    /// Answers with a function of the request.
    pub fn from_fn(
        script: impl Fn(&ChatRequest) -> Result<ChatResponse, BoxError> + Send + Sync + 'static,
    ) -> Self {
        Self { script: Arc::new(script), requests: Arc::default() }
    }

    /// Everything it was asked so far.
    pub fn requests(&self) -> Vec<ChatRequest> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ChatModel for ScriptedModel {
    fn chat(&self, request: ChatRequest) -> BoxFuture<'_, Result<ChatResponse, BoxError>> {
        let response = (self.script)(&request);
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        Box::pin(async move { response })
    }
}

impl fmt::Debug for ScriptedModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScriptedModel").field("requests", &self.requests().len()).finish()
    }
}
