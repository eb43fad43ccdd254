//! From a content to a parameter's type, by media type.

use serde::Deserialize;
use serde_json::{Value, json};

use super::{
    Content, Fault,
    hydration::{Expect, Hydration, Parse, Target},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "some fields are for people")]
pub struct Typing {
    pub id: String,
    group: String,
    title: String,
    content: Content,
    mime: Option<String>,
    marker_mime: Option<String>,
    target: Target,
    parse: Option<Parse>,
    expect: Outcome,
    contested: Option<String>,
    python_original_differs: Option<Value>,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Outcome {
    Value { value: Value },
    Error { error: String },
}

/// One read by URI, which fits the conventions of the hydration cases.
pub fn run(case: &Typing) -> Result<(), Fault> {
    const URI: &str = "crm://content";
    let reads = vec![URI.to_owned()];
    let expect = match &case.expect {
        Outcome::Value { value } => Expect::value(value.clone(), reads),
        Outcome::Error { error } => Expect::error(error, reads, Vec::new()),
    };
    super::hydration::run(&Hydration::by_uri(
        URI,
        case.content.clone(),
        case.mime.as_deref(),
        json!({
            "target": case.target,
            "parse": case.parse,
            "marker_mime": case.marker_mime,
        }),
        expect,
    )?)
}
