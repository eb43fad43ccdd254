//! URI templates.

use std::collections::BTreeMap;

use neograph::uri;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{Fault, all, same};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "about")]
    _about: String,
    #[serde(default)]
    variable_sets: BTreeMap<String, Map<String, Value>>,
    cases: Vec<Expansion>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "some fields are for people")]
struct Expansion {
    id: String,
    kind: Kind,
    group: String,
    level: Option<u8>,
    section: Option<String>,
    required: String,
    source: Option<String>,
    template: String,
    variables: Option<Variables>,
    expected: Value,
    note: Option<String>,
    contested: Option<String>,
    python_original_differs: Option<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Expand,
    Variables,
    Malformed,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Variables {
    Set(String),
    Own(Map<String, Value>),
}

pub fn run(text: &str) -> Result<usize, Vec<Fault>> {
    let file: File = serde_json::from_str(text).map_err(|error| vec![error.to_string()])?;
    all(&file.cases, |case| {
        one(&file, case).map_err(|fault| format!("{} `{}`: {fault}", case.id, case.template))
    })
}

fn one(file: &File, case: &Expansion) -> Result<(), Fault> {
    let none = Map::new();
    let values = match &case.variables {
        None => &none,
        Some(Variables::Own(values)) => values,
        Some(Variables::Set(name)) => {
            file.variable_sets.get(name).ok_or_else(|| format!("no variable set `{name}`"))?
        }
    };
    let found = match case.kind {
        Kind::Expand => json!(uri::expand(&case.template, values).map_err(|e| e.to_string())?),
        Kind::Variables => json!(uri::variables(&case.template).map_err(|e| e.to_string())?),
        Kind::Malformed => {
            let refused = uri::variables(&case.template).is_err()
                && uri::expand(&case.template, values).is_err();
            json!(if refused { "rejected_when_declared" } else { "accepted" })
        }
    };
    same("it", &found, &case.expected)
}
