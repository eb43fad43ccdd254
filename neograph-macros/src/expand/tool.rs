//! A tool: the function, and the type beside it that makes it a tool.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{
    Root, node::doc_or, node::into_result, param, param::held, place_of_output, site, type_beside,
};
use crate::{
    lower::doc_comment,
    model::{FunctionTool, Param, Source},
};

/// Everything that stands for a tool. It is a function that returns a `Result` also when it has
/// nothing to wait for and cannot fail.
pub(crate) fn tool(tool: &FunctionTool, root: &Root) -> TokenStream {
    let ident = &tool.function.sig.ident;
    let beside = type_of(tool);
    let mut function = tool.function.clone();
    function.sig.ident.set_span(site(ident.span()));
    let (import, root) = &root.import();
    let made = made(tool, root);
    quote! {
        #[allow(clippy::unused_async, clippy::unnecessary_wraps)]
        #function
        #beside
        const _: () = {
            #import

            #[automatically_derived]
            impl #root::ToolType for #ident {
                fn tool() -> #root::Arc<dyn #root::Tool> {
                    #made
                }
            }
        };
    }
}

/// The empty type of the tool's name.
pub(crate) fn type_of(tool: &FunctionTool) -> TokenStream {
    let doc = format!("The tool `{}` as a type.", tool.name);
    type_beside(&doc_or(&[], &doc), &tool.function.vis, &tool.function.sig.ident)
}

fn made(tool: &FunctionTool, root: &Root) -> TokenStream {
    let (args, name) = (&tool.args, &tool.name);
    let body = body(tool, root);
    let description = match &args.description {
        Some(description) => Some(description.value.value()),
        None => doc_comment(&tool.function.attrs),
    };
    let description = description.map(|description| quote!(.__description(#description)));
    let params = tool.params.iter().zip(&tool.docs).map(|(param, doc)| match param.source {
        Source::Config { .. } => handle(param, root),
        _ => argument(param, doc.as_deref(), root),
    });
    let flag = |name: &str, value: bool| {
        let method = Ident::new(&format!("__{name}"), Span::mixed_site());
        quote!(.#method(#value))
    };
    let set = |name: &str, key: &Option<crate::args::Keyed<bool>>| {
        key.as_ref().map(|key| flag(name, key.value))
    };
    let idempotent = set("idempotent", &args.idempotent);
    let emits_links = set("emits_links", &args.emits_links);
    let asks_human = set("asks_human", &args.asks_human);
    // What does not wait may run under the blocking driver.
    let waits = tool.function.sig.asyncness.is_some();
    let async_only = (!waits).then(|| flag("async_only", false));
    let budget = args.budget.as_ref().map(|budget| {
        let budget = budget.value.0;
        quote!(.__budget(#budget))
    });
    let at_name = root.at(site(tool.function.sig.ident.span()));
    let ident = &tool.function.sig.ident;
    let output = place_of_output(&tool.function);
    let at_output = quote_spanned!(output=> _);
    quote! {
        #at_name::FunctionTool::__new::<#ident, _, _, #at_output>(#name, #body)
            #description
            #(#params)*
            #idempotent
            #budget
            #async_only
            #emits_links
            #asks_human
            .__into_tool()
    }
}

/// The adapter stands at the tool's name, as a node's does.
fn body(tool: &FunctionTool, root: &Root) -> TokenStream {
    let sig = &tool.function.sig;
    let (ident, place) = (&sig.ident, site(sig.ident.span()));
    let into_result = into_result(&tool.function, root);
    let root = Root::Given(root.at(place));
    let args = Ident::new("__args", Span::mixed_site());
    let takes = tool
        .params
        .iter()
        .enumerate()
        .map(|(index, param)| param::take(param, index, &args, &root));
    let values = tool.params.iter().map(|param| param::hand_over(param, &root));
    let wait = sig.asyncness.map(|_| quote_spanned!(place=> .await));
    let call = quote_spanned!(place=> #ident(#(#values),*) #wait);
    let output = place_of_output(&tool.function);
    let result = quote_spanned!(output=> #into_result(#call));
    let binding = if tool.params.is_empty() {
        quote_spanned!(place=> _)
    } else {
        quote_spanned!(place=> mut #args)
    };
    quote_spanned! {place=>
        |#binding: #root::Args| async move {
            #(#takes)*
            #root::Ok::<_, #root::BoxError>(#result)
        }
    }
}

fn argument(param: &Param, doc: Option<&str>, root: &Root) -> TokenStream {
    let place = site(param.ty.span());
    let (name, held) = (&param.name, held(&param.taken.held, root));
    let doc = match doc {
        Some(doc) => quote!(#root::Some(#doc)),
        None => quote!(#root::None),
    };
    let method = if param.taken.optional { "__optional_argument" } else { "__argument" };
    let method = Ident::new(method, place);
    quote_spanned!(place=> .#method::<#held>(#name, #doc))
}

fn handle(param: &Param, root: &Root) -> TokenStream {
    let place = site(param.ty.span());
    let held = held(&param.taken.held, root);
    let made = param::source(param, None, root);
    quote_spanned!(place=> .__handle::<#held>(#made))
}
