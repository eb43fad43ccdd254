//! From a tool's raw result to references.

use serde_json::{Map, Value};

use super::{ProducingCall, ResourceRef};

/// The links of one tool result, and what was odd about them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lifted {
    /// The references in the order of their blocks.
    pub refs: Vec<ResourceRef>,
    /// One sentence for each block that looks like a link and is none.
    pub oddities: Vec<String>,
}

/// Lifts every `resource_link` block of a tool's raw result into a [`ResourceRef`].
///
/// The result is a list of content blocks, an object with a `content` list, or anything
/// else, which holds no link. `server` is the server whose tool was called; a tool without
/// one takes the URI's authority, else its scheme.
///
/// ```
/// use neograph_core::resource::{ProducingCall, lift};
/// use serde_json::json;
///
/// let result = json!({ "content": [{
///     "type": "resource_link", "uri": "crm://deals/D1/emails", "name": "email-history",
/// }] });
/// let call = ProducingCall::new("get_deal", serde_json::Map::new(), true);
/// let refs = lift(&result, Some("crm"), &call).refs;
/// assert_eq!(refs[0].kind(), "email-history");
/// ```
pub fn lift(result: &Value, server: Option<&str>, call: &ProducingCall) -> Lifted {
    let mut lifted = Lifted::default();
    for block in blocks(result) {
        let Some(link) = block.as_object().filter(|block| is_link(block)) else {
            continue;
        };
        match link.get("uri").and_then(Value::as_str).filter(|uri| !uri.is_empty()) {
            Some(uri) => lifted.refs.push(reference(uri, link, server, call)),
            None => lifted.oddities.push(format!(
                "a `resource_link` of `{}` has no `uri`; it was left out of the manifest",
                call.tool_name
            )),
        }
    }
    lifted
}

/// The text of a raw tool result that says it is an error (`isError: true`), else `None`.
pub fn tool_error_text(result: &Value) -> Option<String> {
    if result.get("isError") != Some(&Value::Bool(true)) {
        return None;
    }
    let texts: Vec<&str> = blocks(result)
        .iter()
        .filter_map(|block| block.get("text").and_then(Value::as_str))
        .collect();
    Some(if texts.is_empty() { "the tool gave no reason".to_owned() } else { texts.join("\n") })
}

/// Whether a result holds links to lift.
pub(crate) fn holds_links(result: &Value) -> bool {
    blocks(result).iter().filter_map(Value::as_object).any(is_link)
}

fn blocks(result: &Value) -> &[Value] {
    result.as_array().or_else(|| result.get("content")?.as_array()).map_or(&[], Vec::as_slice)
}

fn is_link(block: &Map<String, Value>) -> bool {
    block.get("type").and_then(Value::as_str) == Some("resource_link")
}

fn reference(
    uri: &str,
    link: &Map<String, Value>,
    server: Option<&str>,
    call: &ProducingCall,
) -> ResourceRef {
    // `uri` has a field of its own, and `type` says nothing here.
    let link: Map<_, _> = link
        .iter()
        .filter(|(key, _)| !matches!(key.as_str(), "uri" | "type"))
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    ResourceRef {
        uri: uri.to_owned(),
        kind: kind(uri, &link),
        server: server.or_else(|| crate::uri::server(uri)).unwrap_or_default().to_owned(),
        producing_call: call.clone(),
        link,
    }
}

/// The link's name, else the URI's scheme, else `resource`.
fn kind(uri: &str, link: &Map<String, Value>) -> String {
    let name = link.get("name").and_then(Value::as_str).filter(|name| !name.is_empty());
    name.or_else(|| crate::uri::scheme(uri)).unwrap_or("resource").to_owned()
}
