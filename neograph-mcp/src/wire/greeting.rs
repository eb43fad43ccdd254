//! Answers to greetings as rmcp takes them: it decodes them itself, and one field that it does
//! not know ends the greeting.

use rmcp::model::ErrorCode;
use serde_json::{Map, Value, json};

use super::message::lenient_error;

/// An answer in which what is odd is as good as absent. What greets nobody is a refusal: some
/// servers answer a question they do not know with an empty result.
pub(super) fn greeted(mut message: Map<String, Value>) -> Map<String, Value> {
    if message.contains_key("method") {
        return message;
    }
    if let Some(error) = message.get("error").filter(|error| !error.is_null()) {
        let error = lenient_error(error);
        let error = json!({ "code": error.code.0, "message": error.message, "data": error.data });
        return refused(message, error);
    }
    match message.get_mut("result") {
        Some(Value::Object(result)) if versions(result) => {
            discovered(result);
            capable(result);
        }
        Some(Value::Object(result)) if text(result, "protocolVersion") => {
            introduced(result);
            capable(result);
        }
        Some(_) => {
            let code = ErrorCode::METHOD_NOT_FOUND.0;
            let error = json!({ "code": code, "message": "the answer greets nobody" });
            return refused(message, error);
        }
        None => {}
    }
    message
}

fn refused(mut message: Map<String, Value>, error: Value) -> Map<String, Value> {
    message.remove("result");
    message.insert("jsonrpc".to_owned(), "2.0".into());
    message.insert("error".to_owned(), error);
    message
}

fn versions(result: &Map<String, Value>) -> bool {
    let versions = result.get("supportedVersions").and_then(Value::as_array);
    versions.is_some_and(|versions| versions.iter().any(Value::is_string))
}

fn text(object: &Map<String, Value>, field: &str) -> bool {
    object.get(field).is_some_and(Value::is_string)
}

/// The latest revision: hints about caches, and a server that need not say who it is.
fn discovered(result: &mut Map<String, Value>) {
    if let Some(Value::Array(versions)) = result.get_mut("supportedVersions") {
        versions.retain(Value::is_string);
    }
    if !result.get("ttlMs").is_some_and(Value::is_u64) {
        result.insert("ttlMs".to_owned(), 0.into());
    }
    if !matches!(result.get("cacheScope").and_then(Value::as_str), Some("public" | "private")) {
        result.insert("cacheScope".to_owned(), "private".into());
    }
    if !text(result, "resultType") {
        result.insert("resultType".to_owned(), "complete".into());
    }
    if !result.get("serverInfo").is_none_or(names_itself) {
        result.remove("serverInfo");
    }
}

/// The earlier revisions: a server says who it is.
fn introduced(result: &mut Map<String, Value>) {
    if !result.get("serverInfo").is_some_and(names_itself) {
        result.insert("serverInfo".to_owned(), json!({ "name": "", "version": "" }));
    }
    if !result.get("instructions").is_none_or(Value::is_string) {
        result.remove("instructions");
    }
}

fn names_itself(server: &Value) -> bool {
    server.as_object().is_some_and(|server| text(server, "name") && text(server, "version"))
}

/// A server that does not say what it can is asked for everything.
fn capable(result: &mut Map<String, Value>) {
    let Some(Value::Object(capabilities)) = result.get_mut("capabilities") else {
        result.insert("capabilities".to_owned(), json!({ "tools": {}, "resources": {} }));
        return;
    };
    capabilities.retain(|_, capability| !matches!(capability, Value::Null | Value::Bool(false)));
    for capability in capabilities.values_mut().filter(|capability| !capability.is_object()) {
        *capability = json!({});
    }
}

#[cfg(test)]
mod tests {
    use rmcp::model::{JsonRpcMessage, ServerJsonRpcMessage, ServerResult};
    use serde_json::{Value, json};

    use super::greeted;

    fn decoded(message: Value) -> ServerJsonRpcMessage {
        let Value::Object(message) = message else { panic!("{message}") };
        serde_json::from_value(Value::Object(greeted(message))).unwrap()
    }

    fn result(result: &Value) -> ServerResult {
        match decoded(json!({ "jsonrpc": "2.0", "id": 1, "result": result })) {
            JsonRpcMessage::Response(response) => response.result,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_odd_field_of_a_greeting_costs_itself() {
        let odd = [Value::Null, json!(true), json!(7), json!("x"), json!([]), json!({})];
        for value in &odd {
            let modern = json!({
                "supportedVersions": ["2026-07-28", value], "capabilities": value,
                "serverInfo": value, "ttlMs": value, "cacheScope": value, "resultType": value,
            });
            let greeting = result(&modern);
            assert!(matches!(greeting, ServerResult::DiscoverResult(_)), "{value}: {greeting:?}");
            let legacy = json!({
                "protocolVersion": "2025-11-25", "capabilities": value, "serverInfo": value,
                "instructions": value,
            });
            let greeting = result(&legacy);
            assert!(matches!(greeting, ServerResult::InitializeResult(_)), "{value}: {greeting:?}");
        }
        let capabilities =
            json!({ "tools": true, "resources": 1, "logging": false, "prompts": [] });
        let legacy = json!({ "protocolVersion": "2025-11-25", "capabilities": capabilities });
        let ServerResult::InitializeResult(greeting) = result(&legacy) else { panic!("{legacy}") };
        let capabilities = greeting.capabilities;
        assert!(capabilities.tools.is_some() && capabilities.resources.is_some());
        assert!(capabilities.logging.is_none());
    }

    #[test]
    fn what_greets_nobody_and_an_error_of_any_shape_are_refusals() {
        for message in [
            json!({ "jsonrpc": "2.0", "id": 1, "result": {} }),
            json!({ "jsonrpc": "2.0", "id": 1, "result": null }),
            json!({ "jsonrpc": "2.0", "id": 1, "result": { "supportedVersions": [] } }),
            json!({ "jsonrpc": "2.0", "id": 1, "result": { "protocolVersion": 7 } }),
            json!({ "id": 1, "error": "no" }),
            json!({ "id": 1, "error": { "code": "x" } }),
        ] {
            let refusal = decoded(message.clone());
            assert!(matches!(refusal, JsonRpcMessage::Error(_)), "{message}: {refusal:?}");
        }
    }
}
