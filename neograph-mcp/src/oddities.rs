//! What is odd about an answer, one sentence each. Nothing here changes the answer.

use std::collections::HashSet;

use serde_json::{Map, Value};

/// What is odd about the result of a tool call.
pub(crate) fn of_call(result: &Map<String, Value>) -> Vec<String> {
    let mut odd = Vec::new();
    if let Some(flag) = result.get("isError").filter(|flag| !flag.is_boolean() && !flag.is_null()) {
        odd.push(format!("`isError` is `{}`; the result counts as none", short(flag)));
    }
    match result.get("content") {
        Some(Value::Array(blocks)) => {
            for (place, block) in blocks.iter().enumerate() {
                of_block(place, block, &mut odd);
            }
        }
        None | Some(Value::Null) if result.get("structuredContent").is_none() => {
            odd.push("the result has neither `content` nor `structuredContent`".to_owned());
        }
        None | Some(Value::Null) => {}
        Some(other) => odd.push(format!("`content` is `{}` and no list", short(other))),
    }
    odd
}

fn of_block(place: usize, block: &Value, odd: &mut Vec<String>) {
    let Some(block) = block.as_object() else {
        odd.push(format!("block {place} is `{}`; it is kept as it is", short(block)));
        return;
    };
    match block.get("type").and_then(Value::as_str) {
        Some("text") if !block.get("text").is_some_and(Value::is_string) => {
            odd.push(format!("block {place} is a `text` without any; it says nothing"));
        }
        Some("resource") if !block.get("resource").is_some_and(Value::is_object) => {
            odd.push(format!("block {place} is a `resource` without any; it says nothing"));
        }
        Some("text" | "image" | "audio" | "resource") => {}
        Some("resource_link") => of_link(place, block, odd),
        Some(kind) => odd.push(format!("block {place} is a `{kind}`, which no revision knows")),
        None => odd.push(format!("block {place} has no `type`")),
    }
    if let Some(annotations) = block.get("annotations") {
        of_annotations(&format!("block {place}"), annotations, odd);
    }
}

fn of_link(place: usize, link: &Map<String, Value>, odd: &mut Vec<String>) {
    let text = |field: &str| link.get(field).and_then(Value::as_str);
    if text("uri").is_none_or(str::is_empty) {
        odd.push(format!("link {place} has no `uri`; it is no reference"));
    }
    if text("name").is_none_or(str::is_empty) {
        odd.push(format!("link {place} has no `name`; its kind is the scheme of its URI"));
    }
    if let Some(size) = link.get("size").filter(|size| !size.is_u64() && !size.is_null()) {
        odd.push(format!("link {place} has the size `{}`", short(size)));
    }
    if let Some(mime) = link.get("mimeType").filter(|mime| !mime.is_string() && !mime.is_null()) {
        odd.push(format!("link {place} has the media type `{}`", short(mime)));
    }
}

fn of_annotations(owner: &str, annotations: &Value, odd: &mut Vec<String>) {
    let Some(annotations) = annotations.as_object() else {
        odd.push(format!("the annotations of {owner} are `{}`", short(annotations)));
        return;
    };
    let audience = annotations.get("audience").filter(|audience| !audience.is_null());
    let roles = audience.and_then(Value::as_array);
    if let Some(audience) = audience.filter(|audience| !audience.is_array()) {
        odd.push(format!("{owner} is for the audience `{}`, which is ignored", short(audience)));
    }
    for role in roles.into_iter().flatten() {
        if !matches!(role.as_str(), Some("user" | "assistant")) {
            odd.push(format!("{owner} is for the audience `{}`, which is ignored", short(role)));
        }
    }
    if let Some(priority) = annotations.get("priority")
        && !priority.as_f64().is_some_and(|priority| (0.0..=1.0).contains(&priority))
    {
        odd.push(format!("{owner} has the priority `{}`, which is ignored", short(priority)));
    }
}

/// What is odd about the result of a read, beside contents that cannot be used.
pub(crate) fn of_read(result: &Map<String, Value>) -> Vec<String> {
    let mut odd = Vec::new();
    if let Some(ttl) = result.get("ttlMs").filter(|ttl| !ttl.is_u64() && !ttl.is_null()) {
        odd.push(format!("`ttlMs` is `{}`", short(ttl)));
    }
    if let Some(scope) = result.get("cacheScope").filter(|scope| !scope.is_null())
        && !matches!(scope.as_str(), Some("public" | "private"))
    {
        odd.push(format!("`cacheScope` is `{}`, which is ignored", short(scope)));
    }
    let parts = result.get("contents").and_then(Value::as_array);
    if parts.is_some_and(Vec::is_empty) {
        odd.push("the read gave no contents, which is no resource".to_owned());
    }
    for (place, part) in parts.into_iter().flatten().enumerate() {
        let Some(part) = part.as_object() else {
            odd.push(format!("content {place} is `{}`; it was left out", short(part)));
            continue;
        };
        if !part.get("text").is_some_and(Value::is_string)
            && !part.get("blob").is_some_and(Value::is_string)
        {
            odd.push(format!("content {place} has neither `text` nor `blob`; it was left out"));
        }
        if let Some(uri) = part.get("uri").filter(|uri| !uri.is_string() && !uri.is_null()) {
            let uri = short(uri);
            odd.push(format!("content {place} has the URI `{uri}`; the one that was read counts"));
        }
        if let Some(mime) = part.get("mimeType").filter(|mime| !mime.is_string() && !mime.is_null())
        {
            odd.push(format!("content {place} has the media type `{}`", short(mime)));
        }
        if let Some(annotations) = part.get("annotations") {
            of_annotations(&format!("content {place}"), annotations, &mut odd);
        }
    }
    odd
}

