//! A typed, self-healing pointer to a resource.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// A resource that a tool's result linked to: what travels between nodes and is stored.
///
/// An immutable value: it is made when a link is lifted from a tool result, and healing
/// does not rewrite it. Nobody else can either:
///
/// ```compile_fail,E0616
/// # use neograph_core::resource::ResourceRef;
/// fn rewrite(link: &mut ResourceRef) {
///     link.uri = "crm://elsewhere".to_owned();
/// }
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ResourceRef {
    pub(super) uri: String,
    pub(super) kind: String,
    pub(super) server: String,
    pub(super) producing_call: ProducingCall,
    /// The link block as the tool emitted it: name, title, description, annotations, `_meta`.
    pub(super) link: Map<String, Value>,
}

/// The call that emitted a link, which can be made again when the link dies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProducingCall {
    pub(super) tool_name: String,
    pub(super) args: Map<String, Value>,
    pub(super) producer_idempotent: bool,
}

impl ResourceRef {
    /// The URI, byte for byte as the tool emitted it.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    /// What the resource is in the domain, by which a parameter asks for it.
    pub fn kind(&self) -> &str {
        &self.kind
    }

    /// The key of the server whose tool emitted the link.
    pub fn server(&self) -> &str {
        &self.server
    }

    /// The call that emitted the link.
    pub fn producing_call(&self) -> &ProducingCall {
        &self.producing_call
    }

    /// The link's name, as the tool gave it.
    pub fn name(&self) -> Option<&str> {
        self.text("name")
    }

    /// The link's title for people.
    pub fn title(&self) -> Option<&str> {
        self.text("title")
    }

    /// The link's description.
    pub fn description(&self) -> Option<&str> {
        self.text("description")
    }

    /// The media type the link announces; the read decides.
    pub fn mime(&self) -> Option<&str> {
        self.text("mimeType")
    }

    /// The size in bytes the link announces.
    pub fn size(&self) -> Option<u64> {
        let size = self.link.get("size")?;
        size.as_u64().or_else(|| whole(size.as_f64()?))
    }

    /// The link's annotations, as the tool gave them.
    pub fn annotations(&self) -> Option<&Value> {
        self.link.get("annotations")
    }

    /// The link's `_meta`, as the tool gave it.
    pub fn meta(&self) -> Option<&Value> {
        self.link.get("_meta")
    }

    fn text(&self, key: &str) -> Option<&str> {
        self.link.get(key)?.as_str()
    }
}

impl ProducingCall {
    /// A call of a tool, and whether the tool was declared idempotent.
    pub fn new(tool_name: impl Into<String>, args: Map<String, Value>, idempotent: bool) -> Self {
        Self { tool_name: tool_name.into(), args, producer_idempotent: idempotent }
    }

    /// The tool's name on its server.
    pub fn tool_name(&self) -> &str {
        &self.tool_name
    }

    /// The arguments of the call.
    pub fn args(&self) -> &Map<String, Value> {
        &self.args
    }

    /// Whether the tool was declared idempotent, so that the call may be made again.
    pub fn producer_idempotent(&self) -> bool {
        self.producer_idempotent
    }
}

/// Some servers spell a size as `2048.0`.
fn whole(size: f64) -> Option<u64> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked before")]
    (size >= 0.0 && size.fract() == 0.0 && size < 9.0e15).then_some(size as u64)
}
