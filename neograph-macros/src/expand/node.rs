//! A node: the function, the type beside it, and what the graph knows of it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Attribute, LitStr, ReturnType, Visibility, spanned::Spanned};

use super::{
    Root, condition, duration, each, ends, flow, given,
    linked::{linked, node_facts},
    param, projection, site, sub, unused,
};
use crate::{
    args::{Mode, Tool},
    model::{Node, Pipeline},
    parse::OpaqueFn,
};

/// Everything that stands for a node in its module.
pub(crate) fn node(node: &Node, pipeline: &Pipeline, root: &Root) -> TokenStream {
    of(node, Some(pipeline), root)
}

/// The same for a node outside a pipeline, to be joined by `compose!`.
pub(crate) fn alone(node: &Node, root: &Root) -> TokenStream {
    of(node, None, root)
}

fn of(node: &Node, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    let function = (!node.is_signature()).then(|| function(node));
    let beside = type_of(node);
    let ident = node.ident();
    let (import, root) = &root.import();
    let facts = facts(node, root);
    let spec = spec(node, pipeline, root);
    let node_facts = node_facts(node, &sub::emits_links(node, pipeline, root), root);
    let linked = linked(node, pipeline, root);
    let sub = sub::checks(node, pipeline, root);
    let pipeline_import = sub::import_of(node);
    quote! {
        #function
        #beside
        const _: () = {
            #import
            #pipeline_import

            #facts

            #[automatically_derived]
            impl #root::PipelineNode for #ident {
                #node_facts

                fn spec() -> #root::NodeSpec {
                    #spec
                }
            }

            #linked
            #sub
        };
    }
}

/// The function as it was written. A node is async also when it has nothing to wait for.
pub(crate) fn function(node: &Node) -> TokenStream {
    let mut function = node.function.clone();
    function.sig.ident.set_span(site(function.sig.ident.span()));
    unused::allow(&mut function, node);
    quote! {
        #[allow(clippy::unused_async)]
        #function
    }
}

/// The empty type of the node's name.
pub(crate) fn type_of(node: &Node) -> TokenStream {
    let doc = format!("The node `{}` as a type.", node.name);
    let attrs =
        if node.is_signature() { type_attributes(&node.function, &doc) } else { doc_or(&[], &doc) };
    type_beside(&attrs, &node.function.vis, node.ident())
}

