//! A picture in the language of Graphviz.

use std::fmt::Write as _;

use super::picture::{Arrow, Line, Picture, Shape, resource_id};

pub(super) fn draw(name: &str, picture: &Picture<'_>) -> String {
    let mut text = format!("digraph {} {{\n    rankdir=LR;\n", quoted(name));
    let has_frames = picture.shapes.iter().any(|shape| matches!(shape, Shape::Frame { .. }));
    if has_frames {
        // Lets an arrow end at a frame.
        text.push_str("    compound=true;\n");
    }
    for shape in &picture.shapes {
        draw_shape(&mut text, 1, shape);
    }
    // Writing to a `String` cannot fail.
    for (index, uri) in picture.resources.iter().enumerate() {
        let id = quoted(&resource_id(index));
        writeln!(text, "    {id} [shape=cylinder, label={}];", quoted(uri)).ok();
    }
    for Arrow { from, to, line, label } in &picture.arrows {
        let (from, to) = (find(&picture.shapes, from), find(&picture.shapes, to));
        let style = match line {
            Line::Edge => None,
            Line::Each => Some("bold"),
            Line::Asked => Some("dashed"),
            Line::Read => Some("dotted"),
        };
        let attributes = [
            style.map(|style| format!("style={style}")),
            label.as_deref().map(|label| format!("label={}", quoted(label))),
            from.frame.map(|frame| format!("ltail={}", cluster(frame))),
            to.frame.map(|frame| format!("lhead={}", cluster(frame))),
        ];
        let attributes: Vec<String> = attributes.into_iter().flatten().collect();
        let attributes = match attributes.as_slice() {
            [] => String::new(),
            attributes => format!(" [{}]", attributes.join(", ")),
        };
        let (from, to) = (quoted(from.last), quoted(to.first));
        writeln!(text, "    {from} -> {to}{attributes};").ok();
    }
    text.push_str("}\n");
    text
}

fn draw_shape(text: &mut String, depth: usize, shape: &Shape) {
    let indent = "    ".repeat(depth);
    match shape {
        Shape::Node { id, label } => {
            writeln!(text, "{indent}{} [shape=box, label={}];", quoted(id), quoted(label)).ok();
        }
        Shape::Frame { id, label, inside, .. } => {
            writeln!(text, "{indent}subgraph {} {{", cluster(id)).ok();
            writeln!(text, "{indent}    label={};", quoted(label)).ok();
            for shape in inside {
                draw_shape(text, depth + 1, shape);
            }
            writeln!(text, "{indent}}}").ok();
        }
    }
}

/// Where arrows of an element begin and end: an arrow has a node at both ends, and a frame only
/// cuts it off.
struct Ends<'a> {
    frame: Option<&'a str>,
    first: &'a str,
    last: &'a str,
}

fn find<'a>(shapes: &'a [Shape], id: &'a str) -> Ends<'a> {
    for shape in shapes {
        match shape {
            Shape::Frame { id: frame, inside, output, .. } if frame == id => {
                let first = match inside.first() {
                    Some(Shape::Node { id, .. } | Shape::Frame { id, .. }) => {
                        find(inside, id).first
                    }
                    None => id,
                };
                let last = find(inside, output).last;
                return Ends { frame: Some(id), first, last };
            }
            Shape::Frame { id: frame, inside, .. } if is_inside(id, frame) => {
                return find(inside, id);
            }
            _ => {}
        }
    }
    Ends { frame: None, first: id, last: id }
}

fn is_inside(id: &str, frame: &str) -> bool {
    id.strip_prefix(frame).is_some_and(|rest| rest.starts_with('/'))
}

fn cluster(id: &str) -> String {
    quoted(&format!("cluster_{id}"))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
