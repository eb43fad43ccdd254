//! What stands in for code that was refused: the items without our attributes, so that
//! nothing that uses them becomes an error of its own, and the errors.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{FnArg, Pat, PatWild, Token, ext::IdentExt, spanned::Spanned};

use crate::{
    check,
    diag::Errors,
    expand::{self, Root, Shell},
    lower::Slot,
    model::{FunctionTool, Node, Pipeline, Reader},
    parse::{Body, OpaqueFn},
};

/// A module whose pipeline was refused.
pub(crate) fn module(
    shell: &Shell,
    slots: &[Slot],
    model: &Pipeline,
    root: &Root,
    errors: &Errors,
) -> TokenStream {
    let mut seen = BTreeSet::new();
    let items = slots.iter().map(|slot| match slot {
        Slot::Node(index) => model
            .nodes
            .get(*index)
            .filter(|node| seen.insert(node.ident().unraw().to_string()))
            .map(|one| in_module(one, root)),
        Slot::Reader(index) => model
            .readers
            .get(*index)
            .filter(|reader| seen.insert(reader.function.sig.ident.unraw().to_string()))
            .map(|one| reader(one, root)),
        Slot::Other(tokens) => Some(tokens.clone()),
    });
    let items: TokenStream = items.flatten().collect();
    let consumed = expand::consumed(model);
    let stub = (!seen.contains("pipeline")).then(|| {
        let as_type = expand::refused_pipeline(model, root);
        quote! {
            #as_type

            #[doc(hidden)]
            #[must_use]
            pub fn pipeline() -> #root::Pipeline {
                ::core::unimplemented!()
            }
        }
    });
    let module = shell.around(&quote!(#items #stub #consumed));
    let errors = errors.to_compile_errors();
    quote!(#module #errors)
}

/// A node that was refused, still a type and, if it has a body, a function.
pub(crate) fn node(node: &Node, root: &Root) -> TokenStream {
    let function = function(node);
    if node.function.sig.receiver().is_some() {
        // A type cannot stand in the `impl` block that `self` belongs to.
        return function;
    }
    beside(node, &function, root)
}

/// The same in a module, where nothing has a `self`.
fn in_module(node: &Node, root: &Root) -> TokenStream {
    let function =
        if node.function.sig.receiver().is_some() { stub(&node.function) } else { function(node) };
    beside(node, &function, root)
}

fn beside(node: &Node, function: &TokenStream, root: &Root) -> TokenStream {
    if check::hides_primitive(node.ident()) {
        return function.clone();
    }
    let beside = expand::type_of_node(node);
    // An output that cannot be an associated type is a fault that is already reported.
    let facts = check::output_stands_alone(&node.function.sig).then(|| {
        let facts = expand::facts(node, root);
        let unlinked = expand::unlinked(node, root);
        quote!(#facts #unlinked)
    });
    quote! {
        #function
        #beside
        const _: () = { #facts };
    }
}

fn function(node: &Node) -> TokenStream {
    match &node.function.body {
        Body::Block(_) => expand::function(node),
        Body::Missing(_) if node.is_signature() => signature(&node.function).unwrap_or_default(),
        Body::Missing(_) => stub(&node.function),
    }
}

/// The function with nothing in it, and without a `self`.
fn stub(function: &OpaqueFn) -> TokenStream {
    let OpaqueFn { attrs, vis, sig, .. } = function;
    let mut sig = sig.clone();
    sig.inputs = sig.inputs.into_iter().filter(|input| matches!(input, FnArg::Typed(_))).collect();
    quote! {
        #(#attrs)*
        #[allow(unused_variables)]
        #vis #sig { ::core::unimplemented!() }
    }
}

/// A signature that nothing calls: the types in it are still used, and still checked.
fn signature(function: &OpaqueFn) -> Option<TokenStream> {
    let mut sig = function.sig.clone();
    sig.ident = format_ident!("__signature");
    for input in &mut sig.inputs {
        if let FnArg::Typed(input) = input {
            input.attrs.clear();
            // Two parameters of one name are reported where they are written.
            *input.pat = Pat::Wild(PatWild {
                attrs: Vec::new(),
                underscore_token: Token![_](input.pat.span()),
            });
        }
    }
    // A `self` has no place outside an `impl`, and is already reported.
    sig.receiver().is_none().then(|| {
        quote! {
            const _: () = {
                #[allow(dead_code, clippy::unused_async)]
                #sig { ::core::unimplemented!() }
            };
        }
    })
}

/// A reader that was refused, still a type that a tool list may name.
pub(crate) fn reader(reader: &Reader, root: &Root) -> TokenStream {
    let ident = &reader.function.sig.ident;
    let beside = expand::type_of_reader(reader);
    let signature = signature(&reader.function);
    if check::hides_primitive(ident) {
        return signature.unwrap_or_default();
    }
    let output = if check::output_stands_alone(&reader.function.sig) {
        expand::output(&reader.function, root)
    } else {
        quote!(())
    };
    quote! {
        #beside
        #signature
        const _: () = {
            #[automatically_derived]
            impl #root::ResourceReader for #ident {
                type Output = #output;
            }

            #[automatically_derived]
            impl #root::ToolType for #ident {
                fn tool() -> #root::Arc<dyn #root::Tool> {
                    ::core::unimplemented!()
                }
            }
        };
    }
}

/// A tool that was refused, still a function, and a type that a tool list may name.
pub(crate) fn tool(tool: &FunctionTool, root: &Root) -> TokenStream {
    let ident = &tool.function.sig.ident;
    let function = stub(&tool.function);
    if check::hides_primitive(ident) {
        return function;
    }
    let beside = expand::type_of_tool(tool);
    quote! {
        #function
        #beside
        const _: () = {
            #[automatically_derived]
            impl #root::ToolType for #ident {
                fn tool() -> #root::Arc<dyn #root::Tool> {
                    ::core::unimplemented!()
                }
            }
        };
    }
}
