//! A pipeline as the checks and the expansion see it.

mod flow;

pub(crate) use flow::{Asks, Each, Head, How, Question, Read, Uneven};

use proc_macro2::Span;
use syn::{Attribute, Ident, LitStr, Path, Type, ext::IdentExt};

use crate::{
    args::{Mode, NodeArgs, ReaderArgs, ResourceArgs, Tool, ToolArgs},
    parse::{OpaqueFn, Template, TemplateFault, Variable},
};

/// The nodes and readers of one module.
#[derive(Debug)]
pub(crate) struct Pipeline {
    pub(crate) name: String,
    /// The module's name, where faults of the whole pipeline are reported.
    pub(crate) ident: Ident,
    pub(crate) nodes: Vec<Node>,
    pub(crate) readers: Vec<Reader>,
    /// Functions that may have been nodes, had they been readable.
    pub(crate) unread: Vec<Unread>,
    /// The node whose output is that of the pipeline, as `output = node` names it.
    pub(crate) output: Option<Path>,
    /// Whether the nodes may read links that come from outside.
    pub(crate) reads_outer_links: bool,
}

/// A function that could not be read.
#[derive(Debug)]
pub(crate) struct Unread {
    /// The attribute's path, where the module names it.
    pub(crate) attribute: Option<Path>,
    pub(crate) name: String,
}

impl Pipeline {
    /// The first node of a name; further ones are faults.
    pub(crate) fn node(&self, name: &str) -> Option<&Node> {
        self.nodes.iter().find(|node| node.name == name)
    }

    /// Whether the name is that of a function that could not be read.
    pub(crate) fn is_unread(&self, name: &str) -> bool {
        self.unread.iter().any(|function| function.name == name)
    }

    /// The node whose output is the pipeline's, if there is one: the node that is named, or
    /// the only one that no other node reads.
    pub(crate) fn output(&self) -> Option<&Node> {
        let output = match &self.output {
            Some(path) => self.named(path),
            None => {
                let mut ends = self.nodes.iter().filter(|node| !self.is_read(node));
                ends.next().filter(|_| ends.next().is_none())
            }
        };
        output.filter(|node| !node.is_conditional())
    }

    /// The node that a key of the pipeline names.
    pub(crate) fn named(&self, path: &Path) -> Option<&Node> {
        let name = path.get_ident()?.unraw().to_string();
        let is_named = |node: &&Node| node.name == name || node.ident().unraw() == name;
        self.nodes.iter().find(is_named)
    }

    fn is_read(&self, node: &Node) -> bool {
        self.nodes.iter().any(|reader| reader.reads().iter().any(|read| read.name == node.name))
    }

    /// The inputs, each as the first node that reads it takes it, and whether some node
    /// cannot do without.
    pub(crate) fn inputs(&self) -> Vec<(&Param, bool)> {
        let mut inputs: Vec<(&Param, bool)> = Vec::new();
        let params = self.nodes.iter().flat_map(|node| &node.params);
        for param in params.filter(|param| matches!(param.source, Source::Input)) {
            let required = !param.taken.optional;
            match inputs.iter_mut().find(|(known, _)| known.name == param.name) {
                Some((_, is_required)) => *is_required |= required,
                None => inputs.push((param, required)),
            }
        }
        inputs
    }
}

/// A function under `#[node]`.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) name: String,
    /// The attribute's path as it was written.
    pub(crate) attribute: Path,
    pub(crate) args: NodeArgs,
    /// Whether the attribute's arguments were all understood.
    pub(crate) args_are_clean: bool,
    /// The keys of the attribute in the order in which they are written.
    pub(crate) keys: Vec<Ident>,
    pub(crate) mode: Mode,
    /// The function without our attributes.
    pub(crate) function: OpaqueFn,
    pub(crate) params: Vec<Param>,
    /// What `when` asks; in a pipeline its types are known once all items are.
    pub(crate) question: Option<Question>,
}

impl Node {
    pub(crate) fn ident(&self) -> &Ident {
        &self.function.sig.ident
    }

    /// The one of two keys that is written after the other.
    pub(crate) fn later(&self, one: &str, other: &str) -> Option<&Ident> {
        self.keys.iter().rfind(|key| *key == one || *key == other)
    }

    /// How many members the node's ensemble has, if it is one.
    pub(crate) fn members(&self) -> Option<u32> {
        match (&self.args.ensemble, &self.args.models) {
            (Some(members), _) => Some(members.value.0),
            (None, Some(models)) => u32::try_from(models.value.0.len()).ok(),
            (None, None) => None,
        }
    }

    /// Whether the function is a signature only: a model or a pipeline makes the output.
    pub(crate) fn is_signature(&self) -> bool {
        self.mode.uses_model() || self.args.pipeline.is_some()
    }

    /// Whether the node has a tool that may emit links, or may have one inside; known readers
    /// emit none.
    pub(crate) fn may_emit_links(&self, readers: &[Reader]) -> bool {
        if self.args.pipeline.is_some() {
            return true;
        }
        let is_reader = |tool: &Tool| match tool {
            Tool::Named(_) => false,
            Tool::Declared(path) => readers.iter().any(|reader| {
                path.segments.last().is_some_and(|s| s.ident == reader.function.sig.ident)
            }),
        };
        let mut tools = self.args.tools.iter().flat_map(|tools| &tools.value);
        self.mode.uses_tools() && !tools.all(is_reader)
    }

