//! The attributes, each as its stages from tokens to tokens.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{
    args::{self, PipelineArgs},
    check,
    diag::{Errors, fault_at},
    expand::{self, Root, Shell},
    lower,
    parse::{Module, OpaqueFn, Unread},
    recover,
};

/// `#[pipeline]` on a module: the stages in order.
pub(crate) fn pipeline(args: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(module) = syn::parse2::<Module>(item.clone()) else {
        // rustc refuses a module in a file of its own by itself, without saying what to do.
        let help = "write `mod name { … }` with the nodes inside";
        return survives(item, "`#[pipeline]` goes on an inline module", help);
    };
    let mut errors = Errors::default();
    let (args, _) = args::read::<PipelineArgs>(args, &mut errors);
    let root = Root::new(args.root.as_ref().map(|root| &root.value));
    let shell = Shell::of(&module);
    let (model, slots) = lower::module(module, &args, &mut errors);
    check::pipeline(&model, &mut errors);
    if errors.is_empty() && model.unread.is_empty() {
        expand::module(&shell, &slots, &model, &root)
    } else {
        recover::module(&shell, &slots, &model, &root, &errors)
    }
}

/// `#[node]` outside a pipeline.
pub(crate) fn node(args: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(function) = syn::parse2::<OpaqueFn>(item.clone()) else {
        return survives(item, "`#[node]` goes on an `async fn`", "move or remove it");
    };
    let mut errors = Errors::default();
    let attribute = syn::Path::from(syn::Ident::new("node", proc_macro2::Span::call_site()));
    let mut node = lower::node(attribute, args, function, &mut errors);
    lower::alone(&mut node);
    let root = Root::new(node.args.root.as_ref().map(|root| &root.value));
    check::node(&node, &mut errors);
    if errors.is_empty() {
        return expand::node_alone(&node, &root);
    }
    let item = recover::node(&node, &root);
    let errors = errors.to_compile_errors();
    quote!(#item #errors)
}

/// `#[resource_reader]` outside a pipeline.
pub(crate) fn resource_reader(args: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(function) = syn::parse2::<OpaqueFn>(item.clone()) else {
        let help = "move it to an `async fn`, or remove it";
        return survives(item, "`#[resource_reader]` goes on an `async fn`", help);
    };
    let mut errors = Errors::default();
    let attribute =
        syn::Path::from(syn::Ident::new("resource_reader", proc_macro2::Span::call_site()));
    let reader = lower::reader(attribute, args, function, &mut errors);
    let root = Root::new(reader.args.root.as_ref().map(|root| &root.value));
    check::reader(&reader, &mut errors);
    if errors.is_empty() {
        return expand::reader(&reader, &root);
    }
    let item = recover::reader(&reader, &root);
    let errors = errors.to_compile_errors();
    quote!(#item #errors)
}

/// `#[tool]` on a function, in a pipeline's module and outside.
pub(crate) fn tool(args: TokenStream, item: &TokenStream) -> TokenStream {
    let Ok(function) = syn::parse2::<OpaqueFn>(item.clone()) else {
        let help = "move it to a function, or remove it";
        return survives(item, "`#[tool]` goes on a function", help);
    };
    let mut errors = Errors::default();
    let tool = lower::tool(args, function, &mut errors);
    let root = Root::new(tool.args.root.as_ref().map(|root| &root.value));
    check::tool(&tool, &mut errors);
    if errors.is_empty() {
        return expand::tool(&tool, &root);
    }
    let item = recover::tool(&tool, &root);
    let errors = errors.to_compile_errors();
    quote!(#item #errors)
}

/// An item that the attribute does not fit, as it was, and the fault.
fn survives(item: &TokenStream, fault: &str, help: &str) -> TokenStream {
    let error = match Unread::of(item.clone()) {
        Some(function) => function.error.map(|error| error.to_compile_error()),
        None => Some(fault_at(item, fault, help).to_compile_error()),
    };
    quote!(#item #error)
}

#[cfg(test)]
mod tests;