/// What is odd about a list of tools.
pub(crate) fn of_tools(tools: &[Value]) -> Vec<String> {
    let (mut odd, mut seen) = (Vec::new(), HashSet::new());
    for (place, tool) in tools.iter().enumerate() {
        let name = tool.get("name").and_then(Value::as_str);
        let Some(name) = name.filter(|name| !name.is_empty()) else {
            odd.push(format!("tool {place} has no name; it was left out"));
            continue;
        };
        if !seen.insert(name) {
            odd.push(format!("`{name}` is listed again; the first one counts"));
            continue;
        }
        if !tool.get("inputSchema").is_some_and(Value::is_object) {
            odd.push(format!("`{name}` has no `inputSchema`; it takes no arguments"));
        }
        let hints = tool.get("annotations").and_then(Value::as_object);
        for (hint, value) in hints.into_iter().flatten() {
            if hint.ends_with("Hint") && !value.is_boolean() && !value.is_null() {
                odd.push(format!("the `{hint}` of `{name}` is `{}`; it is none", short(value)));
            }
        }
    }
    odd
}

/// What is odd about a list of resource templates.
pub(crate) fn of_templates(templates: &[Value]) -> Vec<String> {
    let templates = templates.iter().enumerate();
    templates
        .filter(|(_, template)| !template.get("uriTemplate").is_some_and(Value::is_string))
        .map(|(place, _)| format!("template {place} has no `uriTemplate`; it was left out"))
        .collect()
}

/// A value that fits into a sentence.
pub(crate) fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    fn object(value: Value) -> Map<String, Value> {
        let Value::Object(object) = value else { panic!("{value}") };
        object
    }

    #[test]
    fn what_is_as_it_should_be_is_not_odd() {
        let call = json!({ "isError": false, "content": [
            { "type": "text", "text": "x", "annotations": { "audience": ["user"], "priority": 1 } },
            { "type": "resource_link", "uri": "a:1", "name": "a", "size": 3, "mimeType": "b/c" },
        ] });
        assert!(super::of_call(&object(call)).is_empty());
        let read = json!({ "ttlMs": 0, "cacheScope": "private", "contents": [
            { "uri": "a:1", "text": "" },
        ] });
        assert!(super::of_read(&object(read)).is_empty());
        let hints = json!({ "readOnlyHint": true, "title": "A" });
        let tools = [json!({ "name": "a", "inputSchema": {}, "annotations": hints })];
        assert!(super::of_tools(&tools).is_empty());
        assert!(super::of_templates(&[json!({ "uriTemplate": "a:{b}" })]).is_empty());
    }

    #[test]
    fn each_oddity_is_one_sentence() {
        let call = json!({ "isError": "yes", "content": [
            { "type": "hologram" }, 7, {}, { "type": "resource_link", "size": 12.0 },
            { "type": "text", "text": "", "annotations": { "audience": ["system"], "priority": 9 } },
        ] });
        assert_eq!(super::of_call(&object(call)).len(), 9);
        let read = json!({ "ttlMs": 1.5, "cacheScope": "PUBLIC", "contents": [{}, 3] });
        assert_eq!(super::of_read(&object(read)).len(), 4);
        assert_eq!(super::of_read(&object(json!({ "contents": [] }))).len(), 1);
        let read = json!({ "contents": [{ "uri": 7, "text": "x", "annotations": { "audience": "user" } }] });
        assert_eq!(super::of_read(&object(read)).len(), 2);
        let call =
            json!({ "content": [{ "type": "text" }, { "type": "resource", "resource": 7 }] });
        assert_eq!(super::of_call(&object(call)).len(), 2);
        assert_eq!(super::of_call(&object(json!({}))).len(), 1);
        assert!(super::of_call(&object(json!({ "structuredContent": {} }))).is_empty());
        let tools = [
            json!({}),
            json!({ "name": "a", "annotations": { "idempotentHint": "yes" } }),
            json!({ "name": "a", "inputSchema": {} }),
        ];
        assert_eq!(super::of_tools(&tools).len(), 4);
        assert_eq!(super::of_templates(&[json!({ "name": "a" })]).len(), 1);
    }
}
