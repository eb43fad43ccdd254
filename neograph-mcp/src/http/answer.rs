//! Answers over HTTP, left as they were written.

use std::collections::HashSet;

use http::StatusCode;
use rmcp::model::{
    ClientRequest, ErrorData, JsonRpcMessage, JsonRpcRequest, RequestId, ServerJsonRpcMessage,
    ServerResult,
};
use serde_json::{Value, from_slice, from_str};

use crate::{
    progress::Watched,
    wire::{Line, is_greeting, read_message},
};

pub(super) type Request = JsonRpcRequest<ClientRequest>;

/// The message that a body is, if it answers the request.
pub(super) fn read(body: &[u8], request: &Request) -> Option<ServerJsonRpcMessage> {
    let message = decoded(body, request)?;
    let id = match &message {
        JsonRpcMessage::Response(response) => Some(&response.id),
        JsonRpcMessage::Error(error) => error.id.as_ref(),
        _ => None,
    };
    id.is_none_or(|id| *id == request.id).then_some(message)
}

fn decoded(body: &[u8], request: &Request) -> Option<ServerJsonRpcMessage> {
    if is_greeting(&request.request) {
        return message(body, HashSet::new(), &Watched::default());
    }
    // rmcp wants to see the schemas of tools, which say what goes into headers.
    if matches!(request.request, ClientRequest::ListToolsRequest(_))
        && let Ok(message) = from_slice(body)
        && let JsonRpcMessage::Response(response) = &message
        && matches!(response.result, ServerResult::ListToolsResult(_))
    {
        return Some(message);
    }
    // A body tells of nothing but its request.
    message(body, HashSet::from([request.id.clone()]), &Watched::default())
}

fn message(
    body: &[u8],
    mut awaited: HashSet<RequestId>,
    watched: &Watched,
) -> Option<ServerJsonRpcMessage> {
    read_message(&Line::Whole(body), &mut awaited, watched)
}

/// The error that a body is, as the answer to the request.
pub(super) fn error(body: &[u8], request: &Request) -> Option<ServerJsonRpcMessage> {
    match message(body, HashSet::from([request.id.clone()]), &Watched::default())? {
        // Whoever refuses a request before reading it cannot say which one it was.
        JsonRpcMessage::Error(error) => {
            Some(JsonRpcMessage::error(error.error, Some(request.id.clone())))
        }
        _ => None,
    }
}

/// The answer to a request that was refused without words.
pub(super) fn refusal(request: &Request, status: StatusCode, page: &str) -> ServerJsonRpcMessage {
    let error = ErrorData::invalid_request(format!("HTTP {status}: {page}"), None);
    JsonRpcMessage::error(error, Some(request.id.clone()))
}

/// An event's data as rmcp takes it in answer to a greeting.
pub(super) fn greeting(data: String) -> String {
    let message = message(data.as_bytes(), HashSet::new(), &Watched::default());
    message.and_then(|message| serde_json::to_string(&message).ok()).unwrap_or(data)
}

/// An event's data in which rmcp finds nothing to decode: the result of an answer becomes a
/// text, which [`unpacked`] undoes. `id` is the awaited request, or any if it is `None`. What is
/// told of a `watched` request is taken, and empty for rmcp.
pub(super) fn carried(data: String, id: Option<&RequestId>, watched: &Watched) -> String {
    let Ok(Value::Object(message)) = from_str::<Value>(&data) else { return data };
    if message.contains_key("method") {
        return if watched.takes(&message) { String::new() } else { data };
    }
    let id = match (id, message.get("id")) {
        (Some(id), _) => id.clone(),
        (None, Some(Value::Number(id))) => match id.as_i64() {
            Some(id) => RequestId::Number(id),
            None => return data,
        },
        (None, Some(Value::String(id))) => RequestId::String(id.as_str().into()),
        (None, _) => return data,
    };
    let answer = self::message(data.as_bytes(), HashSet::from([id]), watched);
    let Some(mut message) = answer else { return data };
    if let JsonRpcMessage::Response(response) = &mut message
        && let ServerResult::CustomResult(raw) = &mut response.result
    {
        raw.0 = Value::String(raw.0.to_string());
    }
    serde_json::to_string(&message).unwrap_or(data)
}

/// The result as the server wrote it.
pub(crate) fn unpacked(result: Value) -> Value {
    match result {
        Value::String(text) => from_str(&text).unwrap_or(Value::String(text)),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerResult};
    use serde_json::{Value, json};

    use super::{carried, unpacked};
    use crate::progress::Watched;

    #[test]
    fn a_result_comes_through_rmcp_as_it_was_written() {
        let results = [
            json!({}),
            json!({ "content": [{ "type": "text", "text": "x", "unheardOf": 0.7 }] }),
            json!({ "contents": [{ "uri": "a:1", "text": "" }], "ttlMs": 1.5 }),
            json!({ "resultType": "complete", "tools": [] }),
            Value::Null,
        ];
        for result in results {
            let data = json!({ "jsonrpc": "2.0", "id": 7, "result": result }).to_string();
            for id in [None, Some(&RequestId::Number(7))] {
                let carried = carried(data.clone(), id, &Watched::default());
                let message: ServerJsonRpcMessage = serde_json::from_str(&carried).unwrap();
                let JsonRpcMessage::Response(response) = message else { panic!("{carried}") };
                let ServerResult::CustomResult(raw) = response.result else { panic!("{carried}") };
                assert_eq!(unpacked(raw.0), result);
            }
        }
    }

    #[test]
    fn what_is_no_answer_stays_as_it_is() {
        for data in ["", "no json", r#"{"method":"notifications/message","params":{}}"#] {
            assert_eq!(carried(data.to_owned(), None, &Watched::default()), data);
        }
    }
}
