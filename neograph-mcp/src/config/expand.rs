//! `${…}` in the values of a configuration file.

/// Why a value cannot be expanded.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unexpanded {
    /// A variable is not set and has no default.
    Unset(String),
    /// Something else is wrong with what stands between the braces.
    Wrong(String),
}

/// The value with each `${VAR}` and `${VAR:-default}` replaced. A variable that is set but
/// empty takes its default, as in a shell. `$VAR` without braces stays as it is.
pub(super) fn expand(
    value: &str,
    variable: impl Fn(&str) -> Result<Option<String>, String>,
) -> Result<String, Unexpanded> {
    let mut expanded = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once("${") {
        expanded.push_str(before);
        let Some((inside, after)) = after.split_once('}') else {
            return Err(Unexpanded::Wrong(
                "has a `${` without a `}` after it; close it".to_owned(),
            ));
        };
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        let set = variable(name).map_err(Unexpanded::Wrong)?;
        match (set.filter(|value| default.is_none() || !value.is_empty()), default) {
            (Some(value), _) => expanded.push_str(&value),
            (None, Some(default)) => expanded.push_str(default),
            (None, None) => return Err(Unexpanded::Unset(name.to_owned())),
        }
        rest = after;
    }
    expanded.push_str(rest);
    Ok(expanded)
}

/// Whether this can be the name of an environment variable.
pub(super) fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::{Unexpanded, expand, is_name};

    fn expanded(value: &str) -> Result<String, Unexpanded> {
        expand(value, |name| match name {
            "A" => Ok(Some("1".to_owned())),
            "EMPTY" => Ok(Some(String::new())),
            name if is_name(name) => Ok(None),
            name => Err(format!("`{name}` is no name")),
        })
    }

    #[test]
    fn variables_take_their_values_and_defaults() {
        for (value, expected) in [
            ("", ""),
            ("plain $A {A} $", "plain $A {A} $"),
            ("${A}${A}", "11"),
            ("x-${B:-two}-y", "x-two-y"),
            ("${A:-two}", "1"),
            ("${B:-}", ""),
            ("${EMPTY:-two}", "two"),
            ("${EMPTY}", ""),
            ("${B:-http://h:1/}", "http://h:1/"),
        ] {
            assert_eq!(expanded(value), Ok(expected.to_owned()), "{value}");
        }
    }

    #[test]
    fn what_cannot_be_expanded_is_told() {
        assert_eq!(expanded("Bearer ${B}"), Err(Unexpanded::Unset("B".to_owned())));
        for value in ["${A", "${input:key}", "${}"] {
            assert!(matches!(expanded(value), Err(Unexpanded::Wrong(_))), "{value}");
        }
    }
}
