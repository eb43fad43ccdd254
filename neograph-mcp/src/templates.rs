//! Whether a URI may be what a template expands to.

use regex_lite::{Regex, escape};

/// Whether a URI may be an expansion of a template (RFC 6570). Values of several shapes are
/// taken for possible; a template that is none matches nothing.
pub(crate) fn matches(template: &str, uri: &str) -> bool {
    pattern(template).is_some_and(|pattern| pattern.is_match(uri))
}

fn pattern(template: &str) -> Option<Regex> {
    let mut pattern = "^".to_owned();
    let mut rest = template;
    while let Some((literal, after)) = rest.split_once('{') {
        let (expression, after) = after.split_once('}')?;
        pattern.push_str(&escape(literal));
        pattern.push_str(values(expression)?);
        rest = after;
    }
    pattern.push_str(&escape(rest));
    pattern.push('$');
    Regex::new(&pattern).ok()
}

/// What an expression expands to.
fn values(expression: &str) -> Option<&'static str> {
    let explodes = expression.ends_with('*');
    Some(match expression.bytes().next()? {
        b'+' => "(?s:.*)",
        b'#' => "(?:#(?s:.*))?",
        b'.' => r"(?:\.[^/?#]*)?",
        b'/' => "(?:/[^?#]*)?",
        b';' => "(?:;[^/?#]*)?",
        b'?' => r"(?:\?[^#]*)?",
        b'&' => "(?:&[^#]*)?",
        // Some servers let `{path*}` run over slashes.
        _ if explodes => "[^?#]*",
        _ => "[^/?#]*",
    })
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn a_uri_matches_the_templates_it_may_come_from() {
        for (template, uri) in [
            ("crm://deals/{id}", "crm://deals/D1"),
            ("crm://deals/{id}", "crm://deals/"),
            ("crm://deals/{id}{?a,b}", "crm://deals/D1?b=1"),
            ("crm://deals/{id}{?a,b}", "crm://deals/D1"),
            ("file:///{+path}", "file:///a/b/c?d#e"),
            ("file:///{path*}", "file:///a/b/c"),
            ("a://b{/c*}{#d}", "a://b/c/d#e"),
            ("a://(.*)", "a://(.*)"),
        ] {
            assert!(matches(template, uri), "{template} {uri}");
        }
    }

    #[test]
    fn a_uri_does_not_match_what_it_cannot_come_from() {
        for (template, uri) in [
            ("crm://deals/{id}", "crm://deals/D1/mails"),
            ("crm://deals/{id}", "crm://deals/D1?a=1"),
            ("crm://deals/{id}", "CRM://deals/D1"),
            ("a://(.*)", "a://b"),
            ("a://{b", "a://{b"),
            ("a://{}", "a://"),
        ] {
            assert!(!matches(template, uri), "{template} {uri}");
        }
    }
}
