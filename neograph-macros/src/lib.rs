//! The macros of neograph. Use them through the `neograph` crate, which documents them.
//!
//! Tokens are parsed into syntax (`parse`), lowered to a model of the pipeline (`lower`,
//! `model`), checked (`check`) and expanded (`expand`). Every fault is collected (`diag`); if
//! there is one, the items come back without our attributes (`recover`), so that the faults
//! are all that rustc reports.

mod args;
mod attribute;
mod check;
mod compose;
mod diag;
mod expand;
mod lower;
mod model;
mod parse;
mod recover;

#[cfg(test)]
mod tests;

/// Makes a pipeline of the nodes in a module.
#[proc_macro_attribute]
pub fn pipeline(
    args: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    attribute::pipeline(args.into(), &item.into()).into()
}

/// Makes a pipeline of nodes from anywhere.
#[proc_macro]
pub fn compose(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    compose::compose(&tokens.into()).into()
}

/// Makes a function a node of the pipeline of its module.
#[proc_macro_attribute]
pub fn node(
    args: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    attribute::node(args.into(), &item.into()).into()
}

/// Makes a signature a typed read that a model may ask for.
#[proc_macro_attribute]
pub fn resource_reader(
    args: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    attribute::resource_reader(args.into(), &item.into()).into()
}

/// Makes a function a tool that a model may call.
#[proc_macro_attribute]
pub fn tool(
    args: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    attribute::tool(args.into(), &item.into()).into()
}
