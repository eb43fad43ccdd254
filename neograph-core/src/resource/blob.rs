//! Opaque content, typed.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Body, ResourceContent};

/// A resource without a schema: either `text` or `base64` is set.
///
/// As the type of a resource parameter or of a `#[resource_reader]` it takes content of
/// any media type as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BlobResult {
    /// The URI of the content.
    pub uri: String,
    /// The media type, if the server named one.
    pub mime: Option<String>,
    /// The content, when it is text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The content in base64, when it is bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base64: Option<String>,
    /// The size in decoded bytes.
    pub size: u64,
}

impl From<ResourceContent> for BlobResult {
    fn from(content: ResourceContent) -> Self {
        let size = content.size();
        let (text, base64) = match content.body {
            Body::Text(text) => (Some(text), None),
            Body::Bytes(bytes) => (None, Some(STANDARD.encode(bytes))),
        };
        Self { uri: content.uri, mime: content.mime, text, base64, size }
    }
}
