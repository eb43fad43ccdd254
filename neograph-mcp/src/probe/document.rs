//! Things as JSON.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use neograph_core::{
    resource::{Body, ResourceContent},
    tool::ToolSpec,
};
use serde_json::{Value, json};

use crate::TemplateListing;

pub(super) fn tool(spec: &ToolSpec) -> Value {
    json!({
        "name": spec.name,
        "qualified_name": spec.qualified_name(),
        "description": spec.description,
        "idempotent": spec.idempotent,
        "input_schema": spec.input_schema,
    })
}

pub(super) fn template(template: &TemplateListing) -> Value {
    json!({
        "uri_template": template.uri_template,
        "name": template.name,
        "description": template.description,
        "mime": template.mime,
    })
}

pub(super) fn content(content: &ResourceContent) -> Value {
    let mut document = json!({
        "uri": content.uri,
        "mime": content.mime(),
        "size": content.size(),
    });
    match &content.body {
        Body::Text(text) => document["text"] = json!(text),
        Body::Bytes(bytes) => document["base64"] = json!(STANDARD.encode(bytes)),
    }
    document
}

/// The text of a result without its links. Whatever is no text leaves a trace.
pub(super) fn text(result: &Value) -> String {
    let blocks = result.get("content").and_then(Value::as_array);
    let texts: Vec<_> = blocks.into_iter().flatten().filter_map(block).collect();
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
            let uri = inner("uri").unwrap_or("without a URI");
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
