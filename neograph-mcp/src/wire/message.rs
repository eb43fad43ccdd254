//! From a line to a message, leniently.

use std::collections::HashSet;

use rmcp::model::{
    CustomResult, ErrorCode, ErrorData, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
    ServerResult,
};
use serde_json::{Map, Value, json};

use super::{LONGEST_MESSAGE, lines::Line};
use crate::progress::Watched;

/// The message of a line. An answer to one of the `awaited` requests keeps its result as it
/// was written; a line that is no message is `None`, and so is one that is taken for a
/// `watched` request.
pub(crate) fn read(
    line: &Line<'_>,
    awaited: &mut HashSet<RequestId>,
    watched: &Watched,
) -> Option<ServerJsonRpcMessage> {
    let line = match line {
        Line::Whole(line) => line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line),
        Line::Overlong { head, tail, length } => return overlong(head, tail, *length, awaited),
    };
    if line.is_empty() {
        return None;
    }
    let message = match serde_json::from_slice(line) {
        Ok(Value::Object(message)) => message,
        Ok(_) => return None,
        Err(error) => {
            tracing::debug!(%error, "a line on the stdout of an MCP server is no message");
            return None;
        }
    };
    match answer(message, awaited, watched) {
        Ok(answer) => Some(answer),
        Err(message) if watched.takes(&message) => None,
        Err(message) => serde_json::from_value(Value::Object(greeted(message)))
            .inspect_err(|error| tracing::debug!(%error, "an MCP message has an odd shape"))
            .ok(),
    }
}

/// An answer to a greeting as rmcp takes it: an odd hint about caches is none, and what greets
/// nobody is a refusal. Some servers answer a question they do not know with an empty result.
fn greeted(mut message: Map<String, Value>) -> Map<String, Value> {
    let Some(result) = message.get_mut("result") else { return message };
    if result.get("supportedVersions").is_some_and(Value::is_array) {
        if !result.get("ttlMs").is_some_and(Value::is_u64) {
            result["ttlMs"] = 0.into();
        }
        if !matches!(result.get("cacheScope").and_then(Value::as_str), Some("public" | "private")) {
            result["cacheScope"] = "private".into();
        }
        if result.get("resultType").is_none() {
            result["resultType"] = "complete".into();
        }
    } else if !result.get("protocolVersion").is_some_and(Value::is_string) {
        let refusal = json!({
            "code": ErrorCode::METHOD_NOT_FOUND.0, "message": "the answer greets nobody",
        });
        message.remove("result");
        message.insert("error".to_owned(), refusal);
    }
    message
}

/// The message as the answer to an awaited request, or the message back.
fn answer(
    mut message: Map<String, Value>,
    awaited: &mut HashSet<RequestId>,
    watched: &Watched,
) -> Result<ServerJsonRpcMessage, Map<String, Value>> {
    if message.contains_key("method") {
        return Err(message);
    }
    let error = message.get("error").filter(|error| !error.is_null()).map(lenient_error);
    let id = match message.get("id") {
        // A server that could not read a request cannot say which one it was.
        None | Some(Value::Null) if error.is_some() => only(awaited),
        id => id.and_then(|id| request_id(id, awaited)),
    };
    let Some(id) = id else { return Err(message) };
    let answer = match (error, message.remove("result")) {
        (Some(error), _) => JsonRpcMessage::error(error, Some(id.clone())),
        (None, Some(result)) => {
            let result = ServerResult::CustomResult(CustomResult::new(result));
            JsonRpcMessage::response(result, id.clone())
        }
        (None, None) => {
            let error = internal("the answer has neither `result` nor `error`".to_owned());
            JsonRpcMessage::error(error, Some(id.clone()))
        }
    };
    awaited.remove(&id);
    watched.answered(&id);
    Ok(answer)
}

/// The awaited request an id stands for; some servers send a number back as a string.
fn request_id(id: &Value, awaited: &HashSet<RequestId>) -> Option<RequestId> {
    let id = match id {
        Value::Number(number) => RequestId::Number(number.as_i64()?),
        Value::String(text) => {
            let literal = RequestId::String(text.as_str().into());
            match text.parse() {
                Ok(number) if !awaited.contains(&literal) => RequestId::Number(number),
                _ => literal,
            }
        }
        _ => return None,
    };
    awaited.contains(&id).then_some(id)
}

fn only(awaited: &HashSet<RequestId>) -> Option<RequestId> {
    let mut ids = awaited.iter();
    ids.next().filter(|_| ids.next().is_none()).cloned()
}

/// An error, whatever its shape: some servers send a bare string.
fn lenient_error(error: &Value) -> ErrorData {
    let code = error.get("code").and_then(Value::as_i64);
    let code =
        code.and_then(|code| i32::try_from(code).ok()).map_or(ErrorCode::INTERNAL_ERROR, ErrorCode);
    let message = error.get("message").unwrap_or(error);
    let message = message.as_str().map_or_else(|| message.to_string(), str::to_owned);
    ErrorData::new(code, message, error.get("data").cloned())
}

