//! A parameter, twice: as data for the graph, and as a value for the body.

use proc_macro2::{Group, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{Member, ext::IdentExt, spanned::Spanned};

use super::{Root, duration, ends, given, output, site, sub};
use crate::{
    diag::place_of,
    lower::{argument_of, is_shared},
    model::{Held, Locator, Node, Param, Passing, Pipeline, Resource, Source},
    parse::member,
};

/// The name that an identifier says.
pub(super) fn name_of(ident: &Ident) -> String {
    ident.unraw().to_string()
}

/// `Param::__…("name")…`, with the assertions about the parameter's type in its bounds.
pub(super) fn constructor(
    param: &Param,
    node: &Node,
    pipeline: Option<&Pipeline>,
    root: &Root,
) -> TokenStream {
    let place = site(param.ty.span());
    let held = held(&param.taken.held, root);
    let mut tokens = match &param.source {
        Source::Carry => {
            let (at, name) = (root.at(place), &param.name);
            let output = output(&node.function, root);
            quote_spanned!(place=> #at::Param::__carry_of::<#held, #output>(#name))
        }
        _ => source(param, pipeline, root),
    };
    if node.is_signature() && is_copied(param) {
        tokens.extend(quote_spanned!(place=> .__copied(|__args| __args.cloned::<#held>(0))));
    }
    if is_rendered(param, node) {
        let whole = whole(param, root);
        let rendered = if is_shared(&param.source) { &held } else { &whole };
        tokens.extend(quote_spanned!(place=> .__rendered::<#rendered>()));
    }
    tokens.extend(fields(param, node, root));
    if let Some(module) = &node.args.pipeline {
        tokens = sub::given(param, &tokens, &module.value.0, &held, root);
    }
    tokens
}

/// The fields of the value that URIs name: they are there, and can be written into one.
fn fields(param: &Param, node: &Node, root: &Root) -> TokenStream {
    if !node.is_in_uri(param) {
        return TokenStream::new();
    }
    let held = held(&param.taken.held, root);
    let named = node.uri_variables().filter(|(_, variable)| variable.root() == param.name);
    let fields = named.filter_map(|(literal, variable)| {
        let place = place_of(literal, &variable.place);
        let fields: Vec<Member> =
            variable.fields().map(|field| member(field, site(place))).collect::<Option<_>>()?;
        let value = Ident::new("__value", site(place));
        (!fields.is_empty())
            .then(|| quote_spanned!(site(place)=> .__field(|#value: &#held| &#value #(.#fields)*)))
    });
    fields.collect()
}

/// Where the value comes from.
pub(super) fn source(param: &Param, pipeline: Option<&Pipeline>, root: &Root) -> TokenStream {
    let place = site(param.ty.span());
    let name = &param.name;
    let held = held(&param.taken.held, root);
    let whole = whole(param, root);
    let at = root.at(place);
    let upstream = |name: &str| pipeline.and_then(|pipeline| pipeline.node(name));
    let mut tokens = match &param.source {
        Source::Upstream => match upstream(name) {
            Some(upstream) => {
                // Spelt and placed as at the upstream node, so that rustc says once that it is
                // no `Result`.
                let output = given(upstream, root);
                let edge = if param.taken.optional { "__edge_or_none" } else { "__edge" };
                let edge = Ident::new(edge, place);
                quote_spanned!(place=> #at::Param::#edge::<#held, #output>(#name))
            }
            // `compose!` knows the upstream node and asks for its type.
            None => quote_spanned!(place=> #at::Param::__upstream::<#held>(#name)),
        },
        Source::FirstOf(nodes) => {
            let names = nodes.iter().map(name_of);
            // An `Option` that is not looked into is the nodes' own, as one of them always runs.
            let is_literal = !param.taken.optional && argument_of(&param.ty, "Option").is_some();
            let arm = if is_literal { "__sure_arm" } else { "__arm" };
            // What is wrong with nodes of one type is said at the first of them.
            let mut places: Vec<(String, Span)> = Vec::new();
            let arms = nodes.iter().filter_map(|node| {
                let output = given(upstream(&name_of(node))?, root);
                let spelling = output.to_string();
                let known = places.iter().find(|(known, _)| *known == spelling);
                let place = known.map_or_else(|| site(node.span()), |(_, place)| *place);
                places.push((spelling, place));
                let arm = Ident::new(arm, place);
                let held = located_at(held.clone(), place);
                Some(quote_spanned!(place=> .#arm::<#held, #output>()))
            });
            let arms: Vec<TokenStream> = arms.collect();
            quote_spanned!(place=> #at::Param::__first_of::<#held>(#name, &[#(#names),*]) #(#arms)*)
        }
        Source::Each(_) => quote_spanned!(place=> #at::Param::__item::<#held>(#name)),
        Source::Carry => quote_spanned!(place=> #at::Param::__carry::<#held>(#name)),
        Source::Feedback(asker) => {
            let asker = name_of(asker);
            quote_spanned!(place=> #at::Param::__feedback::<#held>(#name, #asker))
        }
        Source::Input => quote_spanned!(place=> #at::Param::__input::<#whole>(#name)),
        Source::Config { .. } => quote_spanned!(place=> #at::Param::__config::<#held>(#name)),
        Source::Resource(resource) => self::resource(param, resource, root),
    };
    if param.taken.optional && !matches!(param.source, Source::Carry | Source::Feedback(_)) {
        tokens.extend(quote_spanned!(place=> .__optional::<#held>()));
    }
    tokens
}

/// Whether others may read a value that is taken as a whole.
fn is_copied(param: &Param) -> bool {
    param.taken.passing == Passing::Value && is_shared(&param.source)
}

/// What a node's templates see: all but handles in a prompt, and the variables of a URI. A
/// sub-pipeline takes all as its inputs.
fn is_rendered(param: &Param, node: &Node) -> bool {
    let in_prompt =
        node.is_signature() && !matches!(param.source, Source::Config { in_prompt: false });
    in_prompt || node.is_in_uri(param)
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

/// Tokens that are reported elsewhere than where they are written.
fn located_at(tokens: TokenStream, place: Span) -> TokenStream {
    let located = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let stream = located_at(group.stream(), place);
            let mut located = Group::new(group.delimiter(), stream);
            located.set_span(group.span().located_at(place));
            TokenTree::Group(located)
        }
        mut token => {
            token.set_span(token.span().located_at(place));
            token
        }
    });
    located.collect()
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
pub(super) fn whole(param: &Param, root: &Root) -> TokenStream {
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
    let by_value = param.taken.passing == Passing::Value;
    let (method, ty) = if is_shared(&param.source) {
        let method = match (param.taken.optional, by_value) {
            (_, true) if matches!(param.source, Source::Each(_)) => "item",
            (true, true) if param.taken.or_literal => "either_cloned",
            (true, false) if param.taken.or_literal => "either",
            (true, true) => "optional_cloned",
            (true, false) => "optional",
            (false, true) => "cloned",
            (false, false) => "shared",
        };
        (method, held(&param.taken.held, root))
    } else {
        (if by_value { "take" } else { "shared" }, whole(param, root))
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
    let is_shared = is_shared(&param.source);
    let is_unsized = !matches!(param.taken.held, Held::Plain(_));
    match (param.taken.passing, param.taken.optional) {
        (Passing::Borrowed, false) => quote_spanned!(place=> &#local),
        (Passing::Borrowed, true) if is_shared && is_unsized => quote_spanned! {place=>
            #at::Option::map(#at::Option::as_deref(&#local), |__value| &**__value)
        },
        (Passing::Borrowed, true) if is_shared || is_unsized => {
            quote_spanned!(place=> #at::Option::as_deref(&#local))
        }
        (Passing::Borrowed, true) => quote_spanned!(place=> #at::Option::as_ref(&#local)),
        (Passing::Value | Passing::Shared, _) => local.into_token_stream(),
    }
}
