//! Control flow as the checks and the expansion see it: when a node runs, and what it reads
//! besides its edges.

use proc_macro2::TokenTree;
use syn::{Generics, Ident, Path, ext::IdentExt};

use super::{Node, Param, Pipeline, Source};
use crate::parse::Way;

/// The function of `when`, and what it is asked about.
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) function: Path,
    pub(crate) asks: Asks,
}

/// What a function is asked about.
#[derive(Debug)]
pub(crate) enum Asks {
    /// The function stands in the module, so its parameters are known.
    Typed { params: Vec<Param>, head: Head, uneven: Option<Uneven> },
    /// The names are known, and the types are the function's.
    Named(Vec<(Ident, Source)>),
    /// The function is a node of the module.
    Node,
    /// Nothing is known: the function is elsewhere, and no names are written. The name of one
    /// that may be meant.
    Unknown(Option<String>),
}

/// How many parameters a function has, seen from the names that are written for them.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Uneven {
    More,
    Fewer,
}

/// What a condition may not be.
#[derive(Debug, Default)]
pub(crate) struct Head {
    pub(crate) asyncness: Option<TokenTree>,
    pub(crate) generics: Option<Generics>,
    /// Parameters without a name, a `self` among them.
    pub(crate) nameless: Vec<proc_macro2::TokenStream>,
}

/// What `#[each(…)]` says; nothing when it could not be read.
#[derive(Debug)]
pub(crate) struct Each {
    pub(crate) way: Option<Way>,
}

/// A name of another node that a node waits for.
#[derive(Debug, Clone)]
pub(crate) struct Read<'a> {
    pub(crate) name: String,
    /// Where the name is written.
    pub(crate) ident: &'a Ident,
    pub(crate) how: How<'a>,
}

/// How a node reads another one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum How<'a> {
    /// A parameter is the edge.
    Edge(&'a Param),
    /// One of several, in `#[first_of(…)]`.
    Arm(&'a Param),
    /// What the items of `#[each(…)]` are in.
    Root(&'a Param),
    /// The condition is asked about it, with the parameter if its type is known.
    Asked(Option<&'a Param>),
    /// `otherwise` asks whether it was skipped.
    Skipped,
    /// `#[human_feedback]` is what a human answered to it.
    Answered,
}

impl<'a> Read<'a> {
    fn new(ident: &'a Ident, how: How<'a>) -> Self {
        Self { name: ident.unraw().to_string(), ident, how }
    }
}

impl Param {
    fn reads<'a>(&'a self, edge: How<'a>) -> Vec<Read<'a>> {
        match &self.source {
            Source::Upstream => vec![Read::new(&self.ident, edge)],
            Source::FirstOf(nodes) => {
                nodes.iter().map(|node| Read::new(node, How::Arm(self))).collect()
            }
            Source::Each(each) => {
                let way = each.way.iter();
                way.map(|way| Read::new(&way.root, How::Root(self))).collect()
            }
            Source::Feedback(asker) => vec![Read::new(asker, How::Answered)],
            _ => Vec::new(),
        }
    }
}

impl Node {
    /// Every name of another node that this one waits for, in the order in which they are
    /// written: parameters, what the condition is asked about, and what it asks the skipping of.
    pub(crate) fn reads(&self) -> Vec<Read<'_>> {
        let mut reads: Vec<Read<'_>> =
            self.params.iter().flat_map(|param| param.reads(How::Edge(param))).collect();
        match self.question.as_ref().map(|question| &question.asks) {
            Some(Asks::Typed { params, .. }) => {
                // The answer to a node is the node's own parameter, and read as such.
                let asked = params.iter().filter(|param| !param.source.may_be_asked());
                reads.extend(asked.flat_map(|param| param.reads(How::Asked(Some(param)))));
            }
            Some(Asks::Named(names)) => {
                let edges = names.iter().filter(|(_, source)| matches!(source, Source::Upstream));
                reads.extend(edges.map(|(ident, _)| Read::new(ident, How::Asked(None))));
            }
            Some(Asks::Unknown(_) | Asks::Node) | None => {}
        }
        reads.extend(self.otherwise().iter().map(|ident| Read::new(ident, How::Skipped)));
        // What the node has no name for is a parameter of its own, and reported as such.
        let is_own = |read: &Read<'_>| match read.how {
            How::Asked(_) => self.own_value(&read.name).is_some(),
            // The answer to the iteration before.
            How::Answered => read.name == self.name,
            _ => false,
        };
        reads.retain(|read| !is_own(read));
        reads
    }

    /// The nodes that were all skipped when this one runs.
    pub(crate) fn otherwise(&self) -> &[Ident] {
        self.args.otherwise.as_ref().map(|nodes| nodes.value.0.as_slice()).unwrap_or_default()
    }

    /// Whether the node may be skipped.
    pub(crate) fn is_conditional(&self) -> bool {
        self.args.when.is_some() || self.args.otherwise.is_some()
    }

    /// Whether the node is never skipped, as far as it could be read.
    pub(crate) fn is_always_run(&self) -> bool {
        self.args_are_clean && !self.is_conditional()
    }

    /// The parameter of the node that its condition is asked about, if it is one that the
    /// condition may see.
    pub(crate) fn asked_about(&self, asked: &Param) -> Option<&Param> {
        self.given(&asked.name).filter(|_| asked.source.may_be_asked())
    }

    /// A parameter of the name that is there before the node runs, and is no edge.
    pub(crate) fn given(&self, name: &str) -> Option<&Param> {
        self.params.iter().filter(|param| param.source.may_be_asked()).find(|own| own.name == name)
    }

    /// Whether the node's condition is asked about the parameter.
    pub(crate) fn is_asked_about(&self, param: &Param) -> bool {
        let asks = self.question.as_ref().map(|question| &question.asks);
        param.source.may_be_asked()
            && match asks {
                Some(Asks::Typed { params, .. }) => params.iter().any(|it| it.name == param.name),
                Some(Asks::Named(names)) => {
                    names.iter().any(|(name, _)| name.unraw() == param.name)
                }
                Some(Asks::Node | Asks::Unknown(_)) | None => false,
            }
    }

    /// A parameter of the name that is there only once the node runs, and is no edge.
    pub(crate) fn own_value(&self, name: &str) -> Option<&Param> {
        let is_late = |param: &&Param| {
            matches!(param.source, Source::Resource(_) | Source::Each(_) | Source::Carry)
        };
        self.params.iter().filter(is_late).find(|param| param.name == name)
    }

    /// The parameter that the node runs for each of.
    pub(crate) fn each(&self) -> Option<(&Param, &Each)> {
        self.params.iter().find_map(|param| match &param.source {
            Source::Each(each) => Some((param, &**each)),
            _ => None,
        })
    }
}

impl Pipeline {
    /// Whether a name is that of a node that may be skipped.
    pub(crate) fn is_conditional(&self, name: &str) -> bool {
        self.node(name).is_some_and(Node::is_conditional)
    }

    /// Whether one of these nodes always runs: one that has no condition, or one that runs
    /// otherwise than others of them. `unknown` stands for nodes that nothing is known of.
    pub(crate) fn one_runs(&self, nodes: &[Ident], unknown: bool) -> bool {
        nodes.iter().any(|name| match self.node(&name.unraw().to_string()) {
            Some(node) if node.args_are_clean => {
                let otherwise = node.otherwise();
                !node.is_conditional()
                    || (!otherwise.is_empty() && otherwise.iter().all(|name| nodes.contains(name)))
            }
            _ => unknown,
        })
    }
}
