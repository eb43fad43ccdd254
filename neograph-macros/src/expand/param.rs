//! A parameter, twice: as data for the graph, and as a value for the body.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Root, duration, ends, output, site, sub};
use crate::model::{Held, Locator, Node, Param, Passing, Pipeline, Resource, Source};

/// `Param::__…("name")…`, with the assertions about the parameter's type in its bounds.
pub(super) fn constructor(
    param: &Param,
    node: &Node,
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> TokenStream {
    let place = site(param.ty.span());
    let name = &param.name;
    let held = held(&param.taken.held, root);
    let whole = whole(param, root);
    let at = root.at(place);
    let mut tokens = match &param.source {
        Source::Upstream => match pipeline.and_then(|pipeline| pipeline.node(name)) {
            Some(upstream) => {
                // Spelt and placed as at the upstream node, so that rustc says once that it is
                // no `Result`.
                let output = output(&upstream.function, root);
                quote_spanned!(place=> #at::Param::__edge::<#held, #output>(#name))
            }
            // `compose!` knows the upstream node and asks for its type.
            None => quote_spanned!(place=> #at::Param::__upstream::<#held>(#name)),
        },
        Source::Carry => {
            let output = output(&node.function, root);
            quote_spanned!(place=> #at::Param::__carry_of::<#held, #output>(#name))
        }
        Source::Input => quote_spanned!(place=> #at::Param::__input::<#whole>(#name)),
        Source::Config { .. } => quote_spanned!(place=> #at::Param::__config::<#held>(#name)),
        Source::Resource(resource) => self::resource(param, resource, root),
    };
    if param.taken.optional && !matches!(param.source, Source::Carry) {
        tokens.extend(quote_spanned!(place=> .__optional::<#held>()));
    }
    if node.is_signature() && is_copied(param) {
        tokens.extend(quote_spanned!(place=> .__copied(|__args| __args.cloned::<#held>(0))));
    }
    if is_rendered(param, node) {
        let rendered = if is_bound_by_itself(param) { &held } else { &whole };
        tokens.extend(quote_spanned!(place=> .__rendered::<#rendered>()));
    }
    if let Some(module) = &node.args.pipeline {
        tokens = sub::given(param, &tokens, &module.value, &held, root);
    }
    tokens
}

/// Whether a value that is there is held without the `Option` of its parameter.
fn is_bound_by_itself(param: &Param) -> bool {
    matches!(param.source, Source::Config { .. } | Source::Carry)
}

/// Whether others may read a value that is taken as a whole.
fn is_copied(param: &Param) -> bool {
    param.taken.passing == Passing::Value
        && matches!(param.source, Source::Upstream | Source::Config { .. } | Source::Carry)
}

/// What a node's templates see: all but handles in a prompt, and the variables of a URI. A
/// sub-pipeline takes all as its inputs.
fn is_rendered(param: &Param, node: &Node) -> bool {
    let in_prompt =
        node.is_signature() && !matches!(param.source, Source::Config { in_prompt: false });
    let in_uri = matches!(param.source, Source::Input | Source::Config { .. })
        && node.uri_variables().any(|variable| variable == param.name);
    in_prompt || in_uri
}

fn resource(param: &Param, resource: &Resource, root: &Root) -> TokenStream {
    let place = site(param.ty.span());
    let at = root.at(place);
    let name = &param.name;
    let args = &resource.args;
    let locator = match &resource.locator {
        Some(Locator::Uri { literal, .. }) => quote!(#root::Locator::Uri(#literal)),
        Some(Locator::Ref(kind)) => quote!(#root::Locator::Ref(#kind)),
        None => TokenStream::new(),
    };
    let mut tokens = if let Some(parse) = &args.parse {
        let parse = &parse.value;
        let held = held(&param.taken.held, root);
        let constructor =
            if param.taken.optional { "__optional_resource_by" } else { "__resource_by" };
        let constructor = Ident::new(constructor, place);
        let parser = quote_spanned!(site(parse.span())=> _);
        quote_spanned!(place=> #at::Param::#constructor::<#held, #parser>(#name, #locator, #parse))
    } else {
        let whole = whole(param, root);
        quote_spanned!(place=> #at::Param::__resource::<#whole>(#name, #locator))
    };
    let set = |method: &str, value: Option<TokenStream>| {
        let method = format_ident!("__{method}");
        value.map(|value| quote!(.#method(#value)))
    };
    tokens.extend(set(
        "max_bytes",
        args.max_bytes.as_ref().map(|size| Literal::u64_unsuffixed(size.value.0).to_token_stream()),
    ));
    tokens.extend(set("mime", args.mime.as_ref().map(|mime| mime.value.0.to_token_stream())));
    tokens.extend(set("server", args.server.as_ref().map(|server| server.value.to_token_stream())));
    tokens.extend(set(
        "timeout",
        args.timeout.as_ref().map(|timeout| duration(timeout.value.0, root)),
    ));
    tokens.extend(set("cache", args.cache.as_ref().map(|cache| cache.value.to_token_stream())));
    tokens
}

/// The type inside references, `Arc` and `Option`.
pub(super) fn held(held: &Held, root: &Root) -> TokenStream {
    match held {
        Held::Plain(ty) => ty.to_token_stream(),
        Held::Str(place) => {
            let place = site(*place);
            let root = root.at(place);
            quote_spanned!(place=> #root::String)
        }
        Held::Slice(item) => {
            let place = site(item.span());
            let root = root.at(place);
            quote_spanned!(place=> #root::Vec<#item>)
        }
    }
}

/// The type that the run holds: the held type, in an `Option` where the parameter has one.
fn whole(param: &Param, root: &Root) -> TokenStream {
    let held = held(&param.taken.held, root);
    if !param.taken.optional {
        return held;
    }
    let (first, last) = ends(&param.ty);
    let (first, last) = (site(first), site(last));
    let root = root.at(first);
    quote_spanned!(last=> #root::Option<#held>)
}

/// The local that holds a parameter's value. The prefix keeps a parameter called `args`
/// apart from the arguments themselves.
fn local(param: &Param) -> Ident {
    format_ident!("__param_{}", param.name, span = Span::mixed_site())
}

/// `let __param_name = __args.…(index)?;`
pub(super) fn take(param: &Param, index: usize, args: &Ident, root: &Root) -> TokenStream {
    let place = site(param.ty.span());
    let local = local(param);
    let by_itself = is_bound_by_itself(param);
    let by_value = param.taken.passing == Passing::Value;
    let (method, ty) = match (&param.source, param.taken.optional) {
        (_, true) if by_itself => {
            let method = if by_value { "optional_cloned" } else { "optional" };
            (method, held(&param.taken.held, root))
        }
        (Source::Upstream | Source::Config { .. }, _) if by_value => {
            ("cloned", held(&param.taken.held, root))
        }
        (Source::Input | Source::Resource(_), _) if by_value => ("take", whole(param, root)),
        _ if by_itself => ("shared", held(&param.taken.held, root)),
        _ => ("shared", whole(param, root)),
    };
    let method = Ident::new(method, place);
    let index = Literal::usize_unsuffixed(index);
    quote_spanned!(place=> let #local = #args.#method::<#ty>(#index)?;)
}

/// The expression that hands the value to the body.
pub(super) fn hand_over(param: &Param, root: &Root) -> TokenStream {
    let place = site(param.ty.span());
    let local = local(param);
    let at = root.at(place);
    let by_itself = is_bound_by_itself(param);
    let is_unsized = !matches!(param.taken.held, Held::Plain(_));
    match (param.taken.passing, param.taken.optional) {
        (Passing::Borrowed, false) => quote_spanned!(place=> &#local),
        (Passing::Borrowed, true) if by_itself && is_unsized => quote_spanned! {place=>
            #at::Option::map(#at::Option::as_deref(&#local), |__value| &**__value)
        },
        (Passing::Borrowed, true) if by_itself || is_unsized => {
            quote_spanned!(place=> #at::Option::as_deref(&#local))
        }
        (Passing::Borrowed, true) => quote_spanned!(place=> #at::Option::as_ref(&#local)),
        (Passing::Value | Passing::Shared, _) => local.into_token_stream(),
    }
}
