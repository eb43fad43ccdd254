//! What a read returns.

use bytes::Bytes;

/// One content of a resource, as the server sent it, decoded from its transport.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceContent {
    /// The URI that the server gives this content; not always the one that was asked for.
    pub uri: String,
    /// The media type the server names; `None` or empty when it names none.
    pub mime: Option<String>,
    /// The content itself.
    pub body: Body,
}

/// Text or bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Body {
    /// Text in UTF-8.
    Text(String),
    /// Bytes, already decoded from base64.
    Bytes(Bytes),
}

impl ResourceContent {
    /// A text content.
    pub fn text(uri: impl Into<String>, mime: Option<&str>, text: impl Into<String>) -> Self {
        Self { uri: uri.into(), mime: mime.map(str::to_owned), body: Body::Text(text.into()) }
    }

    /// A binary content.
    pub fn bytes(uri: impl Into<String>, mime: Option<&str>, bytes: impl Into<Bytes>) -> Self {
        Self { uri: uri.into(), mime: mime.map(str::to_owned), body: Body::Bytes(bytes.into()) }
    }

    /// The media type, if the server names one.
    pub fn mime(&self) -> Option<&str> {
        self.mime.as_deref().filter(|mime| !mime.trim().is_empty())
    }

    /// The size in decoded bytes.
    pub fn size(&self) -> u64 {
        self.body.as_bytes().len() as u64
    }

    pub(crate) fn assume_mime(&mut self, fallback: Option<&str>) {
        if self.mime().is_none() {
            self.mime = fallback.map(str::to_owned);
        }
    }
}

impl Body {
    /// The content as bytes; text is UTF-8.
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }

    /// The content as text, unless it is bytes that are no UTF-8.
    pub fn as_text(&self) -> Result<&str, std::str::Utf8Error> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Bytes(bytes) => std::str::from_utf8(bytes),
        }
    }
}

impl From<String> for Body {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Body {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<Vec<u8>> for Body {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes.into())
    }
}

impl From<Bytes> for Body {
    fn from(bytes: Bytes) -> Self {
        Self::Bytes(bytes)
    }
}
