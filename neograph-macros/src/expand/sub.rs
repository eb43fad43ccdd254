//! Sub-pipelines, from both sides: a node that is a pipeline, and a pipeline as a type.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Path, Type, TypePath, ext::IdentExt};

use super::{Root, ends, node::type_beside, output, param::held, projection, site};
use crate::{
    check,
    model::{Node, Param, Pipeline, Source},
};

/// The type that stands for the pipeline of a module, by the name that `named` gives it.
fn type_in(module: &Path) -> Type {
    Type::Path(TypePath { attrs: Vec::new(), qself: None, path: alias(module).into() })
}

/// A name of its own for each path: `a::b_c` is not `a_b::c`.
fn alias(module: &Path) -> Ident {
    let from = if module.leading_colon.is_some() { "crate" } else { "here" };
    let names = module.segments.iter().map(|segment| segment.ident.unraw().to_string());
    let names: Vec<String> = names.map(|name| format!("{}_{name}", name.chars().count())).collect();
    let names = names.join("_");
    format_ident!("__pipeline_from_{from}_{names}", span = ends(module).1)
}

/// Names the types of pipelines, and not the functions beside them. An import of what is not
/// there is refused in better words than a type of that path, which may be one that is
/// associated with another type.
fn named<'a>(modules: impl Iterator<Item = &'a Path>) -> TokenStream {
    let modules: BTreeMap<String, &Path> =
        modules.map(|module| (alias(module).to_string(), module)).collect();
    let imports = modules.into_values().map(|module| {
        let alias = alias(module);
        let (first, last) = ends(module);
        let keyword = quote_spanned!(first=> use);
        let import = quote_spanned!(last=> #keyword #module::pipeline::{self as #alias};);
        quote!(#[allow(unused_imports)] #import)
    });
    imports.collect()
}

/// Names the type of the pipeline that a node is.
pub(super) fn import_of(node: &Node) -> TokenStream {
    named(node.args.pipeline.iter().map(|module| &module.value.0))
}

/// `<module::pipeline as SubPipeline>::item`. However often it is written, rustc reports it
/// once, at the module.
fn fact(module: &Path, item: &str, root: &Root) -> TokenStream {
    projection(&type_in(module), root, "SubPipeline", item)
}

/// The node itself.
pub(super) fn node(node: &Node, module: &Path, root: &Root) -> TokenStream {
    let ident = node.ident();
    let leaf = output(&node.function, root);
    let made = fact(module, "pipeline", root);
    let name = fact(module, "OUTPUT", root);
    let place = site(ends(module).0);
    let at = root.at(place);
    let pipeline = type_in(module);
    quote_spanned!(place=> #at::sub_node::<#pipeline, _>(#made, #name).spec::<#ident, #leaf>())
}

/// That the parameter has the type of the input of its name.
pub(super) fn given(
    param: &Param,
    made: &TokenStream,
    module: &Path,
    held: &TokenStream,
    root: &Root,
) -> TokenStream {
    let name = &param.name;
    let inputs = fact(module, "INPUTS", root);
    let pipeline = type_in(module);
    let place = site(ends(&param.ty).1);
    let at = root.at(place);
    quote_spanned! {place=>
        #at::Param::__given_to::<#pipeline, { #root::input_of(#inputs, #name) }, #held, _>(#made)
    }
}

/// What is asked of the node besides its types.
pub(super) fn checks(node: &Node, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    let Some(module) = node.args.pipeline.as_ref().map(|module| &module.value.0) else {
        return TokenStream::new();
    };
    let name = &node.name;
    let (first, last) = ends(module);
    let at = root.at(first);
    let known = fact(module, "INPUTS", root);
    let names = node.params.iter().map(|param| {
        let (param, place) = (&param.name, param.ident.span());
        let at = root.at(place);
        let check = quote_spanned!(place=> #at::check_given(#known, #name, #param));
        quote!(const _: () = #check;)
    });
    let emits_links = fact(module, "EMITS_LINKS", root);
    let given = node.params.iter().map(|param| {
        let (name, optional) = (&param.name, param.taken.optional);
        quote!(#root::Given { name: #name, optional: #optional })
    });
    let inputs = quote_spanned! {last=>
        #at::check_inputs(#known, #emits_links, #name, &[#(#given),*])
    };
    let without_links = pipeline.filter(|pipeline| !check::may_have_links(pipeline, node));
    let links = without_links.map(|_| {
        let reads = fact(module, "READS_OUTER_LINKS", root);
        let check = quote_spanned!(last=> #at::check_outer_links(#reads, #name));
        quote!(const _: () = #check;)
    });
    quote! {
        #(#names)*
        const _: () = #inputs;
        #links
    }
}

/// The same about links, in a `compose!` list.
pub(super) fn listed_links(node: &Node, list: &Ident, root: &Root) -> Option<TokenStream> {
    let module = &node.args.pipeline.as_ref()?.value.0;
    let name = &node.name;
    let (first, end) = ends(module);
    let at = root.at(first);
    let reads = fact(module, "READS_OUTER_LINKS", root);
    Some(quote_spanned!(end=> #at::check_listed_links::<#list>(#reads, #name)))
}

/// Whether the node may emit links: an expression, because of a pipeline inside only rustc
/// knows.
pub(super) fn emits_links(node: &Node, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    let readers = pipeline.map(|pipeline| pipeline.readers.as_slice()).unwrap_or_default();
    match &node.args.pipeline {
        Some(module) => fact(&module.value.0, "EMITS_LINKS", root),
        None => node.may_emit_links(readers).to_token_stream(),
    }
}

/// A pipeline as a type.
pub(super) fn pipeline(pipeline: &Pipeline, root: &Root) -> TokenStream {
    let beside = beside(&pipeline.name);
    let (import, root) = &root.import();
    let imports = named(
        pipeline
            .nodes
            .iter()
            .filter_map(|node| node.args.pipeline.as_ref())
            .map(|module| &module.value.0),
    );
    let output = match pipeline.output() {
        Some(output) => with_output(pipeline, output, root),
        None => any_output(root),
    };
    let inputs = pipeline.inputs();
    let takes = inputs.iter().enumerate().map(|(number, (param, _))| {
        let held = held(&param.taken.held, root);
        let others = read_otherwise(pipeline, param, &held, root);
        quote! {
            #[automatically_derived]
            impl #root::TakesInput<#number, #held> for pipeline {}
            #[automatically_derived]
            impl<__Given> #root::ReadsInput<#number, __Given> for pipeline
            where
                #(__Given: #root::GivenAs<#others>,)*
            {
            }
        }
    });
    quote! {
        #beside
        const _: () = {
            #import
            #imports

            #output
            #(#takes)*

            #[automatically_derived]
            impl<__Input> #root::TakesInput<{ #root::NOWHERE }, __Input> for pipeline {}
            #[automatically_derived]
            impl<__Given> #root::ReadsInput<{ #root::NOWHERE }, __Given> for pipeline {}
        };
    }
}

/// The types by which others read an input, as far as they are spelt differently.
fn read_otherwise(
    pipeline: &Pipeline,
    first: &Param,
    held: &TokenStream,
    root: &Root,
) -> Vec<TokenStream> {
    let params = pipeline.nodes.iter().flat_map(|node| &node.params);
    let reads = params
        .filter(|param| matches!(param.source, Source::Input) && param.name == first.name)
        .map(|param| self::held(&param.taken.held, root));
    reads.filter(|other| other.to_string() != held.to_string()).collect()
}

fn with_output(pipeline: &Pipeline, output: &Node, root: &Root) -> TokenStream {
    let ident = output.ident();
    let name = &output.name;
    let inputs = pipeline.inputs();
    let inputs = inputs.iter().map(|(param, required)| {
        let name = &param.name;
        quote!(#root::SubInput { name: #name, required: #required })
    });
    let emitting = pipeline.nodes.iter().filter(|node| node.may_emit_links(&pipeline.readers));
    let emits_links = emitting.map(|node| self::emits_links(node, Some(pipeline), root));
    // What rustc has to say about pipelines that are inside each other stands at one of them.
    let mut modules = pipeline.nodes.iter().filter_map(|node| node.args.pipeline.as_ref());
    let place = modules.next().map_or_else(Span::mixed_site, |module| ends(&module.value.0).0);
    let emits_links = quote_spanned! {site(place)=>
        const EMITS_LINKS: bool = false #(|| #emits_links)*;
    };
    let reads_outer_links = pipeline.reads_outer_links;
    quote! {
        #[automatically_derived]
        impl #root::SubPipeline for pipeline {
            const OUTPUT: &'static str = #name;
            const INPUTS: #root::Option<&'static [#root::SubInput]> =
                #root::Some(&[#(#inputs),*]);
            #emits_links
            const READS_OUTER_LINKS: bool = #reads_outer_links;

            fn pipeline() -> #root::Pipeline {
                pipeline()
            }
        }

        // As a bound, so that an output that is none is reported at its node only.
        #[automatically_derived]
        impl<__Output> #root::GivesOutput<__Output> for pipeline
        where
            #ident: #root::NodeType<Output = __Output>,
        {
        }
    }
}

/// What is missing is said once, by `SubPipeline`.
fn any_output(root: &Root) -> TokenStream {
    quote! {
        #[automatically_derived]
        impl<__Output> #root::GivesOutput<__Output> for pipeline {}
    }
}

/// The type of a pipeline that was refused: nothing is asked of it a second time.
pub(crate) fn refused(pipeline: &Pipeline, root: &Root) -> TokenStream {
    let beside = beside(&pipeline.name);
    let (import, root) = &root.import();
    let output = any_output(root);
    quote! {
        #beside
        const _: () = {
            #import

            #[automatically_derived]
            impl #root::SubPipeline for pipeline {
                const OUTPUT: &'static str = "";
                const INPUTS: #root::Option<&'static [#root::SubInput]> = #root::None;
                const EMITS_LINKS: bool = true;
                const READS_OUTER_LINKS: bool = false;

                fn pipeline() -> #root::Pipeline {
                    ::core::unimplemented!()
                }
            }

            #output

            #[automatically_derived]
            impl<const __INPUT: usize, __Input> #root::TakesInput<__INPUT, __Input> for pipeline {}
            #[automatically_derived]
            impl<const __INPUT: usize, __Given> #root::ReadsInput<__INPUT, __Given> for pipeline {}
        };
    }
}

fn beside(name: &str) -> TokenStream {
    let doc = format!("The pipeline `{name}` as a type, for `#[node(pipeline = …)]`.");
    let public = syn::parse_quote!(pub);
    type_beside(&quote!(#[doc = #doc]), &public, &format_ident!("pipeline"))
}
