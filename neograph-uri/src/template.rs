//! The scanner: `uri-template` expands templates and says whether one is well-formed; it does
//! not say which variables there are and where, so a scanner finds those.

use std::{fmt, ops::Range};

use uri_template::UriTemplate;

/// A well-formed template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Template {
    /// Every variable, in the order of the template; one that stands twice is there twice.
    pub variables: Vec<Variable>,
}

/// A variable of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variable {
    /// Its name.
    pub name: String,
    /// The bytes of the name in the template.
    pub place: Range<usize>,
    /// Whether it stands in a `{?…}` or `{&…}`, which vanish without a value.
    pub in_query: bool,
    /// Whether it stands in a plain `{…}` or a `{+…}`, which leave a hole without a value: what
    /// is around them stays.
    pub leaves_hole: bool,
}

impl Variable {
    /// The value that the variable is of: `deal` in `{deal.owner.id}`.
    #[must_use]
    pub fn root(&self) -> &str {
        self.name.split('.').next().unwrap_or(&self.name)
    }

    /// The fields of that value, from the outermost: `owner` and `id` in `{deal.owner.id}`.
    pub fn fields(&self) -> impl Iterator<Item = &str> {
        self.name.split('.').skip(1)
    }
}

/// Why a text is no template, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateFault {
    /// The bytes that are wrong.
    pub place: Range<usize>,
    /// What is wrong with them.
    pub reason: String,
}

impl fmt::Display for TemplateFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl std::error::Error for TemplateFault {}

impl TemplateFault {
    fn new(place: Range<usize>, reason: impl Into<String>) -> Self {
        Self { place, reason: reason.into() }
    }
}

impl Template {
    /// Reads a template.
    ///
    /// # Errors
    ///
    /// [`TemplateFault`] with the place, for whatever RFC 6570 does not allow.
    pub fn parse(text: &str) -> Result<Self, TemplateFault> {
        let mut variables = Vec::new();
        let mut rest = 0..text.len();
        while let Some(open) = find(text, &rest, ['{', '}']) {
            literal(text, rest.start..open)?;
            if text[open..].starts_with('}') {
                return Err(TemplateFault::new(open..open + 1, "this `}` closes nothing"));
            }
            let Some(close) = find(text, &(open + 1..text.len()), ['{', '}'])
                .filter(|close| text[*close..].starts_with('}'))
            else {
                return Err(TemplateFault::new(open..open + 1, "this `{` is never closed"));
            };
            expression(text, open + 1..close, &mut variables)?;
            rest = close + 1..text.len();
        }
        literal(text, rest)?;
        // The scanner finds what it can point at; the library has the last word.
        match UriTemplate::new(text.to_owned()) {
            Ok(_) => Ok(Self { variables }),
            Err(error) => {
                let reason = error.to_string().lines().next().unwrap_or_default().to_owned();
                Err(TemplateFault::new(0..text.len(), reason))
            }
        }
    }
}

fn find(text: &str, within: &Range<usize>, any: [char; 2]) -> Option<usize> {
    text[within.clone()].find(any).map(|at| at + within.start)
}

fn literal(text: &str, place: Range<usize>) -> Result<(), TemplateFault> {
    for (at, c) in text[place.clone()].char_indices().map(|(at, c)| (at + place.start, c)) {
        let place = at..at + c.len_utf8();
        if c.is_control() || " \"'<>\\^`|".contains(c) {
            return Err(TemplateFault::new(
                place,
                format!("{c:?} cannot stand in a URI; write it percent-encoded"),
            ));
        }
        let encodes = |text: &str| {
            text.len() >= 2 && text.bytes().take(2).all(|byte| byte.is_ascii_hexdigit())
        };
        if c == '%' && !encodes(&text[at + 1..]) {
            return Err(TemplateFault::new(place, "`%` needs two hexadecimal digits"));
        }
    }
    Ok(())
}

fn expression(
    text: &str,
    place: Range<usize>,
    variables: &mut Vec<Variable>,
) -> Result<(), TemplateFault> {
    let operator = text[place.clone()].chars().next().filter(|c| !is_variable_char(*c));
    let mut start = place.start;
    match operator {
        Some(c) if "+#./;?&".contains(c) => start += 1,
        Some(c) if "=,!@|".contains(c) => {
            return Err(TemplateFault::new(
                start..start + 1,
                format!("the operator `{c}` is reserved"),
            ));
        }
        _ => {}
    }
    for spec in text[start..place.end].split(',') {
        let end = start + spec.len();
        let name = spec.split([':', '*']).next().unwrap_or_default();
        let name_place = start..start + name.len();
        check_name(name, &name_place)?;
        check_modifier(&spec[name.len()..], name_place.end..end)?;
        variables.push(Variable {
            name: name.to_owned(),
            place: name_place,
            in_query: matches!(operator, Some('?' | '&')),
            leaves_hole: matches!(operator, None | Some('+')),
        });
        start = end + 1;
    }
    Ok(())
}

