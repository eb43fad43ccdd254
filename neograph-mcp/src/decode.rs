//! From what a server wrote to resource contents, leniently: an odd field costs itself and
//! nothing else.

use std::time::Duration;

use base64::{
    Engine as _,
    alphabet::{self, Alphabet},
    engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig},
};
use neograph_core::{
    BoxError,
    resource::{FetchTooLarge, Fetched, ResourceContent},
};
use serde_json::{Map, Value};

/// Padding is optional, and surplus bits are as harmless as they are common.
const fn engine(alphabet: &Alphabet) -> GeneralPurpose {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    GeneralPurpose::new(alphabet, config)
}

const STANDARD: GeneralPurpose = engine(&alphabet::STANDARD);
const URL_SAFE: GeneralPurpose = engine(&alphabet::URL_SAFE);

/// The contents in the result of a read, each body at most `max_bytes` long if it is a blob.
/// The error is a [`FetchTooLarge`], or says what is wrong.
pub(crate) fn contents(
    result: Value,
    uri: &str,
    max_bytes: Option<u64>,
) -> Result<Fetched, BoxError> {
    let Value::Object(mut result) = result else {
        return Err("the result is no object".into());
    };
    let ttl = result.get("ttlMs").and_then(milliseconds);
    let Some(Value::Array(parts)) = result.remove("contents") else {
        return Err("the result has no list of `contents`".into());
    };
    let count = parts.len();
    let mut contents = Vec::with_capacity(count);
    for part in parts {
        contents.extend(content(part, uri, max_bytes)?);
    }
    if contents.is_empty() && count > 0 {
        return Err("none of its `contents` has a `text` or a `blob`".into());
    }
    Ok(Fetched::new(contents).ttl(ttl))
}

fn content(
    part: Value,
    uri: &str,
    max_bytes: Option<u64>,
) -> Result<Option<ResourceContent>, BoxError> {
    let Value::Object(mut part) = part else { return Ok(None) };
    let uri = string(&mut part, "uri").unwrap_or_else(|| uri.to_owned());
    let mime = string(&mut part, "mimeType");
    let body = if let Some(text) = string(&mut part, "text") {
        text.into()
    } else if let Some(blob) = string(&mut part, "blob") {
        bytes(&blob, max_bytes)?.into()
    } else {
        return Ok(None);
    };
    Ok(Some(ResourceContent { uri, mime, body }))
}

fn string(part: &mut Map<String, Value>, key: &str) -> Option<String> {
    match part.remove(key) {
        Some(Value::String(text)) => Some(text),
        _ => None,
    }
}

/// The bytes of a blob, in either alphabet of base64, unless there would be too many.
fn bytes(blob: &str, max_bytes: Option<u64>) -> Result<Vec<u8>, BoxError> {
    let unbroken: String;
    let mut blob = blob.trim_ascii();
    if blob.contains(['\n', '\r']) {
        unbroken = blob.split(['\n', '\r']).collect();
        blob = &unbroken;
    }
    if let Some(limit) = max_bytes {
        let actual = decoded_length(blob);
        if actual > limit {
            return Err(Box::new(FetchTooLarge { actual, limit }));
        }
    }
    let decoded = STANDARD.decode(blob).or_else(|_| URL_SAFE.decode(blob));
    decoded.map_err(|error| format!("its `blob` is no base64: {error}").into())
}

fn decoded_length(blob: &str) -> u64 {
    let digits = blob.trim_end_matches('=').len() as u64;
    digits / 4 * 3 + digits % 4 * 3 / 4
}

fn milliseconds(value: &Value) -> Option<Duration> {
    let seconds = value.as_f64().filter(|ms| *ms >= 0.0)? / 1_000.0;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use neograph_core::resource::{Body, FetchTooLarge, ResourceContent};
    use serde_json::{Value, json};

    use super::{bytes, contents};

    fn decoded(blob: &str) -> Vec<u8> {
        bytes(blob, None).unwrap()
    }

    #[test]
    fn blobs_are_read_in_both_alphabets_padded_or_not() {
        let expected = [0xfb, 0xef, 0xfd, 0xfb, 0xff, 0xfc];
        assert_eq!(decoded("++/9+//8"), expected);
        assert_eq!(decoded("--_9-__8"), expected);
        assert_eq!(decoded("_-79__8"), [0xff, 0xee, 0xfd, 0xff, 0xff]);
        assert_eq!(decoded("aGk="), b"hi");
        assert_eq!(decoded("aGk"), b"hi");
        assert_eq!(decoded("aG\r\nk=\n"), b"hi");
        assert_eq!(decoded(""), b"");
    }

    #[test]
    fn a_blob_that_is_no_base64_is_an_error() {
        for blob in ["@@@", "a", "+_+_", "aGk=aGk="] {
            assert!(bytes(blob, None).unwrap_err().to_string().contains("base64"), "{blob}");
        }
    }

    #[test]
    fn a_blob_over_the_limit_is_refused_with_its_exact_size() {
        assert_eq!(bytes("aGk=", Some(2)).unwrap(), b"hi");
        let error = bytes("aGVsbG8=", Some(4)).unwrap_err();
        assert_eq!(error.downcast_ref(), Some(&FetchTooLarge { actual: 5, limit: 4 }));
        // The size is known before the alphabet is looked at.
        assert!(bytes("@@@@@@@@", Some(1)).unwrap_err().is::<FetchTooLarge>());
    }

    #[test]
    fn odd_fields_cost_themselves_and_nothing_else() {
        let result = json!({ "ttlMs": 1.5, "cacheScope": "PUBLIC", "contents": [
            { "uri": "a:1", "mimeType": 7, "text": "" }, { "uri": "a:2" }, 3, { "blob": "aGk" },
        ] });
        let fetched = contents(result, "a:0", None).unwrap();
        assert_eq!(fetched.ttl, Some(Duration::from_micros(1_500)));
        let expected =
            [ResourceContent::text("a:1", None, ""), ResourceContent::bytes("a:0", None, "hi")];
        assert_eq!(fetched.contents, expected);
        assert_eq!(fetched.contents[1].body, Body::Bytes("hi".into()));
    }

    #[test]
    fn no_contents_is_not_the_same_as_none_that_can_be_read() {
        assert!(contents(json!({ "contents": [] }), "a:0", None).unwrap().contents.is_empty());
        for result in [json!({}), json!([]), Value::Null, json!({ "contents": [{}] })] {
            assert!(contents(result, "a:0", None).is_err());
        }
    }
}
