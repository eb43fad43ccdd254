//! What a hydration case says.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::driver::{Content, Fault};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "some fields are for people")]
pub struct Hydration {
    pub id: String,
    pub group: String,
    pub title: String,
    pub setup: Setup,
    pub expect: Expect,
    pub contested: Option<String>,
    pub python_original_differs: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    pub param: String,
    pub node: String,
    pub target: Target,
    pub fetcher: Presence,
    #[serde(rename = "ref")]
    pub kind: Option<String>,
    pub uri: Option<String>,
    #[serde(default)]
    pub manifest: Vec<Link>,
    pub reads: Vec<Read>,
    pub replayer: Option<Replay>,
    pub max_bytes: Option<u64>,
    #[serde(default)]
    pub optional: bool,
    pub parse: Option<Parse>,
    pub marker_mime: Option<String>,
    #[serde(default)]
    pub config_values: Map<String, Value>,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    Model,
    Str,
}

#[derive(Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Parse {
    Fail,
    Length,
}

#[derive(PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Presence {
    Present,
    Absent,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    pub uri: String,
    pub kind: String,
    pub server: Option<String>,
    pub producing_call: Call,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Call {
    pub tool_name: String,
    pub args: Map<String, Value>,
    pub producer_idempotent: bool,
}

#[derive(Clone, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Read {
    Content { content: Content, mime: Option<String> },
    Fail { fail: Failure },
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Failure {
    pub class: String,
    pub message: String,
}

#[derive(Clone, Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Replay {
    Absent(Absent),
    Result { result: Value },
    Fail { fail: Failure },
}

#[derive(Clone, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Absent {
    Absent,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    pub outcome: Kind,
    pub value: Option<Value>,
    pub error: Option<String>,
    pub reads: Vec<String>,
    pub replays: Vec<(String, Map<String, Value>)>,
    #[serde(default)]
    pub message_mentions: Vec<String>,
    pub cause_mentions: Option<String>,
}

#[derive(PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    Value,
    Error,
}

impl Expect {
    pub fn value(value: Value, reads: Vec<String>) -> Self {
        Self { outcome: Kind::Value, value: Some(value), ..Self::error("", reads, Vec::new()) }
    }

    pub fn error(error: &str, reads: Vec<String>, message_mentions: Vec<String>) -> Self {
        Self {
            outcome: Kind::Error,
            value: None,
            error: Some(error.to_owned()),
            reads,
            replays: Vec::new(),
            message_mentions,
            cause_mentions: None,
        }
    }
}

impl Hydration {
    /// One successful read by URI into a parameter with these options.
    pub fn by_uri(
        uri: &str,
        content: Content,
        mime: Option<&str>,
        options: Value,
        expect: Expect,
    ) -> Result<Self, Fault> {
        let mut setup = json!({
            "param": "doc", "node": "consume", "fetcher": "present", "uri": uri, "reads": [],
        });
        if let (Value::Object(setup), Value::Object(options)) = (&mut setup, options) {
            setup.extend(options);
        }
        let mut setup: Setup = serde_json::from_value(setup).map_err(|error| error.to_string())?;
        setup.reads = vec![Read::Content { content, mime: mime.map(str::to_owned) }];
        Ok(Self {
            id: String::new(),
            group: String::new(),
            title: String::new(),
            setup,
            expect,
            contested: None,
            python_original_differs: None,
        })
    }
}
