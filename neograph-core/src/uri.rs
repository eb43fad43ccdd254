//! URI templates (RFC 6570, levels 1 to 4) and the two parts of a URI that matter here.
//!
//! URIs are never normalised: what a server emitted is sent back byte for byte.

use neograph_uri::Template;
use serde_json::{Map, Value};
use uri_template::{HashValues, UriTemplate};

type Expandable = uri_template::Value<'static, 'static>;

/// A template that cannot be expanded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("URI template `{template}` is malformed: {reason}")]
pub struct TemplateError {
    /// The template.
    pub template: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Expands a URI template.
///
/// Strings, numbers and booleans expand in their JSON spelling, lists and objects as RFC
/// 6570 says; `null` and absent variables are undefined, so that `{?from,to}` collapses.
///
/// ```
/// # use serde_json::json;
/// let values = json!({ "deal": "D 1", "to": 7 });
/// let uri = neograph_core::uri::expand("crm://deals/{deal}/mails{?from,to}", values.as_object().unwrap())?;
/// assert_eq!(uri, "crm://deals/D%201/mails?to=7");
/// # Ok::<_, neograph_core::uri::TemplateError>(())
/// ```
pub fn expand(template: &str, values: &Map<String, Value>) -> Result<String, TemplateError> {
    let malformed = |reason: String| TemplateError { template: template.to_owned(), reason };
    // The scanner is stricter than the library: what is refused where a template is declared
    // is refused here too.
    Template::parse(template).map_err(|fault| malformed(fault.reason))?;
    let parsed =
        UriTemplate::new(template.to_owned()).map_err(|error| malformed(error.to_string()))?;
    let mut given = HashValues::new();
    for (name, value) in values {
        if let Some(value) = template_value(value) {
            given.insert(name.clone(), value);
        }
    }
    parsed.expand(&given).map_err(|error| malformed(error.to_string()))
}

/// The names of a template's variables in its order, each once.
///
/// # Errors
///
/// [`TemplateError`] for a malformed template.
///
/// ```
/// let names = neograph_core::uri::variables("crm://{id}/{id}{?from}")?;
/// assert_eq!(names, ["id", "from"]);
/// # Ok::<_, neograph_core::uri::TemplateError>(())
/// ```
pub fn variables(template: &str) -> Result<Vec<String>, TemplateError> {
    let parsed = Template::parse(template)
        .map_err(|fault| TemplateError { template: template.to_owned(), reason: fault.reason })?;
    let mut names: Vec<String> = Vec::new();
    for variable in parsed.variables {
        if !names.contains(&variable.name) {
            names.push(variable.name);
        }
    }
    Ok(names)
}

fn template_value(value: &Value) -> Option<Expandable> {
    match value {
        Value::Null => None,
        Value::Array(items) => {
            Some(items.iter().filter_map(scalar).collect::<Vec<String>>().into())
        }
        Value::Object(fields) => Some(Expandable::Keys(
            fields
                .iter()
                .filter_map(|(key, value)| Some((key.clone().into(), scalar(value)?.into())))
                .collect(),
        )),
        value => scalar(value).map(Expandable::from),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        value => Some(value.to_string()),
    }
}

/// The first variable in the path that the values leave undefined, and so a hole in it. What is not
/// among them is told of elsewhere.
pub(crate) fn hole<'a>(template: &'a Template, values: &Map<String, Value>) -> Option<&'a str> {
    let mut variables = template.variables.iter().filter(|variable| variable.leaves_hole);
    let undefined = variables.find(|variable| values.get(&variable.name).is_some_and(is_undefined));
    undefined.map(|variable| variable.name.as_str())
}

/// Whether RFC 6570 calls a value undefined. An empty text is defined, and empty.
pub(crate) fn is_undefined(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// The part before `://` or `:`, if it is a scheme.
pub(crate) fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let mut chars = scheme.chars();
    let first = chars.next()?.is_ascii_alphabetic();
    (first && chars.all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))).then_some(scheme)
}

/// The part between `://` and the next `/`, `?` or `#`, if there is one.
pub(crate) fn authority(uri: &str) -> Option<&str> {
    scheme(uri)?;
    let (_, rest) = uri.split_once("://")?;
    let authority = rest.split(['/', '?', '#']).next()?;
    (!authority.is_empty()).then_some(authority)
}

/// The server that a URI names itself, where nobody names one: its authority, else its scheme.
pub(crate) fn server(uri: &str) -> Option<&str> {
    authority(uri).or_else(|| scheme(uri))
}
