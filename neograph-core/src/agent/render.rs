//! A tool's answer as a model reads it.

use std::fmt::Write as _;

use serde_json::Value;

use crate::resource::ResourceRef;

/// The text of a raw result without its links. Whatever is no text leaves a trace.
pub(super) fn text(content: &Value) -> String {
    let blocks = match content {
        Value::Array(blocks) => blocks,
        Value::Object(object) => match object.get("content").and_then(Value::as_array) {
            Some(blocks) => blocks,
            None => return content.to_string(),
        },
        Value::String(text) => return text.clone(),
        Value::Null => return String::new(),
        other => return other.to_string(),
    };
    let texts: Vec<String> = blocks.iter().filter_map(block).collect();
    texts.join("\n")
}

fn block(block: &Value) -> Option<String> {
    let field = |name: &str| block.get(name).and_then(Value::as_str);
    match field("type") {
        Some("resource_link") => None,
        Some("text") => Some(field("text").unwrap_or_default().to_owned()),
        Some("resource") => {
            let resource = block.get("resource")?;
            let inner = |name: &str| resource.get(name).and_then(Value::as_str);
            let uri = inner("uri").unwrap_or("a resource");
            Some(inner("text").map_or_else(|| format!("[resource {uri}]"), str::to_owned))
        }
        Some(kind) => {
            let mime = field("mimeType").map(|mime| format!(" {mime}")).unwrap_or_default();
            let text = field("text").map(|text| format!(": {text}")).unwrap_or_default();
            Some(format!("[{kind}{mime}]{text}"))
        }
        None => Some(block.to_string()),
    }
}

/// What the model sees of a call: its text, and a line for each link.
pub(super) fn message(text: &str, is_error: bool, refs: &[ResourceRef]) -> String {
    let mut message = if is_error { format!("error: {text}") } else { text.to_owned() };
    for link in refs {
        if !message.is_empty() {
            message.push('\n');
        }
        // Writing to a `String` cannot fail.
        write!(message, "[resource_link {}] {}", link.kind(), link.uri()).ok();
        if let Some(mime) = link.mime() {
            write!(message, " ({mime})").ok();
        }
        if let Some(description) = link.description() {
            write!(message, " {description}").ok();
        }
    }
    message
}