fn is_variable_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '%'
}

fn check_name(name: &str, place: &Range<usize>) -> Result<(), TemplateFault> {
    if name.is_empty() {
        return Err(TemplateFault::new(place.clone(), "a variable has no name"));
    }
    if let Some((at, c)) = name.char_indices().find(|(_, c)| !is_variable_char(*c) && *c != '.') {
        let at = place.start + at;
        return Err(TemplateFault::new(
            at..at + c.len_utf8(),
            format!("{c:?} cannot stand in a variable's name"),
        ));
    }
    let dot = name.find("..").or_else(|| name.starts_with('.').then_some(0));
    if let Some(at) = dot.or_else(|| name.ends_with('.').then(|| name.len() - 1)) {
        let place = place.start + at..place.start + at + 1;
        return Err(TemplateFault::new(
            place,
            "a dot stands between the parts of a variable's name",
        ));
    }
    let is_triplet = |at: usize| {
        name.as_bytes()
            .get(at + 1..at + 3)
            .is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if let Some((at, _)) = name.match_indices('%').find(|(at, _)| !is_triplet(*at)) {
        let place = place.start + at..place.start + at + 1;
        return Err(TemplateFault::new(place, "`%` is followed by two hexadecimal digits"));
    }
    Ok(())
}

fn check_modifier(modifier: &str, place: Range<usize>) -> Result<(), TemplateFault> {
    let valid = match modifier.strip_prefix(':') {
        Some(length) => {
            (1..=4).contains(&length.len())
                && !length.starts_with('0')
                && length.bytes().all(|byte| byte.is_ascii_digit())
        }
        None => modifier.is_empty() || modifier == "*",
    };
    if valid {
        return Ok(());
    }
    Err(TemplateFault::new(place, "a modifier is `*`, or `:` and a length from 1 to 9999"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variables(text: &str) -> Vec<(String, Range<usize>, bool)> {
        let template = Template::parse(text).expect(text);
        template.variables.into_iter().map(|v| (v.name, v.place, v.in_query)).collect()
    }

    #[test]
    fn finds_variables_with_their_places() {
        assert_eq!(
            variables("crm://ä/{deal_id}{?from,to*}{&n:3}"),
            [
                ("deal_id".to_owned(), 10..17, false),
                ("from".to_owned(), 20..24, true),
                ("to".to_owned(), 25..27, true),
                ("n".to_owned(), 31..32, true),
            ]
        );
        assert_eq!(variables("file:///fixed"), []);
    }

    #[test]
    fn a_variable_may_be_a_field_of_a_value() {
        let template = Template::parse("crm://{deal.owner.id}{?from}").unwrap();
        let [field, whole] = template.variables.as_slice() else { panic!("{template:?}") };
        assert_eq!((field.root(), field.fields().collect()), ("deal", vec!["owner", "id"]));
        assert_eq!((whole.root(), whole.fields().count()), ("from", 0));
    }

    #[test]
    fn refuses_with_the_place_of_the_fault() {
        for (text, place) in [
            ("a/{b", 2..3),
            ("a/{b/{c}", 2..3),
            ("a/b}", 3..4),
            ("{}", 1..1),
            ("{a,}", 3..3),
            ("{=a}", 1..2),
            ("{a b}", 2..3),
            ("{a:0}", 2..4),
            ("{a:99999}", 2..8),
            ("{a:2*}", 2..5),
            ("a b", 1..2),
            ("100%", 3..4),
            ("%zz", 0..1),
        ] {
            assert_eq!(Template::parse(text).expect_err(text).place, place, "{text}");
        }
    }

    /// Whatever the scanner accepts, the library that expands templates accepts too.
    #[test]
    fn agrees_with_the_library() {
        let parts = ["a", "{", "}", "b", ",", "?", "&", ":", "3", "*", "%", "2F", "ä", " ", "."];
        let mut texts = vec![String::new()];
        for _ in 0..4 {
            texts = texts
                .iter()
                .flat_map(|text| parts.iter().map(move |part| format!("{text}{part}")))
                .collect();
            for text in &texts {
                let library = UriTemplate::new(text.clone());
                if let Ok(template) = Template::parse(text) {
                    assert!(library.is_ok(), "{text}");
                    for variable in template.variables {
                        assert_eq!(text[variable.place], variable.name);
                    }
                }
            }
        }
    }
}
