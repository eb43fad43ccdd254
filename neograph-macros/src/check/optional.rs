//! Edges to nodes that may be skipped: what reads them can do without.

use syn::{GenericArgument, PathArguments, ReturnType, Type};

use crate::{
    diag::Errors,
    lower::{argument_of, ungroup},
    model::{How, Node, Pipeline},
};

use super::signature::spelt;

/// What a parameter of a type takes of a node that may be skipped, as far as it is known what
/// that returns.
pub(crate) fn or_none(ty: &Type, returned: Option<&Type>) -> String {
    let whole = format!("`Option<{}>`", spelt(ty));
    let Type::Reference(reference) = ungroup(ty) else { return whole };
    let Some(inner) = argument_of(&reference.elem, "Option") else { return whole };
    let inner = format!("`Option<&{}>`", spelt(inner));
    match returned {
        Some(returned) if argument_of(returned, "Option").is_some() => whole,
        Some(_) => inner,
        None => format!("{inner}, or {whole} if the node returns an `Option`"),
    }
}

/// The type that a node returns in a `Result`, if its return type is spelt as one.
fn returned(node: &Node) -> Option<&Type> {
    let ReturnType::Type(_, ty) = &node.function.sig.output else { return None };
    let Type::Path(path) = ungroup(ty) else { return None };
    let result = path.path.segments.last().filter(|segment| segment.ident == "Result")?;
    let PathArguments::AngleBracketed(arguments) = &result.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(ty)) if node.each().is_none() => Some(ty),
        _ => None,
    }
}

pub(super) fn check(pipeline: &Pipeline, errors: &mut Errors) {
    for node in &pipeline.nodes {
        for read in node.reads() {
            let (How::Edge(param) | How::Asked(Some(param))) = read.how else { continue };
            if param.taken.optional
                || !pipeline.is_conditional(&read.name)
                || read.name == node.name
            {
                continue;
            }
            let other = match read.how {
                How::Edge(_) => {
                    format!(", or name what stands in for it: `#[first_of({}, …)]`", read.name)
                }
                _ => String::new(),
            };
            let upstream = pipeline.node(&read.name);
            errors.at(
                read.ident,
                format_args!("node `{}` may be skipped, and then there is no `{0}`", read.name),
                format_args!("take {}{other}", or_none(&param.ty, upstream.and_then(returned))),
            );
        }
    }
}
