//! Everything there is to draw, whatever it is drawn with.

use crate::pipeline::{
    Condition, Flow, Locator, Mode, NodeSpec, Pipeline, Repeat, ResourceSpec, Source, reach,
};

/// Everything there is to draw: nodes and frames, resources, and what leads from where to where.
#[derive(Default)]
pub(super) struct Picture<'a> {
    pub(super) shapes: Vec<Shape>,
    /// The URIs that are read.
    pub(super) resources: Vec<&'a str>,
    pub(super) arrows: Vec<Arrow>,
}

/// A node, or the frame around a pipeline that a node is. Its id is its address.
pub(super) enum Shape {
    Node {
        id: String,
        label: String,
    },
    Frame {
        id: String,
        label: String,
        inside: Vec<Shape>,
        /// The node inside that arrows from the frame begin at.
        output: String,
    },
}

pub(super) struct Arrow {
    pub(super) from: String,
    pub(super) to: String,
    pub(super) line: Line,
    pub(super) label: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    /// An edge.
    Edge,
    /// A collection and what runs for each of its items.
    Each,
    /// What a condition asks about.
    Asked,
    /// A resource or a link.
    Read,
}

/// No node has such an address: a name does not begin with a digit.
pub(super) fn resource_id(index: usize) -> String {
    format!("resource/{}", index + 1)
}

impl<'a> Picture<'a> {
    pub(super) fn of(pipeline: &'a Pipeline) -> Self {
        let mut picture = Self::default();
        picture.shapes = picture.add("", pipeline, &[]);
        picture
    }

    /// Adds what leads to the nodes of a pipeline and gives the nodes. `path` leads to the
    /// pipeline, and `emitters` are the nodes before it whose links it may read.
    fn add(&mut self, path: &str, pipeline: &'a Pipeline, emitters: &[String]) -> Vec<Shape> {
        let nodes = pipeline.nodes();
        let find = |name: &str| nodes.iter().position(|node| node.name() == name);
        let upstream = nodes.iter().map(|node| node.reads().into_iter().filter_map(find).collect());
        let upstream: Vec<Vec<usize>> = upstream.collect();
        let mut shapes = Vec::with_capacity(nodes.len());
        for (index, node) in nodes.iter().enumerate() {
            let before = reach(nodes.len(), index, |node| &upstream[node]);
            let emit = (nodes.iter().zip(before))
                .filter(|(node, is_before)| *is_before && node.may_emit_links())
                .map(|(node, _)| format!("{path}{}", node.name()));
            let emitters: Vec<String> = emitters.iter().cloned().chain(emit).collect();
            shapes.push(self.add_node(path, node, &emitters));
        }
        shapes
    }

    fn add_node(&mut self, path: &str, node: &'a NodeSpec, emitters: &[String]) -> Shape {
        let id = format!("{path}{}", node.name());
        self.add_arrows(path, &id, node, emitters);
        let Some(sub) = node.flow().and_then(|flow| flow.sub.as_ref()) else {
            return Shape::Node { label: label(node), id };
        };
        let path = format!("{id}/");
        Shape::Frame {
            label: label(node),
            inside: self.add(&path, &sub.pipeline, emitters),
            output: format!("{path}{}", sub.output),
            id,
        }
    }

    fn add_arrows(&mut self, path: &str, id: &str, node: &'a NodeSpec, emitters: &[String]) {
        let begin = self.arrows.len();
        for param in node.params() {
            match param.source() {
                Source::Upstream => {
                    self.arrow(format!("{path}{}", param.name()), id, Line::Edge, None);
                }
                Source::FirstOf(arms) => {
                    for arm in arms {
                        let label = Some(param.name().to_owned());
                        self.arrow(format!("{path}{arm}"), id, Line::Edge, label);
                    }
                }
                Source::Resource(resource) => self.read(id, resource, emitters),
                Source::Feedback(_) => {
                    if let Some(asker) = param.feedback_of(node.name()) {
                        let label = Some(param.name().to_owned());
                        self.arrow(format!("{path}{asker}"), id, Line::Asked, label);
                    }
                }
                Source::Item | Source::Carry | Source::Input | Source::Config => {}
            }
        }
        let Some(flow) = node.flow() else { return };
        if let Some(each) = &flow.each {
            let label = Some(format!("each {}", each.path));
            self.arrow(format!("{path}{}", each.root), id, Line::Each, label);
        }
        match &flow.condition {
            Some(Condition::When { name, params, .. }) => {
                let label =
                    if name.is_empty() { "when".to_owned() } else { format!("when {name}") };
                let asked: Vec<&str> = params.iter().flat_map(|param| param.reads()).collect();
                for name in asked {
                    self.ask(begin, format!("{path}{name}"), id, &label);
                }
            }
            Some(Condition::Otherwise(skipped)) => {
                for name in skipped {
                    self.arrow(format!("{path}{name}"), id, Line::Asked, Some("else".to_owned()));
                }
            }
            None => {}
        }
        if let (Some(repeat), None) = (&flow.repeat, &flow.sub) {
            self.arrow(id.to_owned(), id, Line::Edge, Some(again(repeat)));
        }
    }

    /// What a condition asks about. Where that is an edge, too, the edge says so.
    fn ask(&mut self, begin: usize, from: String, to: &str, label: &str) {
        let edge = self.arrows[begin..]
            .iter_mut()
            .find(|arrow| arrow.from == from && arrow.line == Line::Edge && arrow.label.is_none());
        match edge {
            Some(edge) => edge.label = Some(label.to_owned()),
            None => self.arrow(from, to, Line::Asked, Some(label.to_owned())),
        }
    }

    fn read(&mut self, to: &str, resource: &'a ResourceSpec, emitters: &[String]) {
        match resource.locator {
            Locator::Uri(uri) => {
                let known = self.resources.iter().position(|known| *known == uri);
                let index = known.unwrap_or_else(|| {
                    self.resources.push(uri);
                    self.resources.len() - 1
                });
                self.arrow(resource_id(index), to, Line::Read, None);
            }
            Locator::Ref(kind) => {
                for emitter in emitters {
                    self.arrow(emitter.clone(), to, Line::Read, Some(kind.to_owned()));
                }
            }
        }
    }

    fn arrow(&mut self, from: String, to: &str, line: Line, label: Option<String>) {
        self.arrows.push(Arrow { from, to: to.to_owned(), line, label });
    }
}

fn label(node: &NodeSpec) -> String {
    let mut label = node.name().to_owned();
    let mut add = |what: &str| {
        label.push_str(" · ");
        label.push_str(what);
    };
    if node.mode() != Mode::Scripted {
        add(node.mode().name());
    }
    if let Some(Flow { ensemble: Some(ensemble), .. }) = node.flow() {
        add(&format!("{} members", ensemble.members));
    }
    if let Some(Flow { repeat: Some(repeat), sub: Some(_), .. }) = node.flow() {
        add(&again(repeat));
    }
    if node.interrupt_when().is_some() {
        add("may pause");
    }
    label
}

fn again(repeat: &Repeat) -> String {
    let bound = repeat.max_iterations;
    match &*repeat.name {
        "" => format!("again, ≤ {bound}"),
        name => format!("while {name}, ≤ {bound}"),
    }
}
