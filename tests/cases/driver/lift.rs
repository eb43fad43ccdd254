//! From a tool's result to references.

use neograph::resource::{ProducingCall, lift};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Fault, same};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "some fields are for people")]
pub struct Lift {
    pub id: String,
    group: String,
    title: String,
    tool_name: String,
    args: Map<String, Value>,
    tool_idempotent: bool,
    tool_result: Value,
    /// The server whose tool was called, if the case names one.
    server: Option<String>,
    expect: Vec<Ref>,
    contested: Option<String>,
    python_original_differs: Option<Value>,
}

/// What a reference is expected to be; absent keys are not compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Ref {
    uri: Option<String>,
    kind: Option<String>,
    server: Option<String>,
    mime: Option<String>,
    size: Option<u64>,
    name: Option<String>,
    title: Option<String>,
    description: Option<String>,
    producer_idempotent: Option<bool>,
}

pub fn run(case: &Lift) -> Result<(), Fault> {
    let call = ProducingCall::new(&case.tool_name, case.args.clone(), case.tool_idempotent);
    let refs = lift(&case.tool_result, case.server.as_deref(), &call).refs;
    same("the number of references", &refs.len(), &case.expect.len())?;
    for (found, expected) in refs.iter().zip(&case.expect) {
        same("the producing call", found.producing_call(), &call)?;
        let pairs = [
            ("uri", json!(found.uri()), json!(expected.uri)),
            ("kind", json!(found.kind()), json!(expected.kind)),
            ("server", json!(found.server()), json!(expected.server)),
            ("mime", json!(found.mime()), json!(expected.mime)),
            ("size", json!(found.size()), json!(expected.size)),
            ("name", json!(found.name()), json!(expected.name)),
            ("title", json!(found.title()), json!(expected.title)),
            ("description", json!(found.description()), json!(expected.description)),
            (
                "producer_idempotent",
                json!(found.producing_call().producer_idempotent()),
                json!(expected.producer_idempotent),
            ),
        ];
        for (key, found, expected) in pairs.iter().filter(|(.., expected)| !expected.is_null()) {
            same(key, found, expected)?;
        }
    }
    Ok(())
}
