//! A picture in the language of Mermaid.

use std::fmt::Write as _;

use super::picture::{Arrow, Line, Picture, Shape, resource_id};

pub(super) fn draw(picture: &Picture<'_>) -> String {
    let mut text = "flowchart LR\n".to_owned();
    for shape in &picture.shapes {
        draw_shape(&mut text, 1, shape);
    }
    // Writing to a `String` cannot fail.
    for (index, uri) in picture.resources.iter().enumerate() {
        writeln!(text, "    {}[({})]", resource_id(index), quoted(uri)).ok();
    }
    for Arrow { from, to, line, label } in &picture.arrows {
        let arrow = match (line, label.as_deref().map(quoted)) {
            (Line::Edge, None) => "-->".to_owned(),
            (Line::Edge, Some(label)) => format!("-- {label} -->"),
            (Line::Each, None) => "==>".to_owned(),
            (Line::Each, Some(label)) => format!("== {label} ==>"),
            (Line::Asked | Line::Read, None) => "-.->".to_owned(),
            (Line::Asked | Line::Read, Some(label)) => format!("-. {label} .->"),
        };
        writeln!(text, "    {} {arrow} {}", id(from), id(to)).ok();
    }
    text
}

fn draw_shape(text: &mut String, depth: usize, shape: &Shape) {
    let indent = "    ".repeat(depth);
    match shape {
        Shape::Node { id: address, label } => {
            writeln!(text, "{indent}{}[{}]", id(address), quoted(label)).ok();
        }
        Shape::Frame { id: address, label, inside, .. } => {
            writeln!(text, "{indent}subgraph {}[{}]", id(address), quoted(label)).ok();
            for shape in inside {
                draw_shape(text, depth + 1, shape);
            }
            writeln!(text, "{indent}end").ok();
        }
    }
}

/// What Mermaid does not take as the beginning of an id.
const KEYWORDS: [&str; 12] = [
    "call",
    "class",
    "classDef",
    "click",
    "end",
    "flowchart",
    "graph",
    "href",
    "interpolate",
    "linkStyle",
    "style",
    "subgraph",
];

/// An address as an id: no address begins with a slash by itself.
fn id(address: &str) -> String {
    let word = address.split(['/', '-']).next();
    let is_keyword = word.is_some_and(|word| KEYWORDS.contains(&word));
    if is_keyword { format!("/{address}") } else { address.to_owned() }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "#quot;"))
}