/// `struct name {}`: braces keep the name free in the value namespace.
pub(crate) fn type_beside(attrs: &TokenStream, vis: &Visibility, ident: &Ident) -> TokenStream {
    // Whoever asks for the type's definition is shown the function's name.
    let item = quote_spanned!(site(ident.span())=> struct #ident {});
    quote! {
        #attrs
        #[allow(non_camel_case_types)]
        #vis #item
    }
}

/// The attributes of a function without a body that make sense on its type.
pub(crate) fn type_attributes(function: &OpaqueFn, doc: &str) -> TokenStream {
    let kept: Vec<&Attribute> = function
        .attrs
        .iter()
        .filter(|attr| {
            ["doc", "allow", "warn", "deny", "deprecated"]
                .iter()
                .any(|name| attr.path().is_ident(name))
        })
        .collect();
    doc_or(&kept, doc)
}

/// The attributes, with a doc comment if there is none among them.
pub(crate) fn doc_or(attrs: &[&Attribute], doc: &str) -> TokenStream {
    let doc =
        (!attrs.iter().any(|attr| attr.path().is_ident("doc"))).then(|| quote!(#[doc = #doc]));
    quote!(#doc #(#attrs)*)
}

/// `impl NodeType`: the output type is found through the return type, however it is spelt.
pub(crate) fn facts(node: &Node, root: &Root) -> TokenStream {
    let ident = node.ident();
    let name = &node.name;
    let (first, last) = match &node.function.sig.output {
        ReturnType::Type(_, ty) => ends(ty),
        ReturnType::Default => (ident.span(), ident.span()),
    };
    let output = given(node, root);
    // What rustc has to say about the output's visibility stands at the output.
    let keyword = quote_spanned!(site(first)=> type);
    let output = quote_spanned!(site(last)=> #keyword Output = #output;);
    quote! {
        #[automatically_derived]
        impl #root::NodeType for #ident {
            #output
            const NAME: &'static str = #name;
        }
    }
}

/// The `Ok` type of the return type, with errors about it at that type.
pub(crate) fn output(function: &OpaqueFn, root: &Root) -> TokenStream {
    match &function.sig.output {
        ReturnType::Type(_, ty) => projection(ty, root, "NodeResult", "Ok"),
        ReturnType::Default => quote!(()),
    }
}

/// The same for a bound: whatever asks for it asks at the same place, and rustc says once
/// what it lacks.
pub(super) fn leaf(function: &OpaqueFn, root: &Root) -> TokenStream {
    match &function.sig.output {
        ReturnType::Type(_, ty) => {
            let place = ty.span();
            let root = root.at(place);
            quote_spanned!(place=> <#ty as #root::NodeResult>::Ok)
        }
        ReturnType::Default => quote!(()),
    }
}

fn spec(node: &Node, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    let args = &node.args;
    let made = match &args.pipeline {
        Some(module) => sub::node(node, &module.value.0, root),
        None if node.mode.uses_model() => with_model(node, root),
        None => scripted(node, root),
    };
    let params = node.params.iter().map(|param| {
        let param = param::constructor(param, node, pipeline, root);
        quote!(.__param(#param))
    });
    let tools = args.tools.iter().flat_map(|tools| &tools.value).map(|tool| match tool {
        Tool::Named(name) => quote!(.__tool(#root::ToolRef::Named(#name))),
        Tool::Declared(tool) => {
            quote!(.__tool(#root::ToolRef::Declared(<#tool as #root::ToolType>::tool)))
        }
    });
    let interrupt_when = args.interrupt_when.as_ref().map(|condition| {
        let condition = &condition.value.0;
        let place = site(condition.span());
        let leaf = leaf(&node.function, root);
        let by = flow::taken_by(condition, &leaf, root);
        quote_spanned!(place=> .__interrupt_by::<#leaf, _, _>(#condition, #by))
    });
    let max_turns = args.max_turns.as_ref().map(|turns| {
        let turns = turns.value.0;
        quote!(.__max_turns(#turns))
    });
    let max_retries = args.max_retries.as_ref().map(|retries| {
        let retries = retries.value.0;
        quote!(.__max_retries(#retries))
    });
    let retry = args.retry.as_ref().map(|retry| {
        let retry = retry.value.0;
        quote!(.__retry(#retry))
    });
    let timeout = args.timeout.as_ref().map(|timeout| {
        let timeout = duration(timeout.value.0, root);
        quote!(.__timeout(#timeout))
    });
    let flow = flow::calls(node, root);
    let condition = condition::calls(node, pipeline, root);
    let spec = quote! {
        #made #(#params)* #(#tools)* #max_turns #max_retries #retry #timeout #flow #interrupt_when
            #condition
    };
    each::around(spec, node, pipeline, root)
}

/// The adapter stands at the node's name: an error about the future of the body, such as
/// one that is not `Send`, is an error of the node.
fn scripted(node: &Node, root: &Root) -> TokenStream {
    let ident = node.ident();
    let place = site(ident.span());
    let into_result = into_result(&node.function, root);
    let root = Root::Given(root.at(place));
    let args = Ident::new("__args", Span::mixed_site());
    let takes = node
        .params
        .iter()
        .enumerate()
        .map(|(index, param)| param::take(param, index, &args, &root));
    let output = place_of_output(&node.function);
    let at_output = quote_spanned!(output=> _);
    let values = node.params.iter().map(|param| param::hand_over(param, &root));
    let mutability = (!node.params.is_empty()).then(|| quote_spanned!(place=> mut));
    // A node without parameters is still handed its empty arguments.
    let binding = if node.params.is_empty() { quote_spanned!(place=> _) } else { quote!(#args) };
    let call = quote_spanned!(place=> #ident(#(#values),*).await);
    let result = quote_spanned!(output=> #into_result(#call));
    quote_spanned! {place=>
        #root::NodeSpec::__scripted::<#ident, _, _, #at_output>(|#mutability #binding: #root::Args| async move {
            #(#takes)*
            #root::Ok::<_, #root::BoxError>(#result)
        })
    }
}

/// What rustc has to say about the output stands at the output, as if the user had written
/// the code: no locals are named there.
pub(crate) fn place_of_output(function: &OpaqueFn) -> Span {
    match &function.sig.output {
        ReturnType::Type(_, ty) => ty.span(),
        ReturnType::Default => function.sig.ident.span(),
    }
}

/// Written out for the one return type there is, so that rustc asks once whether it is a
/// `Result`, at that type.
pub(super) fn into_result(function: &OpaqueFn, root: &Root) -> TokenStream {
    match &function.sig.output {
        ReturnType::Type(_, ty) => projection(ty, root, "NodeResult", "into_result"),
        ReturnType::Default => TokenStream::new(),
    }
}

fn with_model(node: &Node, root: &Root) -> TokenStream {
    let ident = node.ident();
    let place = place_of_output(&node.function);
    let at_output = root.at(place);
    let leaf = leaf(&node.function, root);
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(place));
    let mode = match node.mode {
        Mode::Scripted => quote!(Scripted),
        Mode::Think => quote!(Think),
        Mode::Agent => quote!(Agent),
        Mode::Act => quote!(Act),
    };
    let models = node.args.models.as_ref().and_then(|models| models.value.0.first());
    let model: Option<&LitStr> = node.args.model.as_ref().map(|model| &model.value).or(models);
    let prompt = match (&node.args.prompt, &node.args.prompt_text) {
        (Some(name), _) => {
            let name = &name.value;
            quote!(#root::PromptSource::Named(#name))
        }
        (None, text) => {
            let text = text.as_ref().map(|text| &text.value);
            quote!(#root::PromptSource::Inline(#text))
        }
    };
    quote_spanned!(place=> #at_output::NodeSpec::__with_model::<#ident, #leaf>(#root::Mode::#mode, #model, #prompt))
}