fn overlong(
    head: &[u8],
    tail: &[u8],
    length: usize,
    awaited: &mut HashSet<RequestId>,
) -> Option<ServerJsonRpcMessage> {
    tracing::warn!(length, limit = LONGEST_MESSAGE, "a message of an MCP server is too long");
    let head = String::from_utf8_lossy(head);
    let tail = String::from_utf8_lossy(tail);
    // The id stands before the result, or after it; what is inside the result is none.
    let before = head.split("\"result\"").next().unwrap_or_default();
    let after = tail.rsplit('}').find(|piece| !piece.trim().is_empty()).unwrap_or_default();
    let id = number_of_id(before)
        .or_else(|| number_of_id(after))
        .map(RequestId::Number)
        .filter(|id| awaited.contains(id))
        .or_else(|| only(awaited))?;
    awaited.remove(&id);
    let message = format!(
        "the answer has {length} bytes on the wire, and {LONGEST_MESSAGE} are taken; ask for less"
    );
    Some(JsonRpcMessage::error(internal(message), Some(id)))
}

fn number_of_id(text: &str) -> Option<i64> {
    let value = text.split_once("\"id\"")?.1.trim_start().strip_prefix(':')?.trim_start();
    let digits = value.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(value.len());
    value[..digits].parse().ok()
}

fn internal(message: String) -> ErrorData {
    ErrorData::new(ErrorCode::INTERNAL_ERROR, message, None)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rmcp::model::{JsonRpcMessage, RequestId, ServerJsonRpcMessage, ServerResult};
    use serde_json::{Value, json};

    use super::Line;
    use crate::progress::Watched;

    fn read(line: &Line<'_>, awaited: &mut HashSet<RequestId>) -> Option<ServerJsonRpcMessage> {
        super::read(line, awaited, &Watched::default())
    }

    fn awaiting(ids: &[i64]) -> HashSet<RequestId> {
        ids.iter().map(|id| RequestId::Number(*id)).collect()
    }

    fn read_value(message: &Value, ids: &[i64]) -> Option<ServerJsonRpcMessage> {
        read(&Line::Whole(message.to_string().as_bytes()), &mut awaiting(ids))
    }

    fn error_of(message: Option<ServerJsonRpcMessage>) -> (i32, String) {
        let Some(JsonRpcMessage::Error(error)) = message else { panic!("no error: {message:?}") };
        (error.error.code.0, error.error.message.into_owned())
    }

    #[test]
    fn the_result_of_an_awaited_request_stays_as_it_was_written() {
        let result = json!({ "content": [{ "type": "hologram", "size": 12.0 }], "isError": "yes" });
        for id in [json!(7), json!("7")] {
            let message = read_value(&json!({ "id": id, "result": result }), &[7]);
            let Some(JsonRpcMessage::Response(response)) = message else { panic!("no response") };
            let ServerResult::CustomResult(raw) = response.result else { panic!("decoded") };
            assert_eq!(raw.0, result);
            assert_eq!(response.id, RequestId::Number(7));
        }
    }

    #[test]
    fn an_error_of_any_shape_is_delivered() {
        let odd = read_value(&json!({ "id": 7, "error": "boom" }), &[7]);
        assert_eq!(error_of(odd), (-32603, "boom".to_owned()));
        let lost = json!({ "id": null, "error": { "code": -32700, "message": "parse error" } });
        assert_eq!(error_of(read_value(&lost, &[7])), (-32700, "parse error".to_owned()));
        let neither = error_of(read_value(&json!({ "id": 7 }), &[7]));
        assert!(neither.1.contains("neither"));
    }

    #[test]
    fn a_line_that_is_no_message_is_passed_over() {
        for noise in ["", "Server ready", "{not json", "42", "[]"] {
            assert!(read(&Line::Whole(noise.as_bytes()), &mut awaiting(&[7])).is_none(), "{noise}");
        }
    }

    #[test]
    fn an_overlong_answer_fails_the_request_it_belongs_to() {
        let read = |head: &str, tail: &str, ids: &[i64]| {
            let line =
                Line::Overlong { head: head.as_bytes(), tail: tail.as_bytes(), length: 70_000_000 };
            read(&line, &mut awaiting(ids))
        };
        let id_of = |message: Option<ServerJsonRpcMessage>| match message {
            Some(JsonRpcMessage::Error(error)) => error.id,
            _ => None,
        };
        let first = read(r#"{"jsonrpc":"2.0","id":7,"result":{"id":8"#, r#"aaa"}]}}"#, &[7, 8]);
        assert_eq!(id_of(first), Some(RequestId::Number(7)));
        let last = read(r#"{"jsonrpc":"2.0","result":{"id":8"#, r#"aaa"}]},"id":7}"#, &[7, 8]);
        assert_eq!(id_of(last), Some(RequestId::Number(7)));
        assert!(read("{", "}", &[7, 8]).is_none());
        assert_eq!(id_of(read("{", "}", &[8])), Some(RequestId::Number(8)));
    }
}
