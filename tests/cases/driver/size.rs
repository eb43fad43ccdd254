//! The limit on a content's size.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Content, Fault,
    hydration::{Expect, Hydration},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "some fields are for people")]
pub struct Size {
    pub id: String,
    group: String,
    title: String,
    content: Content,
    max_bytes: Option<u64>,
    expect: Outcome,
    contested: Option<String>,
    python_original_differs: Option<Value>,
}

#[derive(Deserialize)]
#[serde(tag = "result", rename_all = "snake_case", deny_unknown_fields)]
enum Outcome {
    Pass {},
    TooLarge { actual: u64, limit: u64 },
}

/// A parser takes whatever passes, so that nothing but the size can fail.
pub fn run(case: &Size) -> Result<(), Fault> {
    const URI: &str = "crm://content";
    let reads = vec![URI.to_owned()];
    let content = case.content.content(None).map_err(|error| error.to_string())?;
    let expect = match case.expect {
        Outcome::Pass {} => Expect::value(json!({ "v": content.size() }), reads),
        Outcome::TooLarge { actual, limit } => {
            let words = vec![actual.to_string(), limit.to_string(), "templated URI".to_owned()];
            Expect::error("too_large", reads, words)
        }
    };
    super::hydration::run(&Hydration::by_uri(
        URI,
        case.content.clone(),
        Some("text/plain"),
        json!({ "target": "model", "parse": "length", "max_bytes": case.max_bytes }),
        expect,
    )?)
}
