//! From a line to a message, leniently.

use std::collections::HashSet;

use rmcp::model::{
    CustomResult, ErrorCode, ErrorData, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
    ServerResult,
};
use serde_json::{Map, Number, Value};

use super::{
    LONGEST_MESSAGE,
    greeting::greeted,
    lines::{EDGE, Line},
};
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
            return unreadable(line, &error, awaited);
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
        Value::Number(number) => RequestId::Number(integer(number)?),
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

/// Some languages write a whole number with a fraction.
fn integer(number: &Number) -> Option<i64> {
    number.as_i64().or_else(|| format!("{}", number.as_f64()?).parse().ok())
}

fn only(awaited: &HashSet<RequestId>) -> Option<RequestId> {
    let mut ids = awaited.iter();
    ids.next().filter(|_| ids.next().is_none()).cloned()
}

/// An error, whatever its shape: some servers send a bare string.
pub(super) fn lenient_error(error: &Value) -> ErrorData {
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
    let id = id_outside(head, tail, awaited).or_else(|| only(awaited))?;
    awaited.remove(&id);
    let message = format!(
        "the answer has {length} bytes on the wire, and {LONGEST_MESSAGE} are taken; ask for less"
    );
    Some(JsonRpcMessage::error(internal(message), Some(id)))
}

/// The error of an answer that is no JSON: a text that is no UTF-8, half a character, a number
/// that none is, or more levels than are read. `None` for what is no answer, as a banner is.
fn unreadable(
    line: &[u8],
    error: &serde_json::Error,
    awaited: &mut HashSet<RequestId>,
) -> Option<ServerJsonRpcMessage> {
    if !line.trim_ascii_start().starts_with(b"{") {
        return None;
    }
    let head = &line[..line.len().min(EDGE)];
    let tail = &line[line.len().saturating_sub(EDGE)..];
    let id = id_outside(head, tail, awaited)?;
    awaited.remove(&id);
    let message = format!("the answer cannot be read: {error}");
    Some(JsonRpcMessage::error(internal(message), Some(id)))
}

/// The awaited request that an answer names before its result, or after it; what is inside the
/// result is none.
fn id_outside(head: &[u8], tail: &[u8], awaited: &HashSet<RequestId>) -> Option<RequestId> {
    let head = String::from_utf8_lossy(head);
    let tail = String::from_utf8_lossy(tail);
    let before = head.split("\"result\"").next().unwrap_or_default();
    let after = tail.rsplit('}').find(|piece| !piece.trim().is_empty()).unwrap_or_default();
    let id = number_of_id(before).or_else(|| number_of_id(after)).map(RequestId::Number)?;
    awaited.contains(&id).then_some(id)
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
        for id in [json!(7), json!("7"), json!(7.0)] {
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
    fn an_answer_that_is_no_json_fails_the_request_it_belongs_to() {
        let nested = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        let results: [&[u8]; 5] =
            [b"\"caf\xe9\"", br#""\ud800""#, b"NaN", b"1e400", nested.as_bytes()];
        for result in results {
            let line = [br#"{"jsonrpc":"2.0","id":7,"result":"#, result, b"}"].concat();
            let shown = String::from_utf8_lossy(&line);
            let message = error_of(read(&Line::Whole(&line), &mut awaiting(&[7, 8])));
            assert!(message.1.contains("cannot be read"), "{shown}: {message:?}");
            assert!(read(&Line::Whole(&line), &mut awaiting(&[8])).is_none(), "{shown}");
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
