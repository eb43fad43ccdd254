//! From contents to a parameter's type, by media type. No model is ever asked.

use std::any::{Any, TypeId, type_name};

use bytes::Bytes;
use mediatype::{MediaType, names};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{BlobResult, ResourceContent, sequence};
use crate::BoxError;

/// Why a content does not fit a parameter's type.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ParseError {
    /// The media type has no rule for the type.
    #[error(
        "media type `{mime}` cannot be parsed into `{target}`; give the parameter `parse = f` \
         with `fn f(ResourceContent) -> Result<{target}, _>`, or take a `String`"
    )]
    UnsupportedMime {
        /// The media type.
        mime: String,
        /// The parameter's type.
        target: &'static str,
    },
    /// JSON that is malformed or does not fit.
    #[error("JSON does not fit `{target}` at `{path}`: {message}{}; it starts with `{excerpt}`", no_mime(*.assumed))]
    Json {
        /// The parameter's type.
        target: &'static str,
        /// The JSON path of the fault; `.` is the document.
        path: String,
        /// What serde says.
        message: String,
        /// The beginning of the content.
        excerpt: String,
        /// The line of the fault, from 1.
        line: usize,
        /// Its column.
        column: usize,
        /// Whether JSON was assumed because the server named no media type.
        assumed: bool,
    },
    /// Bytes where text was wanted.
    #[error("the content is no UTF-8 text; take a `Vec<u8>` or a `BlobResult`")]
    NotUtf8(#[source] std::str::Utf8Error),
    /// Several contents where one was wanted.
    #[error("the read returned {count} contents, and `{target}` takes one; take a `Vec` of them")]
    SeveralContents {
        /// How many there are.
        count: usize,
        /// The parameter's type.
        target: &'static str,
    },
    /// The parameter's own parser refused.
    #[error("the parser refused the content: {0}")]
    Parser(#[source] BoxError),
}

fn no_mime(assumed: bool) -> &'static str {
    if assumed { " (the server named no media type, so JSON was assumed)" } else { "" }
}

impl ParseError {
    pub(crate) fn single<'a>(
        contents: &'a [ResourceContent],
        target: &'static str,
    ) -> Result<&'a ResourceContent, Self> {
        match contents {
            [content] => Ok(content),
            _ => Err(Self::SeveralContents { count: contents.len(), target }),
        }
    }

    /// The same for a store, which holds no byte of a content: neither serde's words, which
    /// quote values, nor the path, which has the keys of maps in it.
    pub(crate) fn without_content(&self) -> String {
        match self {
            Self::Json { target, line, column, .. } => {
                format!("JSON does not fit `{target}` at line {line}, column {column}")
            }
            other => other.to_string(),
        }
    }

    fn json<T>(path: String, error: &serde_json::Error, text: &str, assumed: bool) -> Self {
        Self::Json {
            target: type_name::<T>(),
            path,
            message: error.to_string(),
            excerpt: excerpt(text),
            line: error.line(),
            column: error.column(),
            assumed,
        }
    }
}

/// What an error says, without what it quotes of a resource: the text is stored.
pub(crate) fn without_content(error: &(dyn std::error::Error + 'static)) -> String {
    let mut text = error.to_string();
    let mut cause = Some(error);
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<ParseError>() {
            text = text.replace(&error.to_string(), &error.without_content());
        }
        cause = error.source();
    }
    text
}

/// The first characters of a text, on one line.
pub(crate) fn excerpt(text: &str) -> String {
    const CHARS: usize = 60;
    let mut excerpt: String =
        text.chars().take(CHARS).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(CHARS).is_some() {
        excerpt.push('…');
    }
    excerpt
}

/// Parses the contents of one read. `fallback_mime` counts where the server names none.
pub(crate) fn parse_contents<T: DeserializeOwned + 'static>(
    contents: &[ResourceContent],
    fallback_mime: Option<&str>,
) -> Result<T, ParseError> {
    let typed = |content| Typed { content, fallback_mime };
    if let [_, _, ..] = contents {
        let contents: Vec<Typed<'_>> = contents.iter().map(typed).collect();
        return parse_several(&contents);
    }
    let content = typed(ParseError::single(contents, type_name::<T>())?);
    if let Some(value) = opaque::<T>(content)? {
        return Ok(value);
    }
    if let Some(blobs) = blobs::<T>(&[content]) {
        return Ok(blobs);
    }
    let one = parse_json(content);
    // A sequence that is not in the content is one of contents, of which there is one.
    match one {
        Err(error) if sequence::is_one::<T>() => listed(&[content]).map_err(|_| error),
        one => one,
    }
}

/// A content with the media type to assume for it. It is never copied as a whole: it may be
/// large, and others of the run may read it too.
#[derive(Clone, Copy)]
struct Typed<'a> {
    content: &'a ResourceContent,
    fallback_mime: Option<&'a str>,
}

