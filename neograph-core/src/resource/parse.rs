//! From contents to a parameter's type, by media type. No model is ever asked.

use std::any::{Any, TypeId, type_name};

use bytes::Bytes;
use mediatype::{MediaType, names};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{BlobResult, ResourceContent};
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
    pub(crate) fn single(
        mut contents: Vec<ResourceContent>,
        target: &'static str,
    ) -> Result<ResourceContent, Self> {
        match contents.pop() {
            Some(content) if contents.is_empty() => Ok(content),
            last => Err(Self::SeveralContents {
                count: contents.len() + usize::from(last.is_some()),
                target,
            }),
        }
    }

    fn json<T>(
        error: &serde_path_to_error::Error<serde_json::Error>,
        content: &ResourceContent,
        assumed: bool,
    ) -> Self {
        let text = String::from_utf8_lossy(content.body.as_bytes());
        Self::Json {
            target: type_name::<T>(),
            path: error.path().to_string(),
            message: error.inner().to_string(),
            excerpt: excerpt(&text),
            assumed,
        }
    }
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
    mut contents: Vec<ResourceContent>,
    fallback_mime: Option<&str>,
) -> Result<T, ParseError> {
    for content in &mut contents {
        content.assume_mime(fallback_mime);
    }
    if contents.len() > 1 {
        return parse_several(&contents);
    }
    let content = ParseError::single(contents, type_name::<T>())?;
    match opaque::<T>(&content)? {
        Some(value) => Ok(value),
        None => parse_json(&content),
    }
}

/// Types that take a content as it is: strings, bytes and blobs, also inside an `Option`.
fn opaque<T: 'static>(content: &ResourceContent) -> Result<Option<T>, ParseError> {
    let target = TypeId::of::<T>();
    let text = || content.body.as_text().map(str::to_owned).map_err(ParseError::NotUtf8);
    let bytes = || Bytes::copy_from_slice(content.body.as_bytes());
    let blob = || BlobResult::from(content.clone());
    let value: Box<dyn Any> = if target == TypeId::of::<String>() {
        Box::new(text()?)
    } else if target == TypeId::of::<Option<String>>() {
        Box::new(Some(text()?))
    } else if target == TypeId::of::<Vec<u8>>() {
        Box::new(bytes().to_vec())
    } else if target == TypeId::of::<Option<Vec<u8>>>() {
        Box::new(Some(bytes().to_vec()))
    } else if target == TypeId::of::<Bytes>() {
        Box::new(bytes())
    } else if target == TypeId::of::<Option<Bytes>>() {
        Box::new(Some(bytes()))
    } else if target == TypeId::of::<BlobResult>() {
        Box::new(blob())
    } else if target == TypeId::of::<Option<BlobResult>>() {
        Box::new(Some(blob()))
    } else {
        return Ok(None);
    };
    Ok(value.downcast().ok().map(|value| *value))
}

fn parse_json<T: DeserializeOwned>(content: &ResourceContent) -> Result<T, ParseError> {
    let assumed = json_is_assumed::<T>(content)?;
    let bytes = content.body.as_bytes();
    if let Err(error) = content.body.as_text() {
        return Err(ParseError::NotUtf8(error));
    }
    let mut source = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut source)
        .map_err(|error| ParseError::json::<T>(&error, content, assumed))?;
    source.end().map_err(|error| ParseError::Json {
        target: type_name::<T>(),
        path: ".".to_owned(),
        message: error.to_string(),
        excerpt: excerpt(&String::from_utf8_lossy(bytes)),
        assumed,
    })?;
    Ok(value)
}

/// Several contents fit a sequence of what each is by itself.
fn parse_several<T: DeserializeOwned + 'static>(
    contents: &[ResourceContent],
) -> Result<T, ParseError> {
    let several = ParseError::SeveralContents { count: contents.len(), target: type_name::<T>() };
    if opaque::<T>(&ResourceContent::text("", None, ""))?.is_some() {
        return Err(several);
    }
    let as_blobs: Vec<BlobResult> = contents.iter().cloned().map(BlobResult::from).collect();
    let blobs: Box<dyn Any> = Box::new(as_blobs);
    if let Ok(blobs) = blobs.downcast::<T>() {
        return Ok(*blobs);
    }
    let items = contents.iter().map(item::<T>).collect::<Result<Vec<Value>, _>>()?;
    if serde_json::from_value::<T>(Value::Array(Vec::new())).is_err() {
        return Err(several);
    }
    serde_path_to_error::deserialize(Value::Array(items)).map_err(|error| {
        contents.first().map_or(several, |first| ParseError::json::<T>(&error, first, false))
    })
}

fn item<T>(content: &ResourceContent) -> Result<Value, ParseError> {
    if content.mime().is_some_and(is_text) {
        return Ok(Value::String(content.body.as_text().map_err(ParseError::NotUtf8)?.to_owned()));
    }
    let assumed = json_is_assumed::<T>(content)?;
    let mut source = serde_json::Deserializer::from_slice(content.body.as_bytes());
    serde_path_to_error::deserialize(&mut source)
        .map_err(|error| ParseError::json::<T>(&error, content, assumed))
}

/// Whether the content counts as JSON only because it has no media type.
fn json_is_assumed<T>(content: &ResourceContent) -> Result<bool, ParseError> {
    match content.mime() {
        None => Ok(true),
        Some(mime) if is_json(mime) => Ok(false),
        Some(mime) => {
            Err(ParseError::UnsupportedMime { mime: mime.to_owned(), target: type_name::<T>() })
        }
    }
}

fn is_json(mime: &str) -> bool {
    MediaType::parse(mime.trim()).is_ok_and(|mime| {
        mime.suffix == Some(names::JSON)
            || (mime.ty == names::APPLICATION && mime.subty == names::JSON)
    })
}

fn is_text(mime: &str) -> bool {
    MediaType::parse(mime.trim()).is_ok_and(|mime| mime.ty == names::TEXT)
}
