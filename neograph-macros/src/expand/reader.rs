//! A reader: the type of its name and what makes it a tool.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Root, output, place_of_output, site, type_attributes, type_beside};
use crate::{lower::doc_comment, model::Reader};

/// Everything that stands for a reader in its module.
pub(crate) fn reader(reader: &Reader, root: &Root) -> TokenStream {
    let ident = &reader.function.sig.ident;
    let beside = type_of(reader);
    let (import, root) = &root.import();
    let output = output(&reader.function, root);
    let tool = tool(reader, root);
    quote! {
        #beside
        const _: () = {
            #import

            #[automatically_derived]
            impl #root::ResourceReader for #ident {
                type Output = #output;
            }

            #[automatically_derived]
            impl #root::ToolType for #ident {
                fn tool() -> #root::Arc<dyn #root::Tool> {
                    #tool
                }
            }
        };
    }
}

/// The empty type of the reader's name.
pub(crate) fn type_of(reader: &Reader) -> TokenStream {
    let doc = format!("The reader `{}` as a type.", reader.name);
    let attrs = type_attributes(&reader.function, &doc);
    type_beside(&attrs, &reader.function.vis, &reader.function.sig.ident)
}

fn tool(reader: &Reader, root: &Root) -> TokenStream {
    let args = &reader.args;
    let name = &reader.name;
    let output = output(&reader.function, root);
    let uri_template = args.uri_template.as_ref().map(|uri| &uri.value);
    let description = match &args.description {
        Some(description) => Some(description.value.value()),
        None => doc_comment(&reader.function.attrs),
    };
    let description = description.map(|description| quote!(.__description(#description)));
    let arguments = reader.arguments.iter().map(|argument| {
        let place = site(argument.ty.span());
        let (name, ty, optional) = (&argument.name, &argument.held, argument.optional);
        quote_spanned!(place=> .__argument::<#ty>(#name, #optional))
    });
    let idempotent = args.idempotent.as_ref().map(|idempotent| {
        let idempotent = idempotent.value;
        quote!(.__idempotent(#idempotent))
    });
    let budget = args.budget.as_ref().map(|budget| {
        let budget = budget.value.0;
        quote!(.__budget(#budget))
    });
    let max_bytes = args.max_bytes.as_ref().map(|size| {
        let size = size.value.0;
        quote!(.__max_bytes(#size))
    });
    let server = args.server.as_ref().map(|server| {
        let server = &server.value;
        quote!(.__server(#server))
    });
    let parse = args.parse.as_ref().map(|parse| {
        let parse = &parse.value;
        quote!(.__parse_by(#parse))
    });
    let place = place_of_output(&reader.function);
    let at_output = root.at(place);
    let made = quote_spanned! {place=>
        #at_output::ReaderTool::<#output>::__new(#name, #uri_template)
    };
    quote! {
        #made
            #description
            #(#arguments)*
            #idempotent
            #budget
            #max_bytes
            #server
            #parse
            .__into_tool()
    }
}