impl<'a> Typed<'a> {
    fn mime(self) -> Option<&'a str> {
        self.content.mime().or(self.fallback_mime)
    }

    fn bytes(self) -> &'a [u8] {
        self.content.body.as_bytes()
    }

    /// The text for a `String`: of text, and of JSON as it is.
    fn string<T>(self) -> Result<String, ParseError> {
        match self.mime() {
            Some(mime) if !is_text(mime) && !is_json(mime) => {
                Err(ParseError::UnsupportedMime { mime: mime.to_owned(), target: type_name::<T>() })
            }
            _ => Ok(self.text()?.to_owned()),
        }
    }

    fn text(self) -> Result<&'a str, ParseError> {
        self.content.body.as_text().map_err(ParseError::NotUtf8)
    }

    fn blob(self) -> BlobResult {
        let mut blob = BlobResult::from(self.content.clone());
        blob.mime = self.mime().map(str::to_owned);
        blob
    }

    /// Whether the content counts as JSON only because it has no media type.
    fn json_is_assumed<T>(self) -> Result<bool, ParseError> {
        match self.mime() {
            None => Ok(true),
            Some(mime) if is_json(mime) => Ok(false),
            Some(mime) => {
                Err(ParseError::UnsupportedMime { mime: mime.to_owned(), target: type_name::<T>() })
            }
        }
    }
}

/// Types that take a content as it is: strings, bytes and blobs, also inside an `Option`.
fn opaque<T: 'static>(content: Typed<'_>) -> Result<Option<T>, ParseError> {
    let target = TypeId::of::<T>();
    let value: Box<dyn Any> = if target == TypeId::of::<String>() {
        Box::new(content.string::<T>()?)
    } else if target == TypeId::of::<Option<String>>() {
        Box::new(Some(content.string::<T>()?))
    } else if target == TypeId::of::<Vec<u8>>() {
        Box::new(content.bytes().to_vec())
    } else if target == TypeId::of::<Option<Vec<u8>>>() {
        Box::new(Some(content.bytes().to_vec()))
    } else if target == TypeId::of::<Bytes>() {
        Box::new(Bytes::copy_from_slice(content.bytes()))
    } else if target == TypeId::of::<Option<Bytes>>() {
        Box::new(Some(Bytes::copy_from_slice(content.bytes())))
    } else if target == TypeId::of::<BlobResult>() {
        Box::new(content.blob())
    } else if target == TypeId::of::<Option<BlobResult>>() {
        Box::new(Some(content.blob()))
    } else {
        return Ok(None);
    };
    Ok(value.downcast().ok().map(|value| *value))
}

fn parse_json<T: DeserializeOwned>(content: Typed<'_>) -> Result<T, ParseError> {
    let assumed = content.json_is_assumed::<T>()?;
    let text = content.text()?;
    serde_json::from_str(text).map_err(|error| {
        // Only a failure is read again, slowly, to say where it is.
        let mut source = serde_json::Deserializer::from_str(text);
        let path = match serde_path_to_error::deserialize::<_, T>(&mut source) {
            Err(error) => error.path().to_string(),
            Ok(_) => ".".to_owned(),
        };
        ParseError::json::<T>(path, &error, text, assumed)
    })
}

/// Several contents fit a sequence of what each is by itself.
fn parse_several<T: DeserializeOwned + 'static>(contents: &[Typed<'_>]) -> Result<T, ParseError> {
    let several = ParseError::SeveralContents { count: contents.len(), target: type_name::<T>() };
    let empty = ResourceContent::text("", None, "");
    if opaque::<T>(Typed { content: &empty, fallback_mime: None })?.is_some() {
        return Err(several);
    }
    if let Some(blobs) = blobs::<T>(contents) {
        return Ok(blobs);
    }
    if !sequence::may_be_one::<T>() {
        return Err(several);
    }
    listed(contents)
}

/// A list of contents as they are.
fn blobs<T: 'static>(contents: &[Typed<'_>]) -> Option<T> {
    if TypeId::of::<T>() != TypeId::of::<Vec<BlobResult>>() {
        return None;
    }
    let blobs: Vec<BlobResult> = contents.iter().map(|content| content.blob()).collect();
    let blobs: Box<dyn Any> = Box::new(blobs);
    blobs.downcast().ok().map(|blobs| *blobs)
}

/// The sequence of what each content is by itself.
fn listed<T: DeserializeOwned>(contents: &[Typed<'_>]) -> Result<T, ParseError> {
    let items = contents.iter().map(|content| item(*content)).collect::<Result<Vec<Value>, _>>()?;
    let items = Value::Array(items);
    serde_path_to_error::deserialize(&items).map_err(|error| {
        let path = error.path().to_string();
        ParseError::json::<T>(path, error.inner(), &items.to_string(), false)
    })
}

/// What one of several contents is by itself: text is a string, JSON what it says.
fn item(content: Typed<'_>) -> Result<Value, ParseError> {
    if content.mime().is_some_and(is_text) {
        return Ok(Value::String(content.text()?.to_owned()));
    }
    parse_json(content)
}

fn is_json(mime: &str) -> bool {
    MediaType::parse(mime.trim()).is_ok_and(|mime| {
        mime.suffix == Some(names::JSON)
            || (mime.suffix.is_none() && mime.ty == names::APPLICATION && mime.subty == names::JSON)
    })
}

fn is_text(mime: &str) -> bool {
    MediaType::parse(mime.trim()).is_ok_and(|mime| mime.ty == names::TEXT)
}
