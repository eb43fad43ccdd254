//! What a template names, read off its text.

use std::collections::BTreeSet;

use minijinja::Environment;

/// What a template names.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// The variables that the template is to be given.
    pub(crate) roots: BTreeSet<String>,
    /// Those variables, with the fields of those whose fields are named.
    paths: BTreeSet<String>,
    /// Names that the template gives a value itself, somewhere; one of them may hide a variable.
    assigned: BTreeSet<String>,
    /// Whether something outside the text may name variables too: an include, say.
    pub(crate) is_open: bool,
}

impl Reading {
    /// Reads a template, or says why it does not parse.
    pub(crate) fn of(text: &str) -> Result<Self, String> {
        let environment = Environment::new();
        let template = environment.template_from_str(text).map_err(|error| error.to_string())?;
        let globals: Vec<&str> = environment.globals().map(|(name, _)| name).collect();
        let paths: BTreeSet<String> = template
            .undeclared_variables(true)
            .into_iter()
            .filter(|path| !globals.contains(&first(path)))
            .collect();
        let mut reading = Self {
            roots: paths.iter().map(|path| first(path).to_owned()).collect(),
            paths,
            ..Self::default()
        };
        for tag in tags(text) {
            reading.take(tag);
        }
        Ok(reading)
    }

    fn take(&mut self, tag: Tag<'_>) {
        let words = words(tag.text);
        self.is_open |= words.contains(&"debug");
        let Some(keyword) = words.first().filter(|_| tag.is_statement) else { return };
        let assigned = match *keyword {
            "include" | "extends" | "import" | "from" => {
                self.is_open = true;
                return;
            }
            "for" => words.split(|word| *word == "in").next().unwrap_or_default(),
            "set" | "with" => &words,
            _ => return,
        };
        self.assigned.extend(assigned.iter().skip(1).map(|word| (*word).to_owned()));
    }

    /// Whether the text names a variable, as far as can be told.
    pub(crate) fn may_name(&self, variable: &str) -> bool {
        self.is_open || self.roots.contains(variable) || self.assigned.contains(variable)
    }

    /// The fields of a variable that are named; `None` when the whole of it may be.
    pub(crate) fn fields_of(&self, variable: &str) -> Option<BTreeSet<&str>> {
        if self.is_open || self.assigned.contains(variable) {
            return None;
        }
        let mut fields = BTreeSet::new();
        for path in self.paths.iter().filter(|path| first(path) == variable) {
            fields.insert(path.split('.').nth(1)?);
        }
        Some(fields)
    }
}

fn first(path: &str) -> &str {
    path.split('.').next().unwrap_or(path)
}

/// What stands between `{{` and `}}`, or between `{%` and `%}`.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Tag<'a> {
    is_statement: bool,
    text: &'a str,
}

/// The tags of a template. What is raw text by a `{% raw %}` around it is among them.
fn tags(text: &str) -> Vec<Tag<'_>> {
    let mut tags = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let inner = &rest[start + 1..];
        let (kind, close) = match inner.as_bytes().first() {
            Some(b'{') => (b'{', "}}"),
            Some(b'%') => (b'%', "%}"),
            Some(b'#') => (b'#', "#}"),
            _ => {
                rest = inner;
                continue;
            }
        };
        let inner = &inner[1..];
        let end = if kind == b'#' { inner.find(close) } else { end(inner, close) };
        let end = end.unwrap_or(inner.len());
        if kind != b'#' {
            tags.push(Tag { is_statement: kind == b'%', text: &inner[..end] });
        }
        rest = inner.get(end + close.len()..).unwrap_or_default();
    }
    tags
}

/// Where a tag ends, passing over its texts in quotes.
fn end(tag: &str, close: &str) -> Option<usize> {
    let (mut quote, mut escaped) = (None, false);
    for (index, c) in tag.char_indices() {
        match (quote, c) {
            _ if escaped => escaped = false,
            (Some(_), '\\') => escaped = true,
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, _) if tag[index..].starts_with(close) => return Some(index),
            _ => {}
        }
    }
    None
}

fn words(tag: &str) -> Vec<&str> {
    let words = tag.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(text: &str) -> Option<Vec<String>> {
        let reading = Reading::of(text).unwrap();
        reading.fields_of("deal").map(|fields| fields.into_iter().map(str::to_owned).collect())
    }

    fn names(text: &str) -> bool {
        Reading::of(text).unwrap().may_name("deal")
    }

    #[test]
    fn fields_are_told_from_whole_values() {
        assert_eq!(fields("{{ deal.id }} {{ deal.owner.name }}").unwrap(), ["id", "owner"]);
        assert_eq!(fields("{% for x in deal.items %}{{ x.id }}{% endfor %}").unwrap(), ["items"]);
        assert_eq!(fields("{{ deal.from }} {{ x.include }}").unwrap(), ["from"]);
        assert_eq!(fields("nothing").unwrap(), [""; 0]);
        for whole in [
            "{{ deal }}",
            "{{ deal | tojson }} {{ deal.id }}",
            "{% for x in deal %}{{ x }}{% endfor %}",
            "{{ deal['id'] }}",
            "{% set d = deal %}{{ d.id }}",
            "{% set deal = deal %}{{ deal.id }}",
            "{{ deal.id }}{% with deal = deal %}{{ deal.name }}{% endwith %}",
            "{% include 'deal' %}",
            "{{ debug() }}",
        ] {
            assert_eq!(fields(whole), None, "{whole}");
        }
    }

    #[test]
    fn a_variable_is_named_in_a_tag_and_not_in_the_text_or_in_a_comment() {
        assert!(names("{{ deal }}"));
        assert!(names("{% if deal %}x{% endif %}"));
        assert!(names("{{ '}}' ~ deal }}"));
        assert!(names("{% set deal = deal | upper %}{{ deal }}"));
        assert!(names("{% include 'other' %}"));
        assert!(!names("tell of the deal"));
        assert!(!names("{# deal #} { deal } {{ other }}"));
        assert!(!names("{{ other.deal }}"));
    }

    #[test]
    fn the_end_of_a_tag_is_not_looked_for_in_its_texts() {
        let tags = tags(r#"a {{ "}} \" %}" }} b {%- if x -%} {# {{ no }} #} {"#);
        let texts: Vec<&str> = tags.iter().map(|tag| tag.text).collect();
        assert_eq!(texts, [r#" "}} \" %}" "#, "- if x -"]);
        assert_eq!(tags.iter().filter(|tag| tag.is_statement).count(), 1);
    }

    #[test]
    fn a_template_that_does_not_parse_says_so() {
        assert!(Reading::of("{{ deal").unwrap_err().contains("syntax error"));
    }
}
