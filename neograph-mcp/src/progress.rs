//! What servers tell of requests that are under way.
//!
//! rmcp hands each notification to a task of its own, so they may overtake each other, and
//! decodes it as a whole. Here they are taken off the transport, in their order, and an odd
//! field costs itself.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use neograph_core::tool::Progress;
use rmcp::model::{
    ClientRequest, GetExtensions as _, GetMeta as _, JsonRpcRequest, NumberOrString, ProgressToken,
    RequestId,
};
use serde_json::{Map, Value};
use tokio::sync::mpsc;

/// How many reports wait for a request that is not polled. What comes on top is dropped.
const MOST_WAITING: usize = 64;

const METHOD: &str = "notifications/progress";

/// What is told of one request, for as long as it is awaited.
pub(crate) type Arriving = mpsc::Receiver<Progress>;

/// Makes that what is told of the request arrives, once a transport has sent it.
pub(crate) fn watch(request: &mut ClientRequest) -> Arriving {
    let (sender, arriving) = mpsc::channel(MOST_WAITING);
    request.extensions_mut().insert(Watcher(sender));
    arriving
}

#[derive(Clone)]
struct Watcher(mpsc::Sender<Progress>);

/// The requests of a connection that are watched, by their tokens.
#[derive(Clone, Default)]
pub(crate) struct Watched(Arc<Mutex<HashMap<ProgressToken, Request>>>);

struct Request {
    id: RequestId,
    sender: mpsc::Sender<Progress>,
}

impl Watched {
    /// Takes note of a request that is sent.
    pub(crate) fn sent(&self, request: &JsonRpcRequest<ClientRequest>) {
        let token = request.request.get_meta().get_progress_token();
        let (Some(Watcher(sender)), Some(token)) = (request.request.extensions().get(), token)
        else {
            return;
        };
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        watched.retain(|_, request| !request.sender.is_closed());
        watched.insert(token, Request { id: request.id.clone(), sender: sender.clone() });
    }

    /// Takes note of an answer: what is told later is too late.
    pub(crate) fn answered(&self, id: &RequestId) {
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        watched.retain(|_, request| request.id != *id);
    }

    /// Takes a message that tells of progress, and says whether it was one. What is told of a
    /// request that nobody awaits is passed over.
    pub(crate) fn takes(&self, message: &Map<String, Value>) -> bool {
        if message.get("method").and_then(Value::as_str) != Some(METHOD) {
            return false;
        }
        let params = message.get("params").and_then(Value::as_object);
        let told =
            params.and_then(|params| Some((params.get("progressToken")?, progress(params)?)));
        let sent = told.map(|(token, progress)| {
            let watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            tokens(token).any(|token| {
                let request = watched.get(&token);
                request.is_some_and(|request| request.sender.try_send(progress.clone()).is_ok())
            })
        });
        if sent != Some(true) {
            tracing::trace!(?message, "an MCP server tells of what nobody awaits");
        }
        true
    }
}

fn progress(params: &Map<String, Value>) -> Option<Progress> {
    let number = |field: &str| params.get(field).and_then(Value::as_f64);
    let mut progress = Progress::new(number("progress")?);
    progress.total = number("total");
    progress.message = params.get("message").and_then(Value::as_str).map(str::to_owned);
    Some(progress)
}

/// What a token may stand for; some servers send a number back as a string.
fn tokens(token: &Value) -> impl Iterator<Item = ProgressToken> {
    let text = token.as_str();
    let number = token.as_i64().or_else(|| text?.parse().ok());
    let literal = text.map(|text| NumberOrString::String(text.into()));
    literal.into_iter().chain(number.map(NumberOrString::Number)).map(ProgressToken)
}

#[cfg(test)]
mod tests {
    use neograph_core::tool::Progress;
    use rmcp::model::{
        CallToolRequest, CallToolRequestParams, ClientRequest, GetMeta as _, JsonRpcRequest,
        NumberOrString, ProgressToken, RequestId,
    };
    use serde_json::{Value, json};

    use super::{Arriving, MOST_WAITING, Watched, watch};

    fn sent(watched: &Watched, id: i64) -> Arriving {
        let call = CallToolRequest::new(CallToolRequestParams::new("slow"));
        let mut request = ClientRequest::CallToolRequest(call);
        let token = ProgressToken(NumberOrString::Number(id));
        request.get_meta_mut().set_progress_token(token);
        let arriving = watch(&mut request);
        watched.sent(&JsonRpcRequest::new(RequestId::Number(10 * id), request));
        arriving
    }

    fn tell(watched: &Watched, params: &Value) -> bool {
        let message = json!({ "method": "notifications/progress", "params": params });
        watched.takes(message.as_object().unwrap())
    }

    #[test]
    fn progress_arrives_at_its_request_and_an_odd_field_costs_itself() {
        let watched = Watched::default();
        let (mut first, mut second) = (sent(&watched, 1), sent(&watched, 2));
        let full = json!({ "progressToken": 1, "progress": 1, "total": 2.5, "message": "a" });
        assert!(tell(&watched, &full));
        let odd = json!({ "progressToken": "2", "progress": 3, "total": "x", "message": [] });
        assert!(tell(&watched, &odd));
        let expected = Progress::new(1.0).total(2.5).message("a");
        assert_eq!(first.try_recv(), Ok(expected));
        assert_eq!(second.try_recv(), Ok(Progress::new(3.0)));
        assert!(first.try_recv().is_err());
    }

    #[test]
    fn what_is_told_of_nothing_is_passed_over() {
        let watched = Watched::default();
        drop(sent(&watched, 1));
        let mut answered = sent(&watched, 3);
        watched.answered(&RequestId::Number(30));
        let mut live = sent(&watched, 2);
        for params in [
            json!({ "progressToken": 1, "progress": 1 }),
            json!({ "progressToken": 3, "progress": 1 }),
            json!({ "progressToken": 9, "progress": 1 }),
            json!({ "progressToken": { "id": 2 }, "progress": 1 }),
            json!({ "progressToken": 2, "progress": "half" }),
            json!({ "progressToken": 2 }),
            json!({ "progress": 1 }),
            json!([]),
            Value::Null,
        ] {
            assert!(tell(&watched, &params), "{params}");
        }
        assert!(live.try_recv().is_err() && answered.try_recv().is_err());
        let other = json!({ "method": "notifications/message", "params": {} });
        assert!(!watched.takes(other.as_object().unwrap()));
        assert_eq!(watched.0.lock().unwrap().len(), 1);
    }

    #[test]
    fn a_flood_is_bounded() {
        let watched = Watched::default();
        let mut arriving = sent(&watched, 1);
        for step in 0..10 * MOST_WAITING {
            tell(&watched, &json!({ "progressToken": 1, "progress": step }));
        }
        let mut waiting = 0;
        while arriving.try_recv().is_ok() {
            waiting += 1;
        }
        assert_eq!(waiting, MOST_WAITING);
    }
}