    /// The variables of the node's URI templates, each with the text that it stands in.
    pub(crate) fn uri_variables(&self) -> impl Iterator<Item = (&LitStr, &Variable)> {
        let templates = self.params.iter().filter_map(|param| match &param.source {
            Source::Resource(resource) => resource.template(),
            _ => None,
        });
        templates.flat_map(|(literal, template)| {
            template.variables.iter().map(move |variable| (literal, variable))
        })
    }

    /// Whether a URI of the node names the parameter.
    pub(crate) fn is_in_uri(&self, param: &Param) -> bool {
        param.source.may_be_in_uri()
            && self.uri_variables().any(|(_, variable)| variable.root() == param.name)
    }
}

/// A parameter with a name. Others (`self`, patterns) are faults and not in the model.
#[derive(Debug)]
pub(crate) struct Param {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    /// The type as it was written.
    pub(crate) ty: Type,
    pub(crate) taken: Taken,
    pub(crate) source: Source,
    /// What says so, unless the parameter is an edge.
    pub(crate) marker: Option<Attribute>,
    /// Markers after the first.
    pub(crate) extra_markers: Vec<Attribute>,
}

/// Where a parameter's value comes from.
#[derive(Debug)]
pub(crate) enum Source {
    Upstream,
    /// The first of these nodes that was not skipped.
    FirstOf(Vec<Ident>),
    /// An item of a collection.
    Each(Box<Each>),
    /// What the iteration before gave.
    Carry,
    /// What a human answered when this node asked.
    Feedback(Ident),
    Input,
    Config {
        in_prompt: bool,
    },
    Resource(Box<Resource>),
}

impl Source {
    /// Whether a condition may ask about the value as a parameter of its node.
    pub(crate) fn may_be_asked(&self) -> bool {
        matches!(self, Self::Input | Self::Config { .. } | Self::Feedback(_))
    }

    /// Whether the value is there before the node's resources are read.
    pub(crate) fn may_be_in_uri(&self) -> bool {
        matches!(self, Self::Input | Self::Config { .. } | Self::Each(_))
    }
}

/// How a body takes a value.
#[derive(Debug, Clone)]
pub(crate) struct Taken {
    pub(crate) passing: Passing,
    /// Whether an `Option` is around it.
    pub(crate) optional: bool,
    /// Whether that `Option` may be the upstream node's own: only a list of nodes says so.
    pub(crate) or_literal: bool,
    pub(crate) held: Held,
}

/// By value, by reference, or shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passing {
    Value,
    Borrowed,
    Shared,
}

/// The type that the run holds for a parameter.
#[derive(Debug, Clone)]
pub(crate) enum Held {
    Plain(Type),
    /// `&str` is lent by a `String`.
    Str(Span),
    /// `&[T]` is lent by a `Vec<T>`.
    Slice(Type),
}

/// What `#[from_resource(…)]` says.
#[derive(Debug)]
pub(crate) struct Resource {
    pub(crate) marker: Attribute,
    pub(crate) args: ResourceArgs,
    pub(crate) args_are_clean: bool,
    /// Whether `ref` stands before `uri`, should both be there.
    pub(crate) ref_is_first: bool,
    pub(crate) locator: Option<Locator>,
}

impl Resource {
    pub(crate) fn template(&self) -> Option<(&LitStr, &Template)> {
        match self.locator.as_ref()? {
            Locator::Uri { literal, template } => Some((literal, template.as_ref().ok()?)),
            Locator::Ref(_) => None,
        }
    }
}

/// By address or by kind.
#[derive(Debug)]
pub(crate) enum Locator {
    Uri { literal: LitStr, template: Result<Template, TemplateFault> },
    Ref(LitStr),
}

/// A function under `#[resource_reader]`.
#[derive(Debug)]
pub(crate) struct Reader {
    pub(crate) name: String,
    pub(crate) attribute: Path,
    pub(crate) args: ReaderArgs,
    pub(crate) args_are_clean: bool,
    pub(crate) template: Option<Result<Template, TemplateFault>>,
    pub(crate) function: OpaqueFn,
    pub(crate) arguments: Vec<Argument>,
}

/// An argument of a reader.
#[derive(Debug)]
pub(crate) struct Argument {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) ty: Type,
    /// The type inside the `Option`, if it is one.
    pub(crate) held: Type,
    pub(crate) optional: bool,
}

/// A function under `#[tool]`. Its inputs are what a model gives, and handles.
#[derive(Debug)]
pub(crate) struct FunctionTool {
    pub(crate) name: String,
    pub(crate) args: ToolArgs,
    pub(crate) function: OpaqueFn,
    pub(crate) params: Vec<Param>,
    /// The doc comments of the parameters, in their order.
    pub(crate) docs: Vec<Option<String>>,
}
