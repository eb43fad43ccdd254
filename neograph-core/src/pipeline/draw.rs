//! A pipeline as a picture: Mermaid for pages, DOT for Graphviz.

use std::fmt::Write as _;

use super::{Locator, Mode, NodeSpec, Pipeline, Source};

impl Pipeline {
    /// The graph as a Mermaid flowchart: solid arrows are edges, dotted ones are resources
    /// that a node reads, by the kind of a link or by URI.
    ///
    /// ```
    /// # use neograph_core::{Error, Pipeline, pipeline::Node};
    /// let greet = Node::scripted("greet").run(|_| async { Ok("hello".to_owned()) });
    /// let pipeline = Pipeline::builder("greeting").node(greet).build()?;
    /// assert_eq!(pipeline.mermaid(), "flowchart LR\n    greet[\"greet\"]\n");
    /// # Ok::<_, Error>(())
    /// ```
    pub fn mermaid(&self) -> String {
        let mut picture = "flowchart LR\n".to_owned();
        for element in self.elements() {
            // Writing to a `String` cannot fail.
            match element {
                Element::Node { id, label } => {
                    writeln!(picture, "    {id}[\"{}\"]", label.replace('"', "#quot;"))
                }
                Element::Resource { id, uri } => {
                    writeln!(picture, "    {id}[(\"{}\")]", uri.replace('"', "#quot;"))
                }
                Element::Edge { from, to } => writeln!(picture, "    {from} --> {to}"),
                Element::Read { from, to, kind: Some(kind) } => {
                    writeln!(picture, "    {from} -. \"{}\" .-> {to}", kind.replace('"', "#quot;"))
                }
                Element::Read { from, to, kind: None } => {
                    writeln!(picture, "    {from} -.-> {to}")
                }
            }
            .ok();
        }
        picture
    }

    /// The graph in the DOT language of Graphviz, with the same elements.
    pub fn dot(&self) -> String {
        let quote = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
        let mut picture = format!("digraph {} {{\n    rankdir=LR;\n", quote(self.name()));
        for element in self.elements() {
            match element {
                Element::Node { id, label } => {
                    writeln!(picture, "    {} [shape=box, label={}];", quote(&id), quote(&label))
                }
                Element::Resource { id, uri } => {
                    writeln!(picture, "    {} [shape=cylinder, label={}];", quote(&id), quote(&uri))
                }
                Element::Edge { from, to } => {
                    writeln!(picture, "    {} -> {};", quote(&from), quote(&to))
                }
                Element::Read { from, to, kind } => {
                    let label = kind.map(|kind| format!(", label={}", quote(&kind)));
                    let label = label.unwrap_or_default();
                    writeln!(
                        picture,
                        "    {} -> {} [style=dotted{label}];",
                        quote(&from),
                        quote(&to)
                    )
                }
            }
            .ok();
        }
        picture.push_str("}\n");
        picture
    }

    /// Everything there is to draw: all nodes, then what leads from where to where.
    fn elements(&self) -> Vec<Element> {
        let nodes = self.nodes();
        let mut elements: Vec<Element> = nodes.iter().map(Element::node).collect();
        let mut uris: Vec<&str> = Vec::new();
        let mut arrows = Vec::new();
        for node in nodes {
            for param in node.params() {
                let to = node.name().to_owned();
                match param.source() {
                    Source::Upstream => {
                        arrows.push(Element::Edge { from: param.name().to_owned(), to });
                    }
                    Source::Resource(resource) => match resource.locator {
                        Locator::Uri(uri) => {
                            let known = uris.iter().position(|known| *known == uri);
                            let index = known.unwrap_or_else(|| {
                                uris.push(uri);
                                uris.len() - 1
                            });
                            let from = resource_id(index);
                            arrows.push(Element::Read { from, to, kind: None });
                        }
                        Locator::Ref(kind) => {
                            let producers = self.before(node).filter(|up| up.mode().uses_tools());
                            arrows.extend(producers.map(|producer| Element::Read {
                                from: producer.name().to_owned(),
                                to: to.clone(),
                                kind: Some(kind.to_owned()),
                            }));
                        }
                    },
                    Source::FirstOf(_)
                    | Source::Item
                    | Source::Carry
                    | Source::Input
                    | Source::Config => {}
                }
            }
        }
        elements.extend(uris.iter().enumerate().map(|(index, uri)| Element::Resource {
            id: resource_id(index),
            uri: (*uri).to_owned(),
        }));
        elements.extend(arrows);
        elements
    }

    /// The nodes before a node, in declaration order.
    fn before<'a>(&'a self, node: &'a NodeSpec) -> impl Iterator<Item = &'a NodeSpec> {
        let mut seen: Vec<&str> = Vec::new();
        let mut stack: Vec<&NodeSpec> = vec![node];
        while let Some(node) = stack.pop() {
            let upstream = node.params().iter().filter(|p| matches!(p.source(), Source::Upstream));
            for param in upstream {
                if !seen.contains(&param.name()) {
                    seen.push(param.name());
                    stack.extend(self.nodes().iter().find(|up| up.name() == param.name()));
                }
            }
        }
        self.nodes().iter().filter(move |up| seen.contains(&up.name()))
    }
}

enum Element {
    Node { id: String, label: String },
    Resource { id: String, uri: String },
    Edge { from: String, to: String },
    Read { from: String, to: String, kind: Option<String> },
}

impl Element {
    fn node(node: &NodeSpec) -> Self {
        let mut label = node.name().to_owned();
        match node.mode() {
            Mode::Scripted => {}
            Mode::Think => label.push_str(" · think"),
            Mode::Agent => label.push_str(" · agent"),
            Mode::Act => label.push_str(" · act"),
        }
        if node.interrupt_when().is_some() {
            label.push_str(" · may pause");
        }
        Self::Node { id: node.name().to_owned(), label }
    }
}

fn resource_id(index: usize) -> String {
    format!("resource_{}", index + 1)
}
